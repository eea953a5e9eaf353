// Signals: score a company's name and addresses, and search scored companies (specification 4.4).
import { z } from 'zod'
import { refused } from '../../commands/refused.ts'
import { signal } from '../../commands/signal.ts'
import type { Mode } from '../../events/modes.ts'
import type { Scored, SignalRequest } from '../../evidence/signals/model.ts'
import { requesterOf } from '../../inner/businesses.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { ownDocument, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { requesterNames } from '../../inner/people.ts'
import { idFilter } from '../../interface/ids.ts'
import { memberLimits as limits } from '../../interface/limits.ts'
import { listEnvelope, listOf, modeFilter, paging } from '../../interface/lists.ts'
import { Signal, SignalReasonsItemCode } from '../../interface/records/signals.ts'
import { optional, text } from '../../interface/requests/fields.ts'
import { nineDigits, tinFrom } from '../../interface/requests/tin.ts'
import { signalResource } from '../../interface/resources/signal.ts'
import type { WhereOf } from '../../projections/read.ts'
import { soughtText } from '../../projections/search-text.ts'
import { type SignalDocument, signals } from '../../projections/signals.ts'
import { describe } from '../openapi/openapi.ts'
import { body, commaSeparated, query } from '../validation.ts'

export type Scoring = {
  readonly signalModels: readonly string[]
  readonly scoreSignal: (slug: string, mode: Mode, request: SignalRequest) => Promise<Scored>
}

const tag = 'Signals'

const CreateSignal = z
  .object({
    name: text(limits.businessName.most),
    addresses: z.array(text(limits.addressPart.most)).min(1).max(limits.addresses.most).meta({ description: 'Each in one line.' }),
    tin: optional(nineDigits),
    external_id: optional(text(limits.externalId.most)),
    model_slug: optional(text(limits.modelSlug.most)).meta({ description: 'The scoring model; `default` when absent.' }),
    people: optional(z.array(text(limits.personName.most)).max(limits.people.most)).meta({ description: 'The names of its people.' }),
  })
  .meta({ id: 'CreateSignalRequest', examples: [{ name: 'Acme Widgets LLC', addresses: ['123 Main St, Portland, OR 97201'] }] })

const ListQuery = z.object({
  ...paging,
  ...modeFilter,
  q: z.string().optional().meta({ description: 'Words of the name or the addresses.' }),
  external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  start_date: z.iso.date().optional().meta({ description: 'Created on or after.' }),
  end_date: z.iso.date().optional().meta({ description: 'Created on or before.' }),
  starting_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'Created at or after.' }),
  ending_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'Created at or before.' }),
  batch_id: idFilter.optional().meta({ description: 'The batch that it came with.' }),
  model_slug: z.string().optional().meta({ description: 'The model that scored it.' }),
  reason_codes: commaSeparated(SignalReasonsItemCode).optional().meta({ description: 'Codes with commas between; any of them.' }),
})

const whereOf = (query: z.output<typeof ListQuery>): WhereOf<typeof signals> => {
  const utc = (timestamp: string) => new Date(timestamp).toISOString()
  const range = <Bound extends string>(lower: Bound | undefined, upper: Bound | undefined) => ({
    ...(lower === undefined ? {} : { gte: lower }),
    ...(upper === undefined ? {} : { lte: upper }),
  })
  const { mode, q, external_id, start_date, end_date, starting_at, ending_at, batch_id, model_slug, reason_codes } = query
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(q === undefined ? {} : { text: { contains: soughtText(q) } }),
    ...(external_id === undefined ? {} : { external_id }),
    created_on: range(start_date, end_date),
    created_at: range(starting_at && utc(starting_at), ending_at && utc(ending_at)),
    ...(batch_id === undefined ? {} : { batch_id }),
    ...(model_slug === undefined ? {} : { model_slug }),
    ...(reason_codes?.length ? { 'reason_codes[]': { in: reason_codes } } : {}),
  }
}

const resources = async (inner: Reads, scored: readonly SignalDocument[]) => {
  const names = await requesterNames(inner, scored)
  return scored.map((each) => signalResource(each, names))
}

const answer = async (inner: Reads, c: ProbityContext, id: string) => {
  const document = await ownDocument(inner, c, { projection: signals, id, resource: 'signal' })
  return (await resources(inner, [document]))[0]
}

export const signalRoutes =
  (inner: Sending & Reads & Scoring): Routes =>
  (app) => {
    app.get('/signals', describe({ summary: 'List signals', tag, responses: { 200: listOf(Signal) } }), query(ListQuery), async (c) => {
      const query = c.req.valid('query')
      const { page, per_page: perPage } = query
      const where = whereOf(query)
      const { found, totalCount, hasMore } = await ownPageOf(inner, c, signals, { where, sort: newestFirst, page, perPage })
      const items = await resources(inner, found)
      return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/signals' }))
    })

    app.post('/signals', describe({ summary: 'Score a company', tag, responses: { 201: Signal } }), body(CreateSignal), async (c) => {
      const { name, addresses, people = [], tin: submittedTin, external_id, model_slug = 'default' } = c.req.valid('json')
      if (!inner.signalModels.includes(model_slug)) throw refused('model_unknown', 'model_slug')
      const { mode } = c.get('principal')
      const id = newId(c, 'signal')
      const { tin, tin_type } = tinFrom(submittedTin)
      const scored = await inner.scoreSignal(model_slug, mode, { id, name, addresses, people, tin, at: inner.now() })
      const created = {
        signal_id: id,
        mode,
        name,
        addresses,
        people,
        tin,
        tin_type,
        external_id: external_id ?? null,
        model_slug,
        model_version: scored.model_version,
        score: scored.score,
        reasons: scored.reasons.map((reason) => ({ ...reason })),
        requester: requesterOf(c),
      }
      await send(inner, c, { aggregate: signal, id, command: { type: 'CreateSignal', signal: created } })
      return c.json(await answer(inner, c, id), 201)
    })

    app.get('/signals/:id', describe({ summary: 'A signal', tag, responses: { 200: Signal }, errors: [404] }), async (c) =>
      c.json(await answer(inner, c, c.req.param('id'))),
    )
  }
