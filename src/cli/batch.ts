// npm run batch: uploads a CSV of businesses, shows how far the service has come with it, and which rows are wrong. Asked again for the same file
// it goes on with the batch that is there.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'
import { type Exit, main, nothing, WrongUse } from './command-line.ts'
import { OperatorError, refusalIn } from './connection.ts'
import { progress } from './progress.ts'
import { wrongRows } from './wrong-rows.ts'

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

/** So many wrong rows are shown; the result file has them all. */
const shown = 50

type BatchOptions = {
  readonly name?: string
  readonly key?: string
  readonly url?: string
  readonly out?: string
  readonly again?: boolean
  readonly batch?: string
}

const run = async (file: string, options: BatchOptions): Promise<Exit> => {
  const key = options.key ?? process.env.PROBITY_KEY
  if (!key) throw new WrongUse('an API key is needed: --key KEY, or PROBITY_KEY in the environment')
  if (!existsSync(file)) throw new WrongUse(`${file} does not exist`)
  const bytes = readFileSync(file)
  const url = (options.url ?? (await serviceUrl())).replace(/\/+$/, '')
  const request = requesting(url, key)

  const id = options.batch ?? (await upload(request, bytes, { ...options, name: options.name ?? basename(file), filename: basename(file) }))
  await follow(request, id)
  const result = await request(`/v1/business_batches/${id}/csv`)
  const wrong = await report(bytes, result, options.out)
  console.log(
    `batch ${id}: ${wrong === 0 ? 'every row is a business' : `${wrong} rows are wrong`}${options.out ? `; see ${options.out}` : ''}`,
  )
  return wrong > 0 ? 1 : 0
}

type Request = (path: string, init?: { readonly body: string; readonly idempotencyKey: string }) => Promise<Response>

const upload = async (
  request: Request,
  bytes: Buffer,
  { name, filename, again }: { name: string; filename: string; again?: boolean | undefined },
): Promise<string> => {
  console.error(`uploading ${filename} (${(bytes.length / 1_048_576).toFixed(1)} MB)`)
  const body = JSON.stringify({ name, filename, csv: bytes.toString('base64') })
  const once = again ? `${Date.now()}` : ''
  const response = await request('/v1/business_batches', { body, idempotencyKey: hash('sha256', `batch\n${once}\n${body}`) })
  const { id } = (await response.json()) as Batch
  const isKnown = response.headers.get('idempotent-replayed') === 'true'
  console.error(isKnown ? `it was uploaded before: going on with batch ${id} (--again makes another one)` : `it is batch ${id}`)
  return id
}

const follow = async (request: Request, id: string): Promise<void> => {
  const rows = progress('creating', 'rows')
  for (;;) {
    const { completed_business_count: done, business_count: all } = (await (await request(`/v1/business_batches/${id}`)).json()) as Batch
    rows.at(done, all === 0 ? 1 : done / all)
    if (done === all) return rows.end()
    await pause(500)
  }
}

/** Shows the wrong rows and keeps the whole result where it is wanted; how many are wrong. */
const report = async (bytes: Buffer, result: Response, out: string | undefined): Promise<number> => {
  const file = out === undefined ? undefined : await open(out, 'w')
  const kept = async function* () {
    for await (const chunk of received(result)) {
      await file?.appendFile(chunk)
      yield chunk
    }
  }
  let wrong = 0
  try {
    for await (const { row, line, errors } of wrongRows(bytes, kept()))
      if (++wrong <= shown) console.log(`line ${line} (row ${row}): ${errors}`)
  } finally {
    await file?.close()
  }
  if (wrong > shown) console.log(`... and ${wrong - shown} more${out === undefined ? ': --out RESULT.csv keeps them all' : ''}`)
  return wrong
}

async function* received({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch {
    throw new OperatorError('the service broke off in the middle of the rows; the same command asks for them again')
  }
}

const serviceUrl = async (): Promise<string> => {
  const { baseUrl, dataDir, port } = readConfig(process.env)
  return baseUrl ?? (await readOwner(dataDir))?.address ?? `http://127.0.0.1:${port}`
}

/** So long a service that has answered before, and is away now, is waited for. */
const patienceMs = 120_000

/** @throws OperatorError with the service's own message; what is only too much at the moment, or away for a while, is asked again */
const requesting = (url: string, key: string): Request => {
  let answeredAt: number | undefined
  const request: Request = async (path, init) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const posted = init && { method: 'POST', body: init.body, headers: { ...headers, 'Idempotency-Key': init.idempotencyKey } }
    const response = await fetch(`${url}${path}`, posted ?? { headers }).catch(() => undefined)
    const isAway = response === undefined || response.status === 503
    if (!isAway) answeredAt = performance.now()
    if (isAway && answeredAt !== undefined && performance.now() - answeredAt < patienceMs) {
      await pause(1_000)
      return request(path, init)
    }
    if (response === undefined) throw new OperatorError(`nothing answers at ${url}: is the service running? (--url says where it is)`)
    if (response.ok) return response
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
      return request(path, init)
    }
    throw await refusalIn(response, path)
  }
  return request
}

await main({
  name: 'batch',
  about: 'Uploads a CSV of businesses, shows how far the service has come with it, and which rows are wrong.',
  notes: `Interrupted, the same command goes on where the batch stands: within 24 hours the same file under the same name is the same batch.

The first row holds the titles: name, address (or address_line1, address_city, address_state, address_postal_code), tin, website,
external_id, unique_external_id, phone_number, tags, person_name1, person_dob1, ...`,
  options: {
    name: { type: 'string', value: 'NAME', about: "how the batch is called; the file's name when absent" },
    key: { type: 'string', value: 'KEY', about: 'an API key; PROBITY_KEY when absent' },
    url: { type: 'string', value: 'URL', about: 'where the service is; the one that owns DATA_DIR, or BASE_URL, when absent' },
    out: { type: 'string', value: 'FILE', about: 'where the rows go with what became of them' },
    again: { type: 'boolean', about: 'makes another batch of a file that was uploaded before' },
    batch: { type: 'string', value: 'ID', about: 'follows the batch that was made of the file' },
  },
  open: nothing,
  commands: [
    {
      usage: 'FILE.csv',
      about: 'uploads a CSV of businesses; exit code 1 also when rows are wrong',
      examples: ['merchants.csv --key bvs_live_... --out merchants-result.csv'],
      run: (_, [file = ''], options) => run(file, options),
    },
  ],
})
