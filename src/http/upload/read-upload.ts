// Reads the body of an upload: JSON, the Base64 in it, the CSV in that, and seals its rows in chunks. Pure work without I/O, so that it can be
// done in a thread of its own: what is 75 MB long would keep every other request waiting.
import { isUtf8 } from 'node:buffer'
import { hash, type KeyObject } from 'node:crypto'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { jsonOf, NotJson, unkeepable } from '../../interface/json-text.ts'
import { type ErrorEntry, entriesOf, predicate, sentence } from '../../interface/messages.ts'
import { csvOptions, type Delimiter, titleOf, uploadLimits } from '../../interface/upload-format.ts'
import { sealRows } from '../../stores/batch-rows.ts'
import { unreadMembers } from '../unread-members.ts'
import { encodingProblem, type Place, syntaxProblem, titleProblem } from './csv-problems.ts'

export type Upload = {
  readonly name: string
  readonly filename: string
  /** The titles of the first row, as uploaded. */
  readonly columns: readonly string[]
  readonly delimiter: Delimiter
  readonly hasByteOrderMark: boolean
  readonly rowCount: number
  /** Of the CSV, in hex. */
  readonly sha256: string
  /** The members of the body that nothing reads. */
  readonly ignored: readonly string[]
}

/** What is wrong with it; the edge makes an answer of it. */
export type UploadProblem = { readonly status: 400 | 422; readonly entries: readonly ErrorEntry[] }

export const chunkRows = 100
const byteOrderMark = Buffer.from('\ufeff')
const mostBytes = uploadLimits.megabytes * 1_048_576
const mostRows = uploadLimits.rows

export const CreateBatch = z
  .object({
    name: z.string().trim().min(1).max(uploadLimits.name),
    filename: z.string().trim().min(1).max(uploadLimits.name),
    csv: z
      .string()
      .min(1)
      .meta({
        format: 'byte',
        description: `Base64 of a CSV, ${uploadLimits.megabytes} MB and ${mostRows.toLocaleString('en-US')} rows at most.`,
      }),
  })
  .meta({
    id: 'CreateBusinessBatchRequest',
    examples: [
      {
        name: 'May',
        filename: 'may.csv',
        csv: Buffer.from('name,address\nAcme Widgets LLC,"123 Main St, Portland, OR 97201"\n').toString('base64'),
      },
    ],
  })

/** `onChunk` gets each sealed chunk in turn. It deletes them when the upload turns out wrong. */
export const readUpload = async (
  body: Uint8Array,
  key: KeyObject,
  onChunk: (chunk: number, sealed: string) => void,
): Promise<Upload | UploadProblem> => {
  try {
    const { name, filename, csv, ignored } = fieldsOf(body)
    const bytes = decoded(csv)
    const hasByteOrderMark = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    return { name, filename, ignored, sha256: hash('sha256', bytes), hasByteOrderMark, ...(await readCsv(bytes, key, onChunk)) }
  } catch (error) {
    if (error instanceof Wrong) return error.problem
    throw error
  }
}

class Wrong extends Error {
  readonly problem: UploadProblem
  constructor(status: 400 | 422, ...entries: readonly ErrorEntry[]) {
    super(entries[0]?.message)
    this.problem = { status, entries }
  }
}

const wrongCsv = (status: 400 | 422, message: string) => new Wrong(status, { message: `csv ${message}`, parameter: 'csv' })

const fieldsOf = (body: Uint8Array): z.output<typeof CreateBatch> & Pick<Upload, 'ignored'> => {
  const json = parsed(body)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Wrong(400, { message: 'the body must be a JSON object' })
  const result = CreateBatch.safeParse(json, { error: predicate })
  if (!result.success) throw new Wrong(422, ...entriesOf(result.error.issues))
  const lost = (['name', 'filename'] as const).flatMap((field) => {
    const problem = unkeepable(result.data[field])
    return problem === undefined ? [] : [{ message: sentence(field, problem), parameter: field }]
  })
  if (lost.length > 0) throw new Wrong(422, ...lost)
  return { ...result.data, ignored: unreadMembers(CreateBatch, json) }
}

const parsed = (body: Uint8Array): unknown => {
  try {
    return jsonOf(body)
  } catch (error) {
    throw error instanceof NotJson ? new Wrong(400, { message: error.message }) : error
  }
}

const decoded = (text: string): Buffer => {
  const base64 = /\s/.test(text) ? text.replace(/\s+/g, '') : text
  const digits = base64.endsWith('==') ? base64.length - 2 : base64.endsWith('=') ? base64.length - 1 : base64.length
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || digits % 4 === 1 || (digits < base64.length && base64.length % 4 !== 0))
    throw wrongCsv(400, 'is not Base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > mostBytes) throw wrongCsv(400, `is larger than the ${mostBytes / 1_048_576} MB allowed`)
  if (!isUtf8(bytes) || bytes.includes(0)) throw wrongCsv(400, `is not a CSV: ${encodingProblem(bytes)}`)
  return bytes
}

const readCsv = async (
  bytes: Buffer,
  key: KeyObject,
  onChunk: (chunk: number, sealed: string) => void,
): Promise<Pick<Upload, 'columns' | 'delimiter' | 'rowCount'>> => {
  const options = csvOptions(bytes)
  // Where the parser stands, which is ahead of what comes out of it.
  let place: Place = { columns: undefined, line: 1 }
  const parser = parse({
    ...options,
    on_record: (record: string[], { lines }) => {
      place = { columns: place.columns ?? record, line: lines + 1 }
      return record
    },
  })
  const feeding = feed(parser, bytes)
  let columns: readonly string[] | undefined
  let rowCount = 0
  let chunk: string[][] = []
  const flush = () => {
    if (chunk.length === 0) return
    onChunk(Math.floor((rowCount - 1) / chunkRows), sealRows(chunk, key, Math.floor((rowCount - 1) / chunkRows)))
    chunk = []
  }
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (columns === undefined) {
        columns = checkedColumns(record)
        continue
      }
      if (++rowCount > mostRows) throw wrongCsv(400, `has more than the ${mostRows} rows allowed`)
      chunk.push(record)
      if (chunk.length === chunkRows) flush()
    }
    await feeding
  } catch (error) {
    parser.destroy()
    if (!(error instanceof CsvError)) throw error
    throw wrongCsv(400, `is not a CSV: ${syntaxProblem(error, place)}`)
  }
  if (columns === undefined || rowCount === 0) throw wrongCsv(422, 'has no rows')
  flush()
  return { columns, delimiter: options.delimiter, rowCount }
}

/** Slice by slice, as fast as it is read. */
const feed = async (parser: NodeJS.WritableStream, bytes: Buffer): Promise<void> => {
  const slice = 65_536
  let goOn = () => {}
  for (const event of ['drain', 'close']) parser.on(event, () => goOn())
  for (let at = 0; at < bytes.length; at += slice)
    if (!parser.write(bytes.subarray(at, at + slice))) {
      const { promise, resolve } = Promise.withResolvers<void>()
      goOn = resolve
      await promise
    }
  parser.end()
}

const checkedColumns = (columns: readonly string[]): readonly string[] => {
  const titles = columns.map(titleOf)
  const problem = titleProblem(columns, titles)
  if (problem !== null) throw wrongCsv(422, problem)
  return columns
}
