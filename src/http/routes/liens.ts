// Liens: file in one state, in several, or as a batch of independent entries; list; terminate (specification 4.6; records.md, Liens).
import { setImmediate } from 'node:timers/promises'
import { nanoid } from 'nanoid'
import { z } from 'zod'
import { lien } from '../../commands/lien.ts'
import { identityProducts } from '../../commands/products.ts'
import { Refused, refused } from '../../commands/refused.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import { asApiError } from '../../inner/framework/api-errors.ts'
import { namedAttachment } from '../../inner/framework/attachment.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { pageWithin } from '../../inner/framework/list-pages.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { documentsAsOf, own, ownAccount, type Reads, requireFeature } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { lienDocument, ownLien } from '../../inner/liens.ts'
import { ApiError, notFound, refusalEntry, unprocessable } from '../../interface/errors.ts'
import { listEnvelope, listOf, paging, wholeList } from '../../interface/lists.ts'
import { CreateLienTerminationResponse, Lien, LienBatchItem } from '../../interface/records/liens.ts'
import {
  CreateLien,
  CreateLienBatch,
  type Defaults,
  type Filing,
  filingsFrom,
  LienBatch,
  LienEntry,
  TerminateLien,
} from '../../interface/requests/liens.ts'
import { lienResource, terminationResource } from '../../interface/resources/liens.ts'
import { allLiens, foundLiensOf } from '../../interface/resources/product-records.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import { liens } from '../../projections/liens.ts'
import { bounded } from '../errors.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, checkBody, query, uncheckedBody } from '../validation.ts'

const tag = 'Liens'
/** More liens than any business has. The list is composed of filed and found liens. */
const mostLiens = 10_000

const resource = async (inner: Reads, c: ProbityContext, id: string) => lienResource(await ownLien(inner, c, id), originOf(c))

/** @throws Refused 403 unless an identity or verify order of the business has been completed */
const requireVerified = ({ orders }: BusinessDocument) => {
  if (!orders.some(({ product, stage }) => identityProducts.includes(product) && stage === 'completed'))
    throw refused('verify_order_required')
}

/** Requests one lien. @throws Refused by the path in the body, under `at` */
const requestLien = async (
  inner: Sending,
  c: ProbityContext,
  {
    id,
    business,
    filing,
    packetNumber,
    at = '',
  }: {
    id: string
    business: BusinessDocument
    filing: Filing
    packetNumber: string | undefined
    at?: string
  },
): Promise<void> => {
  const packet_number = packetNumber ?? nanoid(12)
  const requested = { lien_id: id, business_id: business.id, mode: business.mode, packet_number, ...filing }
  try {
    await send(inner, c, { aggregate: lien, id, command: { type: 'RequestLien', lien: requested } })
  } catch (error) {
    throw error instanceof Refused && error.parameter !== undefined
      ? refused(error.reason, `${at}${error.parameter}`, error.details)
      : error
  }
}

type LienDependencies = Sending & Reads & DocumentFiles

export const lienRoutes =
  (inner: LienDependencies): Routes =>
  (app) => {
    liensOfBusiness(app, inner)
    lienBatches(app, inner)
    oneLien(app, inner)
  }

const defaultsOf = async (inner: Reads, c: ProbityContext): Promise<Defaults> => (await ownAccount(inner, c)).lien_defaults

const liensOfBusiness = (app: ProbityApp, inner: LienDependencies) => {
  app.get(
    '/businesses/:business_id/liens',
    describe({ summary: 'List the liens of a business, now or as they stood', tag, responses: { 200: listOf(Lien) }, errors: [404] }),
    query(z.object({ ...paging, as_of: asOf.optional() })),
    async (c) => {
      const { page, per_page: perPage, as_of: moment } = c.req.valid('query')
      const { id, file } = await ownBusiness(inner, c, c.req.param('business_id'), moment)
      const now = await own(inner, c, liens).find({
        where: { business_id: id },
        sort: [['created_at', 'desc']],
        perPage: mostLiens,
      })
      const stood = now.map((each) => ({ id: each.id, stream: `lien-${each.id}` }))
      const origin = originOf(c)
      const all = allLiens(
        (moment ? await documentsAsOf(inner, liens, stood, moment) : now).map((each) => lienResource(each, origin)),
        foundLiensOf({ file, businessId: id, personId: null }),
      )
      const { found: data, totalCount, hasMore } = pageWithin(c, all, { page, perPage, idOf: ({ id }) => id })
      return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: `/v1/businesses/${id}/liens` }))
    },
  )

  app.post(
    '/businesses/:business_id/liens',
    describe({
      summary: 'File a lien, or one in each of several states',
      description:
        'The business needs a completed `identity` or `business_verification_verify` order (403). With `states` the answer is a list.',
      tag,
      responses: { 201: z.union([Lien, listOf(Lien)]) },
      errors: [404],
    }),
    uncheckedBody(CreateLien),
    async (c) => {
      await requireFeature(inner, c, 'lien_filing')
      const business = await ownBusiness(inner, c, c.req.param('business_id'))
      requireVerified(business)
      const body = c.req.valid('json')
      const partyId = (state: string, what: string) => newId(c, `${state}-${what}`)
      const { filings, packetNumber } = filingsFrom(CreateLien, body, { defaults: await defaultsOf(inner, c), partyId })
      const wanted = filings.map((filing) => ({ id: newId(c, `lien-${filing.state}`), filing }))
      for (const each of wanted) await requestLien(inner, c, { ...each, business, packetNumber })
      const items = await Promise.all(wanted.map(({ id }) => resource(inner, c, id)))
      if (!Array.isArray(body.states)) return c.json(items[0], 201)
      return c.json(wholeList(items, `/v1/businesses/${business.id}/liens`), 201)
    },
  )
}

const lienBatches = (app: ProbityApp, inner: LienDependencies) => {
  app.post(
    '/businesses/:business_id/liens/batch',
    describe({
      summary: 'File liens in several states, each by itself',
      description: 'An entry that is wrong stops no other: its place in the answer says what is wrong with it.',
      tag,
      responses: { 200: listOf(LienBatchItem) },
      errors: [404],
    }),
    uncheckedBody(CreateLienBatch),
    async (c) => {
      await requireFeature(inner, c, 'lien_filing')
      const business = await ownBusiness(inner, c, c.req.param('business_id'))
      requireVerified(business)
      const { liens } = checkBody(LienBatch, c.req.valid('json'))
      const states = liens.map(stateOf)
      const repeated = states.flatMap((state, index) =>
        state !== null && states.indexOf(state) !== index ? [refusalEntry(refused('lien_state_repeated', `liens.${index}.state`))] : [],
      )
      if (repeated.length > 0) throw unprocessable(repeated)
      const defaults = await defaultsOf(inner, c)
      const items = []
      for (const [index, lien] of liens.entries()) {
        const at = `liens.${index}.`
        // An entry may be long, and other requests wait meanwhile.
        await setImmediate()
        try {
          const partyId = (_: string, what: string) => newId(c, `${index}-${what}`)
          const { filings, packetNumber } = filingsFrom(LienEntry, lien, { defaults, partyId, at })
          const id = newId(c, `lien-${index}`)
          for (const filing of filings) await requestLien(inner, c, { id, business, filing, packetNumber, at })
          items.push(await resource(inner, c, id))
        } catch (error) {
          const { status, entries } = asApiError(error)
          if (status >= 500) throw error
          items.push({ object: 'error' as const, index, state: states[index] ?? null, errors: bounded(entries) })
        }
      }
      return c.json(wholeList(items, `/v1/businesses/${business.id}/liens`))
    },
  )
}

const oneLien = (app: ProbityApp, inner: LienDependencies) => {
  app.get(
    '/liens/:lien_id/documents/:document_id',
    describe({
      summary: 'Download a document of a lien',
      tag,
      responses: { 200: { type: 'application/octet-stream', description: 'The document as it was attached.' } },
      errors: [404],
    }),
    async (c) => {
      const lien = await ownLien(inner, c, c.req.param('lien_id'))
      const { filename, content_type, bytes } = await lienDocument(inner, lien, c.req.param('document_id'))
      c.header('Content-Type', content_type)
      c.header('Content-Disposition', namedAttachment(filename))
      return c.body(new Uint8Array(bytes))
    },
  )

  app.post(
    '/liens/:lien_id/termination',
    describe({
      summary: 'Terminate a lien',
      description:
        'A repeated request is answered with the first termination. A lien in status `created` cannot be terminated yet (422). Only liens that were filed here can be terminated. One that a search found in public records (`filed_by_account` is false) is 404: its secured party terminates it at the filing office.',
      tag,
      responses: { 200: CreateLienTerminationResponse },
      errors: [404],
    }),
    body(TerminateLien, { optional: true }),
    async (c) => {
      const { id } = await ownLien(inner, c, c.req.param('lien_id')).catch(orFoundOnly)
      const packetNumber = c.req.valid('json').packet_number ?? nanoid(12)
      const command = { type: 'TerminateLien' as const, terminationId: newId(c, 'termination'), packetNumber }
      await send(inner, c, { aggregate: lien, id, command })
      return c.json(terminationResource(await ownLien(inner, c, id)))
    },
  )
}

/** The id may be that of a lien that a search found: nobody but its secured party may have it terminated. */
const orFoundOnly = (error: unknown): never => {
  const advice =
    'only liens that were filed here can be terminated; one that a search found (filed_by_account is false) is terminated by its secured party at the filing office'
  throw error instanceof ApiError && error.status === 404 ? notFound('lien', advice) : error
}

const stateOf = (value: unknown): string | null => {
  const state = typeof value === 'object' && value !== null && 'state' in value ? value.state : null
  return typeof state === 'string' ? state.trim().toUpperCase() : null
}
