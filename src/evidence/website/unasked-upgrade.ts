// A peer that changes to another protocol although nobody asked (101 Switching Protocols). Node closes the connection then and tells the request
// nothing: neither an answer nor an error, and an abort comes to nothing too, so that whoever waits for it waits for good.
import type { ClientRequest } from 'node:http'

/** Ends the request with an error like those of answers that are not HTTP. */
export const refuseUpgrade = (request: ClientRequest): void => {
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    request.emit('error', Object.assign(new Error('the peer changed the protocol, unasked'), { code: 'HPE_UNASKED_UPGRADE' }))
  })
}
