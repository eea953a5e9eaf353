// The results of an uploaded CSV by row: reads the uploaded file and the downloaded rows side by side.
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { csvOptions } from '../interface/upload-format.ts'

/** `row` counts from 1, without the header; `line` is where the row begins in the file. */
export type ResultRow = { readonly row: number; readonly line: number; readonly status: string; readonly errors: string }

/** `downloaded`: the same rows, each followed by `business_id`, `status` and `errors`. */
export async function* resultRows(file: Buffer, downloaded: AsyncIterable<Uint8Array>): AsyncGenerator<ResultRow> {
  const options = csvOptions(file)
  const lines = linesOf(file)
  let row = 0
  const parser = parse(options)
  // The parser passes the error on to where the rows are read.
  pipeline(downloaded, parser, () => undefined)
  for await (const cells of parser as AsyncIterable<readonly string[]>) {
    const { value: line = 0 } = await lines.next()
    const [status = '', errors = ''] = cells.slice(-2)
    if (row > 0) yield { row, line, status, errors }
    row++
  }
}

/** The line where each record begins, from 1. */
async function* linesOf(file: Buffer): AsyncGenerator<number, undefined> {
  const parser = Readable.from(slices(file)).pipe(parse({ ...csvOptions(file), info: true, raw: true }))
  type Parsed = { readonly info: { readonly lines: number }; readonly record: readonly string[] }
  for await (const { info, record } of parser as AsyncIterable<Parsed>)
    yield info.lines - record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
