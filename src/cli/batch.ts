// npm run batch: uploads a CSV of businesses, shows the progress and lists the wrong rows. It writes a result file once the
// businesses have been verified. For a file that was already uploaded it continues with the existing batch.
import { hash } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keysOf } from '../events/keys-of.ts'
import { askedPauseMs } from '../processes/webhooks/retry-after.ts'
import { accessOptions, keyOf, serviceUrl } from './account-requests.ts'
import { answerIn, unanswered } from './answers.ts'
import { resultRows } from './batch-rows.ts'
import { type Exit, mustExist, nothing, type Options, placeProblem, program, WrongUse } from './command-line.ts'
import { OperatorError, refusalIn } from './connection.ts'
import { counted } from './output.ts'
import { progress } from './progress.ts'
import { openWholeFile } from './whole-file.ts'

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

/** The maximum number of wrong rows to show; the result file has them all. */
const shown = 50

const batchOptions = {
  name: { type: 'string', value: 'NAME', about: "the name of the batch; by default the file's name" },
  ...accessOptions,
  out: {
    type: 'string',
    value: 'FILE',
    about: 'writes the rows with their results, once the businesses have been verified',
  },
  'no-wait': { type: 'boolean', about: 'writes the file at once, and says which rows are not verified yet' },
  again: { type: 'boolean', about: 'creates another batch of a file that was uploaded before' },
  batch: { type: 'string', value: 'ID', about: 'continues this batch of the file' },
} as const
type BatchOptions = Options<typeof batchOptions>

const run = async (file: string, options: BatchOptions): Promise<Exit> => {
  const key = keyOf(options)
  if (options.out !== undefined) mustBeWritable(options.out)
  const bytes = readFileSync(file)
  const url = await serviceUrl(options)
  const request = requesting(url, key)

  const id = options.batch ?? (await upload(request, bytes, { ...options, name: options.name ?? basename(file), filename: basename(file) }))
  await follow(request, id)
  if (options.out !== undefined && !options['no-wait']) await followVerification(request, id)
  const result = await request(`/v1/business_batches/${id}/csv`)
  const { wrong, open } = await report(bytes, result, options.out)
  const outcome = wrong === 0 ? 'every row is a business' : `${rowsAre(wrong)} wrong`
  const unfinished = options.out !== undefined && open > 0 ? `, ${rowsAre(open)} not verified yet` : ''
  console.log(`batch ${id}: ${outcome}${unfinished}${options.out ? `; see ${options.out}` : ''}`)
  return wrong > 0 ? 1 : 0
}

/** Before anything is sent: an upload orders verifications. @throws WrongUse */
const mustBeWritable = (out: string): void => {
  mustExist(dirname(out))
  if (!statSync(dirname(out)).isDirectory()) throw new WrongUse(`${dirname(out)} is a file, where a folder is needed`)
  const known = statSync(out, { throwIfNoEntry: false })
  if (known?.isDirectory()) throw new WrongUse(`${out} is a folder, where a file is needed`)
  const written = known && !known.isFile() ? out : dirname(out)
  try {
    accessSync(written, constants.W_OK)
  } catch (error) {
    throw new WrongUse(placeProblem(error, written) ?? (error as Error).message)
  }
}

const rowsAre = (count: number): string => `${counted(count, 'row')} ${count === 1 ? 'is' : 'are'}`

type Request = (path: string, init?: { readonly body: string; readonly idempotencyKey: string }) => Promise<Response>

/** What is going on stays in the service, so that the same command goes on with it. */
const told = <Answer>(response: Response): Promise<Answer> =>
  answerIn<Answer>(response, (how) => new OperatorError(`the service was asked, and ${how}; run the same command again`))

const upload = async (
  request: Request,
  bytes: Buffer,
  { name, filename, again }: { name: string; filename: string; again?: boolean | undefined },
): Promise<string> => {
  console.error(`uploading ${filename} (${(bytes.length / 1_048_576).toFixed(1)} MB)`)
  const body = JSON.stringify({ name, filename, csv: bytes.toString('base64') })
  const once = again ? `${Date.now()}` : ''
  const response = await request('/v1/business_batches', { body, idempotencyKey: hash('sha256', `batch\n${once}\n${body}`) })
  const { id } = await told<Batch>(response)
  const isKnown = response.headers.get('idempotent-replayed') === 'true'
  console.error(isKnown ? `this file was uploaded before: continuing batch ${id} (--again creates another one)` : `batch ${id}`)
  return id
}

const follow = async (request: Request, id: string): Promise<void> => {
  const rows = progress('creating', 'rows')
  for (;;) {
    const { completed_business_count: done, business_count: all } = await told<Batch>(await request(`/v1/business_batches/${id}`))
    rows.at(done, all === 0 ? 1 : done / all)
    if (done === all) return rows.end()
    await pause(500)
  }
}

/** The statuses that a business leaves automatically. Only a person ends an audit. */
const verifying = ['open', 'pending']

/** Waits until no business of the batch is being verified. */
const followVerification = async (request: Request, id: string): Promise<void> => {
  const count = async (filter: string): Promise<number> => {
    const response = await request(`/v1/businesses?business_batch_id=${id}&per_page=1${filter}`)
    return (await told<{ readonly total_count: number }>(response)).total_count
  }
  const all = await count('')
  const businesses = progress('verifying', 'businesses')
  for (;;) {
    const running = (await Promise.all(verifying.map((status) => count(`&status=${status}`)))).reduce((sum, each) => sum + each, 0)
    businesses.at(all - running, all === 0 ? 1 : (all - running) / all)
    if (running === 0) return businesses.end()
    await pause(1_000)
  }
}

type Reported = { readonly wrong: number; readonly open: number }

/** Shows the wrong rows and the unverified ones, and writes the whole result to a file if requested; returns how many there are of both. */
const report = async (bytes: Buffer, result: Response, out: string | undefined): Promise<Reported> => {
  const file = out === undefined ? undefined : await openWholeFile(out)
  const kept = async function* () {
    for await (const chunk of received(result)) {
      await file?.write(chunk)
      yield chunk
    }
  }
  let [wrong, open] = [0, 0]
  try {
    for await (const { row, line, status, errors } of resultRows(bytes, kept())) {
      const isOpen = out !== undefined && unverified.has(status)
      if (isOpen && ++open <= shown) console.log(`row ${row} (line ${line}): not verified yet (${status})`)
      if (status === 'failed' && ++wrong <= shown) console.log(`row ${row} (line ${line}): ${errors}`)
    }
    await file?.keep()
  } finally {
    await file?.close()
  }
  if (wrong > shown) console.log(`... and ${wrong - shown} more${out === undefined ? ': --out RESULT.csv writes them all' : ''}`)
  if (open > shown) console.log(`... and ${open - shown} more that are not verified yet`)
  return { wrong, open }
}

const unverified: ReadonlySet<string> = new Set(['queued', ...verifying, 'in_audit'])

async function* received({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch {
    throw new OperatorError('the service stopped in the middle of the rows; run the same command again')
  }
}

/** How long to wait for a service that has answered before and is away now. */
const patienceMs = 120_000

/** Retries when the service is overloaded or briefly away. @throws OperatorError with the service's own message */
const requesting = (url: string, key: string): Request => {
  let answeredAt: number | undefined
  let isTold = false
  const request: Request = async (path, init) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const posted = init && { method: 'POST', body: init.body, headers: { ...headers, 'Idempotency-Key': init.idempotencyKey } }
    const response = await fetch(`${url}${path}`, posted ?? { headers }).catch((error: Error) => error)
    const isAway = response instanceof Error || response.status === 503
    if (!isAway) {
      answeredAt = performance.now()
      isTold = false
    }
    if (isAway && answeredAt !== undefined && performance.now() - answeredAt < patienceMs) {
      if (!isTold) console.error(`the service does not answer; trying again for ${patienceMs / 60_000} minutes`)
      isTold = true
      await pause(1_000)
      return request(path, init)
    }
    if (response instanceof Error) throw new OperatorError(`${unanswered(url, response)} (--url gives its address)`)
    if (response.ok) return response
    if (response.status === 429) {
      const retryAfter = response.headers.get('retry-after') ?? undefined
      await pause(askedPauseMs({ status: response.status, retryAfter }, new Date()) ?? 1_000)
      return request(path, init)
    }
    throw await refusalIn(response, path)
  }
  return request
}

export const line = await program(import.meta, {
  name: 'batch',
  about: 'Uploads a CSV of businesses, shows the progress and lists the wrong rows.',
  notes: [
    {
      text: `If it is interrupted, run the same command again to continue: within 24 hours the same file under the same name is the same batch.

The first row holds the titles: name, address (or address_line1, address_city, address_state, address_postal_code), tin, website,
external_id, unique_external_id, phone_number, tags, person_name1, person_dob1, ...`,
      of: ['FILE'],
    },
  ],
  options: batchOptions,
  open: nothing,
  commands: [
    {
      usage: 'FILE',
      reads: ['FILE'],
      options: keysOf(batchOptions),
      about: 'uploads a CSV of businesses; exit code 1 also when rows are wrong',
      examples: ['merchants.csv --key bvs_live_... --out merchants-result.csv'],
      run: (_, [file = ''], options) => run(file, options),
    },
  ],
})
