// The baseline of bench/limit.ts: hand-written straight-line code on a bare HTTP server that does, for each business, the durable work of a whole
// verification at once. Its events are encrypted, canonicalised, chained and inserted, its document is written, and requests share a commit.
//   node bench/parts/straight-line.ts FOLDER TEMPLATE     TEMPLATE: a JSON file, see Template
import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 as uuidv7 } from 'uuid'
import { type EventType, personalData } from '../../src/events/catalogue.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { seal, subjectsIn } from '../../src/events/personal-data.ts'

/** What a verification leaves: the events of one business, readable, and the answer to a `GET` of it. */
export type Template = {
  readonly events: readonly { readonly type: EventType; readonly data: object; readonly metadata: { readonly [key: string]: unknown } }[]
  readonly document: object
}

const [folder = '.', template = ''] = process.argv.slice(2)
const { events, document } = JSON.parse(readFileSync(template, 'utf8')) as Template
const masterKey = createSecretKey(randomBytes(32))

const open = (file: string, layout: string) => {
  const database = new DatabaseSync(join(folder, file))
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; ${layout}`)
  return database
}
const log = open(
  'log.sqlite',
  `CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, revision INTEGER, id TEXT, type TEXT, data TEXT, metadata TEXT) STRICT;
   CREATE UNIQUE INDEX events_by_stream ON events (stream, revision)`,
)
const keys = open('keys.sqlite', 'CREATE TABLE keys (subject TEXT PRIMARY KEY, wrapped BLOB) STRICT')
const documents = open('documents.sqlite', 'CREATE TABLE documents (id TEXT PRIMARY KEY, document TEXT) STRICT; PRAGMA synchronous=NORMAL')
const insertEvent = log.prepare('INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)')
const insertKey = keys.prepare('INSERT INTO keys VALUES (?, ?)')
const insertDocument = documents.prepare('INSERT INTO documents VALUES (?, ?)')
const select = documents.prepare('SELECT document FROM documents WHERE id = ?')

const wrapped = (key: Buffer): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv)
  return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

type Row = readonly [stream: string, revision: number, id: string, type: string, data: string, metadata: string]
type Prepared = { readonly id: string; readonly rows: Row[]; readonly keys: (readonly [string, Buffer])[]; readonly document: string }

/** Everything that is written for a business, made before the transaction. */
const prepared = ({ name }: { readonly name: string }): Prepared => {
  const id = uuidv7()
  const stream = `business-${id}`
  const made = new Map<string, Buffer>()
  const subjectKeys = new Map<string, ReturnType<typeof createSecretKey>>()
  let previous = genesis(stream)
  const rows = events.map((event, revision): Row => {
    const data = event.type === 'BusinessCreated' ? { ...event.data, business_id: id, name } : event.data
    for (const subject of subjectsIn(data, personalData[event.type], id)) {
      if (subjectKeys.has(subject)) continue
      const key = randomBytes(32)
      made.set(made.size === 0 ? id : uuidv7(), wrapped(key))
      subjectKeys.set(subject, createSecretKey(key))
    }
    const sealed = seal(data, personalData[event.type], id, subjectKeys)
    const metadata = { ...event.metadata, recorded_at: new Date().toISOString(), prev_hash: previous }
    previous = eventHash({ type: event.type, data: sealed, metadata })
    return [stream, revision, uuidv7(), event.type, JSON.stringify(sealed), JSON.stringify({ ...metadata, hash: previous })]
  })
  return { id, rows, keys: [...made], document: JSON.stringify({ ...document, id, name }) }
}

type Waiting = { readonly work: Prepared; readonly resolve: () => void }
let waiting: Waiting[] = []

/** In the order in which a crash between two of them does no harm: keys, events, documents. */
const flush = () => {
  const batch = waiting
  waiting = []
  const inTransaction = (database: DatabaseSync, write: (work: Prepared) => void) => {
    database.exec('BEGIN')
    for (const { work } of batch) write(work)
    database.exec('COMMIT')
  }
  inTransaction(keys, (work) => {
    for (const row of work.keys) insertKey.run(...row)
  })
  inTransaction(log, ({ rows }) => {
    for (const row of rows) insertEvent.run(...row)
  })
  inTransaction(documents, ({ id, document }) => {
    insertDocument.run(id, document)
  })
  for (const { resolve } of batch) resolve()
}

const written = (work: Prepared) =>
  new Promise<void>((resolve) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ work, resolve })
  })

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const server = createServer(async (request, response) => {
  const send = (status: number, text: string) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    response.end(text)
  }
  if (request.method === 'POST') {
    const work = prepared(JSON.parse(await bodyOf(request)))
    await written(work)
    return send(201, work.document)
  }
  const row = select.get(request.url?.split('/').at(-1) ?? '')
  return row ? send(200, String(row.document)) : send(404, '{"errors":[]}')
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
