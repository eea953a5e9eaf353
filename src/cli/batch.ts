// npm run batch: uploads a CSV of businesses, shows the progress and lists the wrong rows. It writes a result file once the
// businesses have been verified. For a file that was already uploaded it continues with the existing batch.
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keysOf } from '../events/keys-of.ts'
import { accessOptions, sending } from './account-requests.ts'
import { type BatchRequests, batchRequests } from './batch-requests.ts'
import { resultRows } from './batch-rows.ts'
import { type Exit, mustExist, nothing, type Options, placeProblem, program, WrongUse } from './command-line.ts'
import { OperatorError } from './connection.ts'
import { counted } from './output.ts'
import { path } from './path.ts'
import { progress } from './progress.ts'
import { openWholeFile } from './whole-file.ts'

type Batch = { readonly business_count: number; readonly completed_business_count: number }

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
  if (options.out !== undefined) mustBeWritable(options.out)
  const requests = batchRequests(await sending(options), { tell: console.error })
  const bytes = readFileSync(file)

  const id =
    options.batch ?? (await upload(requests, bytes, { ...options, name: options.name ?? basename(file), filename: basename(file) }))
  await follow(requests, id)
  if (options.out !== undefined && !options['no-wait']) await followVerification(requests, id)
  const result = await requests.answer('GET', path`/v1/business_batches/${id}/csv`)
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

const upload = async (
  { upload }: BatchRequests,
  bytes: Buffer,
  { name, filename, again = false }: { name: string; filename: string; again?: boolean | undefined },
): Promise<string> => {
  console.error(`uploading ${filename} (${(bytes.length / 1_048_576).toFixed(1)} MB)`)
  const { id, isKnown } = await upload({ name, filename, csv: bytes.toString('base64') }, { again })
  console.error(isKnown ? `this file was uploaded before: continuing batch ${id} (--again creates another one)` : `batch ${id}`)
  return id
}

const follow = async ({ read }: BatchRequests, id: string): Promise<void> => {
  const rows = progress('creating', 'rows')
  for (;;) {
    const { completed_business_count: done, business_count: all } = await read<Batch>(path`/v1/business_batches/${id}`)
    rows.at(done, all === 0 ? 1 : done / all)
    if (done === all) return rows.end()
    await pause(500)
  }
}

/** The statuses that a business leaves automatically. Only a person ends an audit. */
const verifying = ['open', 'pending']

/** Waits until no business of the batch is being verified. */
const followVerification = async ({ read }: BatchRequests, id: string): Promise<void> => {
  const count = async (filter: string): Promise<number> =>
    (await read<{ readonly total_count: number }>(`/v1/businesses?business_batch_id=${encodeURIComponent(id)}&per_page=1${filter}`))
      .total_count
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
