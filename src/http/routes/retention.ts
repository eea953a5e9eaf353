// Retention: the account's periods, the end of the relationship with a business, legal holds, and the report and erasure of what is due.
import { z } from 'zod'
import type { ProbityApp, Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import {
  allDue,
  duePage,
  endRelationship,
  eraseDue,
  liftHold,
  placeHold,
  resumeRelationship,
  retentionKinds,
  retentionOf,
  retentionOfBusiness,
  setRetention,
} from '../../inner/retention.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import {
  EndRelationship,
  EraseDue,
  ErasureResults,
  LegalHold,
  LiftLegalHold,
  PlaceLegalHold,
  Retention,
  RetentionSettings,
  retentionCsv,
  SetRetention,
} from '../../interface/retention.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const settings = '/retention'
const due = `${settings}/due`
const business = '/businesses/:business_id'
const holds = `${business}/legal_holds`
const tag = 'Retention'

const kind = { kind: z.enum(retentionKinds).optional().meta({ description: 'Only records of this kind.' }) }

export const retentionRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    for (const routes of [periods, dueRecords, relationships, legalHolds]) routes(app, inner)
  }

const periods = (app: ProbityApp, inner: Sending & Reads) => {
  app.get(settings, describe({ summary: 'How long records are kept', tag, responses: { 200: RetentionSettings } }), async (c) =>
    c.json(await retentionOf(inner, c)),
  )

  app.put(
    settings,
    describe({
      summary: 'Set how long records are kept after the end of a relationship',
      description: 'All of it each time. A shorter period makes more records due at once.',
      tag,
      responses: { 200: RetentionSettings, 202: ProposedAct },
    }),
    body(SetRetention),
    async (c) => c.json(await setRetention(inner, c, c.req.valid('json'))),
  )
}

/** The report of what is due, and its erasure. */
const dueRecords = (app: ProbityApp, inner: Sending & Reads) => {
  app.get(
    due,
    describe({
      summary: 'The businesses that are due for erasure',
      description: 'Customers first, then applicants, each with the earliest end first. Businesses under a legal hold are among them.',
      tag,
      responses: { 200: listOf(Retention) },
    }),
    query(z.object({ ...paging, ...kind })),
    async (c) => {
      const { page, per_page: perPage, kind: wanted } = c.req.valid('query')
      const { found, totalCount, hasMore } = await duePage(inner, c, { kind: wanted, page, perPage })
      return c.json(listEnvelope({ data: found, totalCount, hasMore, page, perPage, url: `/v1${due}` }))
    },
  )

  app.get(
    `${due}/csv`,
    describe({
      summary: 'The businesses that are due for erasure, as CSV',
      tag,
      responses: { 200: { type: 'text/csv', description: 'The whole report in UTF-8, with a line of names.' } },
    }),
    query(z.object(kind)),
    async (c) => {
      const csv = retentionCsv(await Array.fromAsync(allDue(inner, c, c.req.valid('query').kind)))
      c.header('Content-Disposition', 'attachment; filename="due-for-erasure.csv"')
      return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' })
    },
  )

  app.post(
    `${settings}/erasures`,
    describe({
      summary: 'Erase the personal data of businesses that are due',
      description:
        'One result for each business. Refused where it is not due, a legal hold stands, or one of its liens is not closed. Only administrators and API keys may.',
      tag,
      responses: { 200: ErasureResults },
    }),
    body(EraseDue),
    async (c) => c.json({ object: 'erasure_results' as const, data: await eraseDue(inner, c, c.req.valid('json')) }),
  )
}

const relationships = (app: ProbityApp, inner: Sending & Reads) => {
  app.get(
    `${business}/retention`,
    describe({ summary: 'Where the retention of a business stands', tag, responses: { 200: Retention }, errors: [404] }),
    async (c) => c.json(await retentionOfBusiness(inner, c, c.req.param('business_id'))),
  )

  app.post(
    `${business}/relationship_end`,
    describe({
      summary: 'Say that the relationship with a business is over',
      description: 'A rejection ends it automatically. A second call corrects the day.',
      tag,
      responses: { 200: Retention },
      errors: [404],
    }),
    body(EndRelationship),
    async (c) => c.json(await endRelationship(inner, c, c.req.param('business_id'), c.req.valid('json'))),
  )

  app.delete(
    `${business}/relationship_end`,
    describe({ summary: 'Take the end of the relationship back', tag, responses: { 200: Retention }, errors: [404, 422] }),
    async (c) => c.json(await resumeRelationship(inner, c, c.req.param('business_id'))),
  )
}

const legalHolds = (app: ProbityApp, inner: Sending & Reads) => {
  app.post(
    holds,
    describe({
      summary: 'Place a legal hold on a business',
      description:
        'While a hold stands, nothing of the business is erased, on any path. Orders to erase that have destroyed nothing yet end. Refused with 409 where the destruction has begun.',
      tag,
      responses: { 201: LegalHold },
      errors: [404, 409],
    }),
    body(PlaceLegalHold),
    async (c) => c.json(await placeHold(inner, c, c.req.param('business_id'), c.req.valid('json').reason), 201),
  )

  app.post(
    `${holds}/:hold_id/lift`,
    describe({
      summary: 'Lift a legal hold',
      description: 'Other holds on the business stand. An order to erase that the hold ended does not come back: order it again.',
      tag,
      responses: { 200: LegalHold },
      errors: [404],
    }),
    body(LiftLegalHold),
    async (c) => {
      const { reason } = c.req.valid('json')
      return c.json(await liftHold(inner, c, c.req.param('business_id'), { holdId: c.req.param('hold_id'), reason }))
    },
  )
}
