// npm run batch: uploads a CSV of businesses, shows how far the service has come with it, and which rows are wrong. Asked again for the same file
// it goes on with the batch that is there.
import { hash } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'
import { wrongRows } from './wrong-rows.ts'

const help = `Uploads a CSV of businesses and shows how far the service has come with it.

Usage: npm run batch -- FILE.csv [--name NAME] [--key KEY] [--url URL] [--out RESULT.csv] [--again]
       npm run batch -- FILE.csv --batch ID

  --name   how the batch is called; the file's name when absent
  --key    an API key; PROBITY_KEY when absent
  --url    where the service is; the one that owns DATA_DIR, or BASE_URL, when absent
  --out    where the rows go with what became of them
  --again  makes another batch of a file that was uploaded before
  --batch  follows the batch that was made of the file

Interrupted, the same command goes on where the batch stands: within 24 hours the same file under the same name is the same batch.
Exit codes: 0 every row is a business, 1 some are wrong or it failed, 2 wrong usage.

The first row holds the titles: name, address (or address_line1, address_city, address_state, address_postal_code), tin, website,
external_id, unique_external_id, phone_number, tags, person_name1, person_dob1, ...`

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

class UsageError extends Error {}

/** So many wrong rows are shown; the result file has them all. */
const shown = 50

const run = async (): Promise<void> => {
  const { positionals, values } = parsed()
  const [file] = positionals
  if (values.help || file === undefined) return console.log(help)
  const key = values.key ?? process.env.PROBITY_KEY
  if (!key) throw new UsageError('an API key is needed: --key KEY, or PROBITY_KEY in the environment')
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`)
  const bytes = readFileSync(file)
  const url = (values.url ?? (await serviceUrl())).replace(/\/+$/, '')
  const request = requesting(url, key)

  const id = values.batch ?? (await upload(request, bytes, { ...values, name: values.name ?? basename(file), filename: basename(file) }))
  await follow(request, id)
  const result = await request(`/v1/business_batches/${id}/csv`)
  const wrong = await report(bytes, result, values.out)
  console.log(
    `batch ${id}: ${wrong === 0 ? 'every row is a business' : `${wrong} rows are wrong`}${values.out ? `; see ${values.out}` : ''}`,
  )
  if (wrong > 0) process.exitCode = 1
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
  const bar = progressBar(process.stderr)
  const began = performance.now()
  let first: number | undefined
  for (;;) {
    const batch = (await (await request(`/v1/business_batches/${id}`)).json()) as Batch
    first ??= batch.completed_business_count
    bar.show(batch, (batch.completed_business_count - first) / ((performance.now() - began) / 1000))
    if (batch.completed_business_count === batch.business_count) return bar.end()
    await pause(500)
  }
}

/** Shows the wrong rows and keeps the whole result where it is wanted; how many are wrong. */
const report = async (bytes: Buffer, result: Response, out: string | undefined): Promise<number> => {
  const file = out === undefined ? undefined : createWriteStream(out)
  const kept = async function* () {
    for await (const chunk of result.body ?? []) {
      if (file && !file.write(chunk)) await new Promise((resolve) => file.once('drain', resolve))
      yield chunk
    }
  }
  let wrong = 0
  for await (const { row, line, errors } of wrongRows(bytes, kept()))
    if (++wrong <= shown) console.log(`line ${line} (row ${row}): ${errors}`)
  if (wrong > shown) console.log(`... and ${wrong - shown} more${out === undefined ? ': --out RESULT.csv keeps them all' : ''}`)
  if (file) {
    file.end()
    await finished(file)
  }
  return wrong
}

const parsed = () => {
  try {
    const text = { type: 'string' } as const
    const flag = { type: 'boolean' } as const
    const options = { name: text, key: text, url: text, out: text, batch: text, again: flag, help: { ...flag, short: 'h' } } as const
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const serviceUrl = async (): Promise<string> => {
  const { baseUrl, dataDir, port } = readConfig(process.env)
  return baseUrl ?? (await readOwner(dataDir))?.address ?? `http://127.0.0.1:${port}`
}

/** So long a service that has answered before, and is away now, is waited for. */
const patienceMs = 120_000

/** @throws Error with the service's own message; what is only too much at the moment, or away for a while, is asked again */
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
    if (response === undefined) throw new Error(`nothing answers at ${url}: is the service running? (--url says where it is)`)
    if (response.ok) return response
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
      return request(path, init)
    }
    const { errors } = (await response.json().catch(() => ({}))) as { readonly errors?: readonly { readonly message: string }[] }
    throw new Error(errors?.map(({ message }) => message).join('\n') ?? `${path} answered with status ${response.status}`)
  }
  return request
}

const width = 40

/** On a terminal one line that is drawn anew; elsewhere one line for each tenth. */
const progressBar = (out: NodeJS.WriteStream) => {
  let tenth = -1
  return {
    show: ({ business_count: all, completed_business_count: done }: Batch, perSecond: number) => {
      const share = all === 0 ? 1 : done / all
      const filled = Math.round(share * width)
      const line = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done} of ${all} rows  ${Math.round(perSecond)}/s`
      if (out.isTTY) out.write(`\r${line}\x1b[K`)
      else if (Math.floor(share * 10) > tenth) out.write(`${line}\n`)
      tenth = Math.floor(share * 10)
    },
    end: () => {
      if (out.isTTY) out.write('\n')
    },
  }
}

try {
  await run()
} catch (error) {
  console.error(`batch: ${error instanceof Error ? error.message : error}${error instanceof UsageError ? `\n\n${help}` : ''}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
