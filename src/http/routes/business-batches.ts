// Batches of businesses: upload a CSV, list, read, and download it with the result of each row (specification 4.3).
import { z } from 'zod'
import { businessBatch, isUploaded } from '../../commands/business-batch.ts'
import type { UploadedRows } from '../../inner/business-batches.ts'
import { requesterOf } from '../../inner/businesses.ts'
import { namedAttachment } from '../../inner/framework/attachment.ts'
import { bodyLimits, isJson, readBytes } from '../../inner/framework/body.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { ownAccount, ownDocument, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { csvLine } from '../../interface/csv.ts'
import { ApiError, badRequest } from '../../interface/errors.ts'
import { listEnvelope, listOf, modeFilter, paging } from '../../interface/lists.ts'
import { BusinessBatch } from '../../interface/records/batches.ts'
import { rowBusinessId } from '../../interface/requests/batch.ts'
import { batchResource } from '../../interface/resources/business-batch.ts'
import { titleOf } from '../../interface/upload-format.ts'
import { type BatchDocument, batchErrors, batchErrorsKey, businessBatches } from '../../projections/business-batches.ts'
import { businesses } from '../../projections/businesses.ts'
import { describe } from '../openapi/openapi.ts'
import { CreateBatch, chunkRows } from '../upload/read-upload.ts'
import { takeUpload } from '../upload/uploads.ts'
import { query, rawBody, tellIgnored } from '../validation.ts'

const tag = 'Business batches'

const aboutColumns = [
  'Columns: `name`; `address`, or `address_line1`, `address_line2`, `address_city`, `address_state` and `address_postal_code`,',
  'and the same with `address2` to `address5` in place of `address`; `person_name1` and `person_dob1` to `9`; `external_id`,',
  '`unique_external_id`, `phone_number`, `tin`, `website`, `tags` (`;` between).',
  'A row that is wrong stops no other: the CSV of the batch says what is wrong with it.',
].join(' ')

const ownBatch = (inner: Reads, c: ProbityContext, id: string): Promise<BatchDocument> =>
  ownDocument(inner, c, { projection: businessBatches, id, resource: 'business_batch' })

const resources = async (
  inner: Reads,
  c: ProbityContext,
  batches: readonly BatchDocument[],
): Promise<readonly z.output<typeof BusinessBatch>[]> => {
  const account = await ownAccount(inner, c)
  return batches.map((batch) => batchResource(batch, account))
}

/**
 * The id of the batch that an upload becomes. A request repeated with its Idempotency-Key gets the existing batch, or continues an upload that has
 * begun. An upload that was given up meanwhile begins again.
 */
const placeFor = async (inner: Pick<Sending, 'load'>, c: ProbityContext): Promise<{ readonly id: string; readonly known: boolean }> => {
  for (let n = 1; ; n++) {
    const id = newId(c, `batch ${n}`)
    const state = await inner.load(businessBatch, id)
    if (state.status !== 'abandoned') return { id, known: isUploaded(state) }
  }
}

export const businessBatchRoutes =
  (inner: Sending & Reads & UploadedRows): Routes =>
  (app) => {
    app.get(
      '/business_batches',
      describe({ summary: 'List batches of businesses', tag, responses: { 200: listOf(BusinessBatch) } }),
      query(z.object({ ...paging, ...modeFilter })),
      async (c) => {
        const { page, per_page: perPage, mode } = c.req.valid('query')
        const where = mode === undefined ? {} : { mode }
        const { found, totalCount, hasMore } = await ownPageOf(inner, c, businessBatches, { where, sort: newestFirst, page, perPage })
        const items = await resources(inner, c, found)
        return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/business_batches' }))
      },
    )

    app.post(
      '/business_batches',
      describe({
        summary: 'Create businesses from a CSV',
        description: aboutColumns,
        tag,
        responses: { 200: BusinessBatch },
      }),
      rawBody(CreateBatch, bodyLimits.batch),
      async (c) => {
        const body = await readBytes(c, bodyLimits.batch)
        if (body.length === 0) throw badRequest('a JSON body is required')
        if (!isJson(c.req.header('content-type')))
          throw badRequest('the body must be JSON in UTF-8, sent with Content-Type: application/json')
        const { id, known } = await placeFor(inner, c)
        if (known) return c.json((await resources(inner, c, [await ownBatch(inner, c, id)]))[0])
        let begun: Promise<unknown> | undefined
        const write = async (chunk: number, sealed: string) => {
          begun ??= send(inner, c, { aggregate: businessBatch, id, command: { type: 'BeginUpload' } })
          await begun
          await inner.batchRows.write(id, chunk, sealed)
        }
        const upload = await takeUpload({ body, account: c.get('principal').accountId }, await inner.batchRows.keyOf(id), write)
        if ('status' in upload) throw new ApiError(upload.status, upload.entries)
        tellIgnored(c, upload.ignored)
        const { name, filename, columns, delimiter, hasByteOrderMark, rowCount: row_count, sha256 } = upload
        const batch = {
          batch_id: id,
          mode: c.get('principal').mode,
          name,
          filename,
          columns: [...columns],
          delimiter,
          ...(hasByteOrderMark && { byte_order_mark: true as const }),
          row_count,
          chunk_rows: chunkRows,
          sha256,
          requester: requesterOf(c),
        }
        await send(inner, c, { aggregate: businessBatch, id, command: { type: 'UploadBatch', batch } })
        return c.json((await resources(inner, c, [await ownBatch(inner, c, id)]))[0])
      },
    )

    app.get(
      '/business_batches/:id',
      describe({ summary: 'A batch and how far it has come', tag, responses: { 200: BusinessBatch }, errors: [404] }),
      async (c) => c.json((await resources(inner, c, [await ownBatch(inner, c, c.req.param('id'))]))[0]),
    )

    app.get(
      '/business_batches/:id/csv',
      describe({
        summary:
          'The rows as uploaded, with the business, its status and the errors of each; what a spreadsheet would run gets an apostrophe before it',
        description:
          'Columns `business_id`, `status` and `errors` of an earlier download are replaced. Cells of a row that has more of them than there are columns are told in `errors`.',
        tag,
        responses: { 200: { type: 'application/octet-stream', description: 'A CSV, also while the batch is running.' } },
        errors: [404],
      }),
      async (c) => {
        const batch = await ownBatch(inner, c, c.req.param('id'))
        c.header('Content-Type', 'application/octet-stream')
        c.header('Content-Disposition', namedAttachment(batch.filename))
        return c.body(ReadableStream.from(download(inner, batch)) as ReadableStream<Uint8Array>)
      },
    )
  }

/** The most businesses read at a time. Other requests run in between. */
const slice = 50

/** The columns that the download adds. It replaces those of an earlier download. */
const added: readonly string[] = ['business_id', 'status', 'errors']

async function* download(inner: Reads & UploadedRows, batch: BatchDocument): AsyncGenerator<Uint8Array> {
  const line = (cells: readonly string[]) => csvLine(cells, batch.delimiter)
  const isOwn = batch.columns.map((column) => !added.includes(titleOf(column)))
  yield Buffer.from((batch.byte_order_mark ? '\ufeff' : '') + line([...batch.columns.filter((_, at) => isOwn[at]), ...added]))
  for (let from = 0; from < batch.row_count; from += batch.chunk_rows) {
    const rows = (await inner.batchRows.read(batch.id, from / batch.chunk_rows)) ?? []
    const wrong = await errorsOf(inner, batch, from)
    for (let at = 0; at < rows.length; at += slice) {
      const ids = rows.slice(at, at + slice).map((_, index) => rowBusinessId(batch.id, from + at + index))
      const known = await inner.read(businesses).getMany(ids)
      const lines = rows.slice(at, at + slice).map((cells, index) => {
        const id = ids[index] ?? ''
        const document = known.get(id)
        const errors = wrong.get(from + at + index)
        const own = isOwn.flatMap((is, at) => (is ? [cells[at] ?? ''] : []))
        const told = [errors ?? [], beyond(cells, batch)].flat().join('; ')
        return line([...own, document ? id : '', document?.status ?? (errors ? 'failed' : 'queued'), told])
      })
      yield Buffer.from(lines.join(''))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

/** Cells without a column are told in words: each cell of the download stands under its title. */
const beyond = (cells: readonly string[], { columns }: BatchDocument): readonly string[] =>
  cells.length > columns.length ? [`beyond the columns: ${cells.slice(columns.length).join(', ')}`] : []

const errorsOf = async (inner: Reads, batch: BatchDocument, from: number): Promise<ReadonlyMap<number, string>> => {
  const found = await inner.read(batchErrors).get(batchErrorsKey(batch.id, from))
  return new Map(found?.wrong.map(({ row, errors }) => [row, errors.map(({ message }) => message).join('; ')]))
}
