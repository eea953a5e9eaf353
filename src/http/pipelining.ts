// Pipelining: requests that a client sends ahead on a connection (RFC 9112, 9.3.2) are answered one after the other, each once the client has taken the
// answer before. A client that asks and does not read fills no memory with answers.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The most requests that wait on a connection. The connection of a client that sends more ahead is closed. */
const mostWaiting = 50

export const openPipelines = () => {
  const connections = new Map<Socket, (() => void)[]>()
  return {
    /** Calls `answer` when it is the request's turn. */
    take: (outgoing: ServerResponse, answer: () => void) => {
      const { socket } = outgoing.req
      const waiting = connections.get(socket)
      const begin = () => {
        outgoing.once('close', () => {
          const next = connections.get(socket)?.shift()
          if (next) next()
          else connections.delete(socket)
        })
        answer()
      }
      if (waiting && waiting.length >= mostWaiting) return void socket.destroy()
      if (waiting) return void waiting.push(begin)
      connections.set(socket, [])
      begin()
    },
    /** Whether an answer is under way on this connection. */
    isAnswering: (socket: Socket): boolean => connections.has(socket),
  }
}
