// A peer may change the protocol although nobody asked (101 Switching Protocols). Node then closes the connection, and the request gets neither an
// answer nor an error. Aborting it does not help: the caller would wait forever.
import type { ClientRequest } from 'node:http'

/** Ends the request with an error like those of answers that are not HTTP. */
export const refuseUpgrade = (request: ClientRequest): void => {
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    request.emit('error', Object.assign(new Error('the peer changed the protocol, unasked'), { code: 'HPE_UNASKED_UPGRADE' }))
  })
}
