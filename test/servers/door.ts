// The way to a server: connections to its port go on to the server, until it is frozen. Then they stay open, new ones are accepted, and nothing comes back.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Door = {
  readonly port: number
  readonly freeze: () => void
  readonly thaw: () => void
  /** Ends every connection as a server does that shuts down. New ones are accepted. */
  readonly hangUp: () => void
  readonly close: () => Promise<void>
}

export const openDoor = async (target: number, host = '127.0.0.1'): Promise<Door> => {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let isFrozen = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (isFrozen) socket.pause()
  }
  // Bytes go on at once, as they came: a proxy that gathers them makes each call wait for 40 ms.
  const server = createServer({ noDelay: true }, (client) => {
    const node = connect({ port: target, host, noDelay: true })
    clients.add(client)
    client.once('close', () => clients.delete(client))
    const pairs: readonly (readonly [Socket, Socket])[] = [
      [client, node],
      [node, client],
    ]
    for (const [from, to] of pairs) {
      from.on('data', (chunk) => to.write(chunk))
      from.once('close', () => to.destroy())
      keep(from)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    hangUp: () => {
      for (const client of clients) client.end()
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
