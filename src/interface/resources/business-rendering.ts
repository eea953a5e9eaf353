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
type Hole = Whole | 'name' | 'link'

/** What fills a hole: a value that JSON can hold; undefined where it is not known, and the text cannot be used. */
export type Filling = { readonly [Each in Whole]: unknown } & { readonly [Each in 'name' | 'link']: (id: string) => string | undefined }

/** JSON has no control characters, so one separates the parts: the business, then text and holes by turns. */
const separator = '\u0001'
const separatorByte = 1

/** Marks a hole in the JSON that is made here; nobody outside knows it. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}([^"]*)"`, 'g')
const hole = (kind: Hole, id = ''): never => `${mark}${kind}:${id}` as never

/** @returns null while orders wait or run: it would change before it is read twice */
export const businessRendering = (business: BusinessDocument): string | null =>
  business.orders.some(({ stage }) => stage === 'created' || stage === 'pending')
    ? null
    : [JSON.stringify([release.version, renderedOf(business)]), textOf(business)].join(separator)

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

const textOf = (business: BusinessDocument): string => {
  const { requesters } = renderedOf(business)
  const names = new Map(requesters.map(({ id }) => [id, hole('name', id)]))
  const documents = Object.values(business.file.documents).map((each) => linkedDocument(each, hole('link', each.id)))
  const record = businessResource(business, names, { ...nothingYet, documents })
  const { review } = record
  const open = {
    ...record,
    review: review && { ...review, assignee: hole('assignee') },
    liens: hole('liens'),
    monitor: hole('monitor'),
    policy_results: hole('policy_results'),
    signal: hole('signal'),
    subscription: hole('subscription'),
    subscription_availability: hole('subscription_availability'),
  }
  return JSON.stringify(open).replace(marked, (_, name: string) => `${separator}${name}${separator}`)
}

const nothingYet: Related = { documents: [], liens: [], monitor: null, signal: null, assignee: null, policyResults: [], subscribable: [] }

export type Rendering = {
  readonly business: RenderedBusiness
  /** The record with its holes filled, as JSON in UTF-8; undefined where something is not known. */
  readonly filled: (filling: Filling) => Buffer<ArrayBuffer> | undefined
}

/** Works on bytes, because a text would be decoded only to be encoded again. @returns undefined for the rendering of another release */
export const openRendering = (rendering: Buffer): Rendering | undefined => {
  const [head = '', ...parts] = partsOf(rendering)
  const [version, business] = JSON.parse(String(head)) as [string, RenderedBusiness]
  return version === release.version ? { business, filled: (filling) => filledWith(parts, filling) } : undefined
}

const partsOf = (rendering: Buffer): readonly Buffer[] => {
  const parts: Buffer[] = []
  let from = 0
  for (let to = rendering.indexOf(separatorByte); to >= 0; to = rendering.indexOf(separatorByte, from)) {
    parts.push(rendering.subarray(from, to))
    from = to + 1
  }
  parts.push(rendering.subarray(from))
  return parts
}

/** Text and holes by turns. */
const filledWith = (parts: readonly Buffer[], filling: Filling): Buffer<ArrayBuffer> | undefined => {
  const bytes: Buffer[] = []
  for (const [n, part] of parts.entries()) {
    const filled = n % 2 === 0 ? part : bytesIn(part.toString(), filling)
    if (!filled) return undefined
    bytes.push(filled)
  }
  return Buffer.concat(bytes)
}

const bytesIn = (hole: string, filling: Filling): Buffer | undefined => {
  const [kind = '', id = ''] = hole.split(':')
  const value = kind === 'name' || kind === 'link' ? filling[kind](id) : filling[kind as Whole]
  return value === undefined ? undefined : Buffer.from(JSON.stringify(value))
}
