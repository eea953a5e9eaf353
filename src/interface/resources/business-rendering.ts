// The text of a business's record, made once for all reads: what other records put into it is left open, and filled in when it is read.
import { randomUUID } from 'node:crypto'
import release from '../../../package.json' with { type: 'json' }
import { dismissersIn } from '../../events/watchlist-dismissals.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import { businessResource, type Related } from './business.ts'
import { linkedDocument } from './documents.ts'
import { foundLiensOf } from './product-records.ts'

/** What must be known of the business to find what is left open. */
export type RenderedBusiness = Pick<BusinessDocument, 'id' | 'account_id' | 'mode' | 'external_id' | 'assignee_id'> & {
  /** Only whether there is one. */
  readonly review: object | null
  /** Those whose names are left open. */
  readonly requesters: readonly { readonly id: string; readonly type: string }[]
  readonly foundLiens: ReturnType<typeof foundLiensOf>
}

/** The members that are left open as a whole. `name` and `link` are left open with an id. */
type Whole = 'assignee' | 'liens' | 'monitor' | 'policy_results' | 'signal' | 'subscription' | 'subscription_availability'
type Hole = Whole | 'name' | 'link' | 'record'

/** What fills a hole: a value that JSON can hold; undefined where it is not known, and the text cannot be used. */
export type Filling = { readonly [Each in Whole]: unknown } & { readonly [Each in 'name' | 'link']: (id: string) => string | undefined }

/** JSON has no control characters, so one separates the parts: text and holes by turns. */
const separator = '\u0001'

/** What a rendering of this release begins with: a list in a list. The first one holds what must be known of the business. */
const beginning = `[["${release.version}",`

/** Stands behind the first list and before the record. To make two texts and put them together would copy 16 KB once more. */
const divider = `],${separator}record:${separator},`

/** Marks a hole in the JSON that is made here; nobody outside knows it. */
const mark = randomUUID()
/** Marks the code of a character. It begins with one that is rare, which is found sooner. */
const codeMark = `~${randomUUID()}`
/** A hole with its name, the code of a character, or a character of more than one byte. */
const marked = new RegExp(`"${mark}([^"]*)"|${codeMark}(....)|[\\u0080-\\uffff]`, 'g')
const hole = (kind: Hole, id = ''): never => `${mark}${kind}:${id}` as never

/** @returns null while orders wait or run: it would change before it is read twice */
export const businessRendering = (business: BusinessDocument): string | null => {
  if (business.orders.some(({ stage }) => stage === 'created' || stage === 'pending')) return null
  const rendered = renderedOf(business)
  return separated(JSON.stringify([[release.version, rendered], hole('record'), openOf(business, rendered)]))
}

/**
 * JSON with its holes set apart, and without a character of more than one byte: a text that has one takes twice the memory, and longer to unpack, to
 * cut and to send. Both in one pass, because each makes another long text.
 */
const separated = (json: string): string =>
  json.replace(marked, (found, name?: string, code?: string) =>
    name === undefined ? `\\u${code ?? codeOf(found)}` : `${separator}${name}${separator}`,
  )

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0')

/** A single character of two bytes makes a text twice as large until it is escaped. The label of one task has one, in nearly every review. */
const narrow = <Task extends { readonly label: string }>(task: Task): Task =>
  wide.test(task.label) ? { ...task, label: task.label.replace(/[\u0100-\uffff]/g, (each) => `${codeMark}${codeOf(each)}`) } : task

const wide = /[\u0100-\uffff]/

const renderedOf = ({ id, account_id, mode, external_id, assignee_id, review, submitted, file }: BusinessDocument): RenderedBusiness => ({
  id,
  account_id,
  mode,
  external_id,
  assignee_id,
  review: review && {},
  requesters: [submitted.requester, ...dismissersIn(file)],
  foundLiens: foundLiensOf({ file, businessId: id, personId: null }),
})

/** The record with its holes. */
const openOf = (business: BusinessDocument, { requesters }: RenderedBusiness) => {
  const names = new Map(requesters.map(({ id }) => [id, hole('name', id)]))
  const documents = Object.values(business.file.documents).map((each) => linkedDocument(each, hole('link', each.id)))
  const record = businessResource(business, names, { ...nothingYet, documents })
  const { review } = record
  return {
    ...record,
    review: review && { ...review, tasks: review.tasks.map(narrow), assignee: hole('assignee') },
    liens: hole('liens'),
    monitor: hole('monitor'),
    policy_results: hole('policy_results'),
    signal: hole('signal'),
    subscription: hole('subscription'),
    subscription_availability: hole('subscription_availability'),
  }
}

const nothingYet: Related = { documents: [], liens: [], monitor: null, signal: null, assignee: null, policyResults: [], subscribable: [] }

export type Rendering = {
  readonly business: RenderedBusiness
  /** The record with its holes filled, as JSON in UTF-8; undefined where something is not known. */
  readonly filled: (filling: Filling) => Buffer<ArrayBuffer> | undefined
}

/** @returns undefined for the rendering of another release */
export const openRendering = (rendering: string): Rendering | undefined => {
  if (!rendering.startsWith(beginning)) return undefined
  const end = rendering.indexOf(divider)
  const business = JSON.parse(rendering.slice(beginning.length, end)) as RenderedBusiness
  return { business, filled: (filling) => filledWith(rendering, end + divider.length, filling) }
}

/** Whether it says something else than the document. That of another release is given to nobody. */
export const isAlteredRendering = (rendering: string, business: BusinessDocument): boolean =>
  rendering.startsWith(beginning) && rendering !== businessRendering(business)

/**
 * Text and holes by turns. A search for each end takes a fifth of the time of `split`. A text put together from parts would be copied to be measured, copied
 * again with the head of the response, and once more as bytes.
 */
const filledWith = (rendering: string, start: number, filling: Filling): Buffer<ArrayBuffer> | undefined => {
  const parts: string[] = []
  let from = start
  for (let to = rendering.indexOf(separator, from); to >= 0; to = rendering.indexOf(separator, from)) {
    const end = rendering.indexOf(separator, to + 1)
    const filled = valueIn(rendering.slice(to + 1, end), filling)
    if (filled === undefined) return undefined
    parts.push(rendering.slice(from, to), JSON.stringify(filled))
    from = end + 1
  }
  // The list around it ends with it.
  parts.push(rendering.slice(from, -1))
  return bytesOf(parts)
}

const bytesOf = (parts: readonly string[]): Buffer<ArrayBuffer> => {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + Buffer.byteLength(part), 0))
  let size = 0
  for (const part of parts) size += bytes.write(part, size)
  return bytes
}

const valueIn = (hole: string, filling: Filling): unknown => {
  const end = hole.indexOf(':')
  const [kind, id] = [hole.slice(0, end), hole.slice(end + 1)]
  return kind === 'name' || kind === 'link' ? filling[kind](id) : filling[kind as Whole]
}
