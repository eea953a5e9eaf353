// The baseline: a bare Hono server with one handler for a durable SQLite insert (group commit, synchronous=FULL), and one that reads a row.
//   node bench/parts/bare-server.ts FILE
import { DatabaseSync } from 'node:sqlite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const database = new DatabaseSync(process.argv[2] ?? 'bare.sqlite')
database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL)')
const insert = database.prepare('INSERT INTO rows (body) VALUES (?)')
const select = database.prepare('SELECT body FROM rows WHERE id = ?')

type Waiting = { readonly body: string; readonly resolve: (id: number) => void }
let waiting: Waiting[] = []

const flush = () => {
  const batch = waiting
  waiting = []
  database.exec('BEGIN')
  const ids = batch.map(({ body }) => Number(insert.run(body).lastInsertRowid))
  database.exec('COMMIT')
  for (const [index, { resolve }] of batch.entries()) resolve(ids[index] ?? 0)
}

const append = (body: string) =>
  new Promise<number>((resolve) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ body, resolve })
  })

const app = new Hono()
app.post('/rows', async (c) => {
  const id = await append(JSON.stringify(await c.req.json()))
  return c.json({ id }, 201)
})
app.get('/rows/:id', (c) => {
  const row = select.get(Number(c.req.param('id')))
  return row ? c.json(JSON.parse(String(row.body))) : c.json({ errors: [] }, 404)
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`listening ${port}`))
