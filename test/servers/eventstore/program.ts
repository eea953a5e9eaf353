// The EventStoreDB test server as a program that takes EventStoreDB's options: --node-port, --db (where it keeps its log), --certificate-file and
// --certificate-private-key-file, --version; and the passwords of its users from EventStoreDB's variables.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEventStoreServer } from '../eventstore.ts'
import { asOfStandIn } from '../eventstored.ts'
import { createLog, type Log, type ProposedEvent } from './log.ts'

type Kept = { readonly stream: string; readonly events: readonly KeptEvent[] }
type KeptEvent = Pick<ProposedEvent, 'id' | 'type' | 'contentType'> & { readonly data: string; readonly metadata: string }

/** A log that outlives its process, in a file of this folder. */
const keptLog = (folder: string): Log => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'log.jsonl')
  const log = createLog()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  for (const { stream, events } of lines.map((line) => JSON.parse(line) as Kept)) log.append(stream, events.map(taken), 'any')
  return {
    ...log,
    append: (stream, events, expected) => {
      const before = log.records.length
      const outcome = log.append(stream, events, expected)
      const written: Kept = { stream, events: log.records.slice(before).map(kept) }
      if (written.events.length > 0) appendFileSync(file, `${JSON.stringify(written)}\n`)
      return outcome
    },
  }
}

const kept = ({ id, type, contentType, data, metadata }: ProposedEvent): KeptEvent => ({
  id,
  type,
  contentType,
  data: Buffer.from(data).toString('base64'),
  metadata: Buffer.from(metadata).toString('base64'),
})

const taken = ({ data, metadata, ...event }: KeptEvent): ProposedEvent => ({
  ...event,
  data: Buffer.from(data, 'base64'),
  metadata: Buffer.from(metadata, 'base64'),
})

const option = (name: string): string | undefined => {
  const words = process.argv.slice(2)
  const at = words.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  if (at < 0) return undefined
  return words[at]?.includes('=') ? words[at].slice(name.length + 3) : words[at + 1]
}

if (process.argv.includes('--version')) console.log('EventStoreDB stand-in of test/servers, version 23.10.0')
else {
  const [certificate, key] = [option('certificate-file'), option('certificate-private-key-file')]
  const { EVENTSTORE_DEFAULT_ADMIN_PASSWORD: admin = 'changeit', EVENTSTORE_DEFAULT_OPS_PASSWORD: ops = 'changeit' } = process.env
  const security = certificate && key ? { security: asOfStandIn({ certificate, key, passwords: { admin, ops } }) } : {}
  await startEventStoreServer({ log: keptLog(option('db') ?? 'db'), port: Number(option('node-port') ?? 2113), ...security })
}
