// The way to a node: connections to its port go on to the node, until the node is frozen. Then they stay open, new ones are accepted, and nothing comes back.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Door = {
  readonly port: number
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

export const openDoor = async (target: number): Promise<Door> => {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (isFrozen) socket.pause()
  }
  const server = createServer((client) => {
    const node = connect(target, '127.0.0.1')
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
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
