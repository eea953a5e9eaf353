// Stands between a client and a server of MongoDB's protocol, and answers as a member does that has just ceased to be the primary.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BSON } from 'mongodb'

export type Elections = {
  readonly url: string
  /** So many of the next commands are refused, and nothing is done. */
  readonly refuse: (count: number) => void
  /** So many of the next commands are done, but their answer is that they were interrupted. */
  readonly interrupt: (count: number) => void
  /** The answers to commands of this name come so much later. */
  readonly delay: (command: string, ms: number) => void
  /** Commands that were refused or interrupted so far. */
  readonly struck: () => number
  readonly close: () => Promise<void>
}

const headerSize = 16
const opMessage = 2013
/** What a client asks of any member, primary or not. */
const ofAnyMember = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'buildInfo'])

export const startElections = async (target: string): Promise<Elections> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const delays = new Map<string, number>()
  let [refusals, interruptions, struck] = [0, 0, 0]

  const server = createServer((client) => {
    const primary = connect(Number(port), hostname)
    const answers: ((answer: Buffer) => Buffer | Promise<Buffer>)[] = []
    for (const socket of [client, primary]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        primary.destroy()
      })
    }
    onMessages(client, (message) => {
      const late = delays.get(commandIn(message) ?? '')
      if (late !== undefined) answers.push((answer) => pause(late, answer))
      else if (isSpared(message)) answers.push((answer) => answer)
      else if (refusals > 0) {
        refusals--
        struck++
        return client.write(failure(message, 10107, 'NotWritablePrimary'))
      } else if (interruptions > 0) {
        interruptions--
        struck++
        answers.push(() => failure(message, 11602, 'InterruptedDueToReplStateChange'))
      } else answers.push((answer) => answer)
      return primary.write(message)
    })
    onMessages(primary, async (answer) => client.write((await answers.shift()?.(answer)) ?? answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    refuse: (count) => {
      refusals += count
    },
    interrupt: (count) => {
      interruptions += count
    },
    delay: (command, ms) => void delays.set(command, ms),
    struck: () => struck,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Each message begins with its length. */
const onMessages = (socket: Socket, take: (message: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= headerSize && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

/** Undefined for what is no command in the protocol of today. */
const commandIn = (message: Buffer): string | undefined => {
  if (message.readInt32LE(12) !== opMessage) return undefined
  // Flags, and the kind of the first section, stand before the command.
  const length = message.readInt32LE(headerSize + 5)
  return Object.keys(BSON.deserialize(message.subarray(headerSize + 5, headerSize + 5 + length)))[0]
}

const isSpared = (message: Buffer): boolean => {
  const command = commandIn(message)
  return command === undefined || ofAnyMember.has(command)
}

const failure = (request: Buffer, code: number, codeName: string): Buffer => {
  const body = BSON.serialize({ ok: 0, code, codeName, errmsg: `${codeName} (an election is under way)` })
  const answer = Buffer.alloc(headerSize + 5)
  answer.writeInt32LE(answer.length + body.length, 0)
  answer.writeInt32LE(request.readInt32LE(4), 8)
  answer.writeInt32LE(opMessage, 12)
  return Buffer.concat([answer, body])
}
