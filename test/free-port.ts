// Ports for programs that are to be told where to listen.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system hands out by itself, so that no other program gets one of these before ours listens on it. */
const [lowest, count] = [20_000, 12_000]

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
