declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net'
  /** What carries commands to a server, and what watches it. */
  export class Connection {
    constructor(socket: Socket, options: object)
  }
}
