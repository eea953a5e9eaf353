// Businesses: create, list, read, update (specification 4.1).
import { z } from 'zod'
import { business } from '../../commands/business.ts'
import type { FinalStatus, Submitted } from '../../commands/business-state.ts'
import { refused } from '../../commands/refused.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Moment } from '../../projections/history.ts'
import type { ProbityContext, Routes } from '../environment.ts'
import { idFilter } from '../ids.ts'
import { listEnvelope, listOf, modeFilter, pageOf, paging } from '../lists.ts'
import { addressItems } from '../messages.ts'
import { describe } from '../openapi.ts'
import { Business, BusinessItem } from '../records/business.ts'
import { relatedTo } from '../related.ts'
import {
  type AddressItem,
  addressFrom,
  businessFrom,
  CreateBusiness,
  type PersonItem,
  personFrom,
  tinFrom,
  UpdateBusiness,
} from '../requests/business.ts'
import { claim } from '../reservations.ts'
import { businessItem, businessResource } from '../resources/business.ts'
import { assignedUsers, assigneeIn, newId, ownDocument, ownDocumentAsOf, requesterNames, type Service, send } from '../service.ts'
import { shownConnection } from '../shown-connections.ts'
import { asOf, body, query } from '../validation.ts'

const tag = 'Businesses'
const statuses = ['open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected'] as const

const ListQuery = z.object({
  ...paging,
  ...modeFilter,
  q: z.string().optional().meta({ description: 'Words of the name.' }),
  status: z.enum(statuses).optional().meta({ description: 'Where it stands in its life.' }),
  external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  unique_external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  tag: z.string().optional().meta({ description: 'One of its tags.' }),
  business_batch_id: idFilter.optional().meta({ description: 'The batch that it came with.' }),
})

/** As it stands, or as it stood at a moment. */
export const ownBusiness = (service: Service, c: ProbityContext, id: string, moment?: Moment): Promise<BusinessDocument> => {
  const wanted = { collection: 'businesses', id, resource: 'business' as const }
  return moment
    ? ownDocumentAsOf<BusinessDocument>(service, c, { ...wanted, stream: `business-${id}`, moment })
    : ownDocument<BusinessDocument>(service, c, wanted)
}

/** Whom an object names as its requester: the user, or the account whose API key it was. */
export const requesterOf = (c: ProbityContext): Submitted['requester'] => {
  const { accountId, actor } = c.get('principal')
  return actor.type === 'user' ? { id: actor.id, type: 'user' } : { id: accountId, type: 'account' }
}

const answer = async (service: Service, c: ProbityContext, id: string) => {
  const document = await ownBusiness(service, c, id)
  return businessResource(document, await requesterNames(service, [document]), await relatedTo(service, c, document))
}

type Prefilled = { readonly name: string; readonly addresses: { readonly full_address: string }[] }

/** Name and addresses of the business that a connection leads to. @throws Refused */
const connected = async (service: Service, c: ProbityContext, connectionId: string): Promise<Prefilled> => {
  const { accountId, mode } = c.get('principal')
  const shown = await shownConnection(service, accountId, connectionId)
  const found =
    shown?.businessId == null
      ? shown && (await service.identities(mode).prefill({ ...nothingAsked, identity: shown.identity }))
      : await submittedOf(service, c, shown.businessId)
  const name = found?.names[0]?.name
  if (!found || !name) throw refused('connection_unknown', 'connection_id')
  return { name, addresses: found.addresses.slice(0, 20).map(({ full_address }) => ({ full_address })) }
}

const nothingAsked = { names: [], addresses: [], tin: null, website: null, identity: null }

const submittedOf = async (service: Service, c: ProbityContext, id: string) => {
  const { name, submitted } = await ownBusiness(service, c, id)
  return { names: [{ name }], addresses: submitted.addresses }
}

/** Creates the business that a request describes, with its orders. @returns its id */
export const createBusiness = async (service: Service, c: ProbityContext, request: z.output<typeof CreateBusiness>): Promise<string> => {
  const { mode } = c.get('principal')
  const prefilled = request.connection_id === undefined ? null : await connected(service, c, request.connection_id)
  const id = newId(c, 'business')
  const filled = {
    ...request,
    name: request.name ?? prefilled?.name,
    addresses: request.addresses?.length ? request.addresses : prefilled?.addresses,
  }
  const idOf = (what: string) => newId(c, what)
  const created = businessFrom(filled, { id, mode, requester: requesterOf(c), idOf })
  const command = { type: 'CreateBusiness' as const, ...created }
  // What is going to be refused must not reserve anything.
  business.decide(command, business.initial)
  await reserve(service, c, created.business.unique_external_id, id)
  await send(service, c, { aggregate: business, id, command })
  return id
}

export const businessRoutes =
  (service: Service): Routes =>
  (app) => {
    app.get(
      '/businesses',
      describe({ summary: 'List businesses', tag, responses: { 200: listOf(BusinessItem) } }),
      query(ListQuery),
      async (c) => {
        const { page, per_page: perPage, mode, q, status, external_id, unique_external_id, tag, business_batch_id } = c.req.valid('query')
        const given = {
          mode,
          status,
          external_id,
          unique_external_id,
          business_batch_id,
          'tags[]': tag,
          name: q === undefined ? undefined : { contains: q },
        }
        const where = { account_id: c.get('principal').accountId, ...defined(given) }
        const { found: documents, totalCount } = await pageOf<BusinessDocument>(service, 'businesses', { where, page, perPage })
        const [names, assigned] = await Promise.all([requesterNames(service, documents), assignedUsers(service, documents)])
        const items = documents.map((document) => businessItem(document, names, assigneeIn(assigned, document)))
        return c.json(listEnvelope({ data: items, totalCount, page, perPage, url: '/v1/businesses' }))
      },
    )

    app.post(
      '/businesses',
      describe({
        summary: 'Create a business',
        description:
          'Answered at once with what was submitted. What is found follows while its orders run: `pending` becomes `in_review`, and webhooks tell of it.',
        tag,
        responses: { 201: Business },
      }),
      body(CreateBusiness, { namePath: addressItems }),
      async (c) => {
        const id = await createBusiness(service, c, c.req.valid('json'))
        return c.json(await answer(service, c, id), 201)
      },
    )

    app.get(
      '/businesses/:id',
      describe({ summary: 'A business with everything known of it, now or as it stood', tag, responses: { 200: Business }, errors: [404] }),
      query(z.object({ as_of: asOf.optional() })),
      async (c) => {
        const { as_of: moment } = c.req.valid('query')
        const id = c.req.param('id')
        if (!moment) return c.json(await answer(service, c, id))
        const past = await ownBusiness(service, c, id, moment)
        return c.json(businessResource(past, await requesterNames(service, [past]), await relatedTo(service, c, past)))
      },
    )

    app.patch(
      '/businesses/:id',
      describe({
        summary: 'Update a business, or decide on it',
        description: 'What is absent stays as it is. The status cannot be set while orders run (422).',
        tag,
        responses: { 200: Business },
        errors: [404],
      }),
      body(UpdateBusiness, { namePath: addressItems }),
      async (c) => {
        const { id, submitted } = await ownBusiness(service, c, c.req.param('id'))
        const { status, tin, addresses, people, ...plain } = c.req.valid('json')
        const changes = {
          ...defined(plain),
          ...(tin === undefined ? {} : tinFrom(tin?.tin)),
          ...(addresses ? { addresses: addressesFrom(c, addresses, submitted.addresses) } : {}),
          ...(people ? { people: peopleFrom(c, people, submitted.people) } : {}),
        }
        const command = { type: 'UpdateBusiness' as const, changes, status: (status ?? null) as FinalStatus | null }
        if (changes.unique_external_id) {
          business.decide(command, await service.load(business, id))
          await reserve(service, c, changes.unique_external_id, id)
        }
        await send(service, c, { aggregate: business, id, command })
        return c.json(await answer(service, c, id))
      },
    )
  }

/** An address or person that was submitted before keeps its id, and with it what is known of it. */
const addressesFrom = (c: ProbityContext, items: readonly AddressItem[], known: Submitted['addresses']) =>
  withKnownIds(
    items.map((item, index) => addressFrom(item, newId(c, `address-${index}`))),
    known,
    ({ full_address }) => full_address,
  )

const peopleFrom = (c: ProbityContext, items: readonly PersonItem[], known: Submitted['people']) =>
  withKnownIds(
    items.map((item, index) => personFrom(item, newId(c, `person-${index}`))),
    known,
    ({ name }) => name,
  )

const withKnownIds = <Item extends { readonly id: string }>(
  items: readonly Item[],
  known: readonly Item[],
  key: (item: Item) => string,
) => {
  const left = [...known]
  return items.map((item) => {
    const at = left.findIndex((each) => key(each) === key(item))
    const [same] = at < 0 ? [] : left.splice(at, 1)
    return same ? { ...item, id: same.id } : item
  })
}

/** Claims the value for this business. @throws Refused when another one has it */
const reserve = async (service: Service, c: ProbityContext, value: string | null, businessId: string): Promise<void> => {
  if (value === null) return
  await claim(service, c, { kind: 'unique_external_id', value, owner: `business-${businessId}` })
}

const defined = <Given extends object>(given: Given): { [Field in keyof Given]: Exclude<Given[Field], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Given]: Exclude<Given[Field], undefined>
  }
