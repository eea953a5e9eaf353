// The driver's connection, mended where it would wait for ever. A command that is written just as the server hangs up has to wait for the socket to
// drain, and the driver (7.9.0) listens for that or for an error; but a socket that is being closed tells neither. When the command is one of the monitor,
// no server is looked for any more, and only a restart would help.
import type { Socket } from 'node:net'
import { Connection } from 'mongodb/lib/cmap/connection.js'

/** For the driver's option `connectionType`. What waits when its socket closes goes on, and finds that the connection is closed. */
export class EndingConnection extends Connection {
  constructor(socket: Socket, options: object) {
    super(socket, options)
    // The driver listens first, so the connection has its error by then.
    socket.once('close', () => socket.emit('drain'))
  }
}
