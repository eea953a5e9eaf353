// Command mongodb-test-server speaks the MongoDB protocol over SQLite files (FerretDB), so that the MongoDB adapter
// can be tested where no mongod is installed.
//
// FerretDB reads and then writes without a lock, so that two conditional updates may both succeed. MongoDB's are atomic, and
// the adapter is built on that: the front in this file therefore hands FerretDB one command at a time.
package main

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"flag"
	"io"
	"log"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/FerretDB/FerretDB/ferretdb"
)

// withoutSync lets no write wait for the disk: tests kill this process, never the machine, and what the system was given outlives it.
const withoutSync = "_pragma=synchronous(off)"

func main() {
	listen := flag.String("listen", "127.0.0.1:27017", "address to listen on")
	state := flag.String("state", "", "folder of the SQLite files")
	certificate := flag.String("certificate", "", "file of the certificate to serve TLS with; without one connections are plain")
	key := flag.String("key", "", "file of its private key")
	flag.Parse()
	// Nearly all that it allocates is garbage after one command, and memory is there: to collect less often saves a tenth of a processor.
	debug.SetGCPercent(800)
	if *state == "" {
		log.Fatal("-state is missing: the folder of the SQLite files")
	}
	folder, err := filepath.Abs(*state)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		log.Fatal(err)
	}

	socket := filepath.Join(folder, "ferretdb.sock")
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		log.Fatal(err)
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: socket},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Handler:   "sqlite",
		SQLiteURL: "file:" + folder + "/?" + withoutSync,
	})
	if err != nil {
		log.Fatal(err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go serve(*listen, socket, security(*certificate, *key))
	if err := server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}

// security returns nil where no certificate is named.
func security(certificate, key string) *tls.Config {
	if certificate == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		log.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}}
}

func serve(address, socket string, security *tls.Config) {
	awaitSocket(socket)
	front, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	if security != nil {
		front = tls.NewListener(front, security)
	}
	var turn sync.Mutex
	for {
		client, err := front.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go func() {
			defer client.Close()
			server, err := net.Dial("unix", socket)
			if err != nil {
				log.Print(err)
				return
			}
			defer server.Close()
			for exchange(client, server, &turn) == nil {
			}
		}()
	}
}

// awaitSocket returns once FerretDB listens: a client that gets through the front is served.
func awaitSocket(socket string) {
	for {
		server, err := net.Dial("unix", socket)
		if err == nil {
			server.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// exchange passes one command on and its reply back, while no other command runs.
func exchange(client, server net.Conn, turn *sync.Mutex) error {
	command, err := readMessage(client)
	if err != nil {
		return err
	}
	reply, err := func() ([]byte, error) {
		turn.Lock()
		defer turn.Unlock()
		if _, err := server.Write(command); err != nil {
			return nil, err
		}
		return readMessage(server)
	}()
	if err != nil {
		return err
	}
	_, err = client.Write(reply)
	return err
}

const (
	headerSize     = 16
	maxMessageSize = 48_000_000
)

// readMessage reads a whole message: its first four bytes are its length, little-endian.
func readMessage(from net.Conn) ([]byte, error) {
	header := make([]byte, headerSize)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerSize || length > maxMessageSize {
		return nil, errors.New("not a message of the MongoDB protocol")
	}
	message := append(header, make([]byte, length-headerSize)...)
	_, err := io.ReadFull(from, message[headerSize:])
	return message, err
}
