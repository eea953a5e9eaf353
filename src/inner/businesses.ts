// Reads, creates and changes businesses, for routes, pages and agents.
import type { z } from 'zod'
import { business } from '../commands/business.ts'
import type { Submitted } from '../commands/business-state.ts'
import { refused } from '../commands/refused.ts'
import type { DecidedStatus, DecisionReason } from '../events/decisions.ts'
import { reviewIdOf } from '../events/derived-id.ts'
import { openHits } from '../events/evidence-file.ts'
import { unprocessable } from '../interface/errors.ts'
import { statedReasons } from '../interface/rejection-reasons.ts'
import { type AddressItem, addressFrom } from '../interface/requests/address.ts'
import { businessFrom, type CreateBusiness, contactsFrom, phonesFrom, type UpdateBusiness } from '../interface/requests/business.ts'
import { ownershipFrom } from '../interface/requests/ownership.ts'
import { type PersonItem, personFrom } from '../interface/requests/person.ts'
import { tinFrom } from '../interface/requests/tin.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import type { Moment } from '../projections/history.ts'
import { businessAsOf } from './business/history.ts'
import { orTaken, together } from './framework/all-problems.ts'
import { defined } from './framework/defined.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Documents, own, ownAccount, ownDocument, ownedBy, type Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'
import { type IdentityLookUp, shownConnection } from './shown-connections.ts'
import { activeUserOf, type UserDocument } from './users.ts'

export type { BusinessDocument }

/** The business now, or as it was at a moment. */
export const ownBusiness = async (inner: Reads, c: ProbityContext, id: string, moment?: Moment): Promise<BusinessDocument> => {
  const wanted = { projection: businesses, id, resource: 'business' as const }
  return moment ? ownedBy(c, await businessAsOf(inner, id, moment), wanted) : ownDocument(inner, c, wanted)
}

/** The watchlist hits that nobody has dismissed. */
export const openHitIdsOf = ({ file }: BusinessDocument): readonly string[] => openHits(file).map(({ id }) => id)

export const openHitsOf = ({ file }: BusinessDocument): number => openHits(file).length

/** The names of businesses by id; null where there is no such business or it has no name. */
export const businessNames = async (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  ids: readonly string[],
): Promise<(id: string) => string | null> => {
  const known = await own(inner, c, businesses).getMany([...new Set(ids)])
  return (id) => known.get(id)?.name ?? null
}

/** The requester that an object names: the user, or the account of the API key. */
export const requesterOf = (c: ProbityContext): Submitted['requester'] => {
  const { accountId, actor } = c.get('principal')
  return actor.type === 'user' ? { id: actor.id, type: 'user' } : { id: accountId, type: 'account' }
}

type Prefilled = { readonly name: string; readonly addresses: { readonly full_address: string }[] }

/** The name and addresses of the business that a connection leads to. @throws Refused */
const connected = async (inner: Reads & Documents & IdentityLookUp, c: ProbityContext, connectionId: string): Promise<Prefilled> => {
  const { mode } = c.get('principal')
  const shown = await shownConnection(inner, c.get('principal'), connectionId)
  const found =
    shown?.businessId == null
      ? shown && (await inner.identities(mode).prefill({ ...nothingAsked, identity: shown.identity }))
      : await submittedOf(inner, c, shown.businessId)
  const name = found?.names[0]?.name
  if (!found || !name) throw refused('connection_unknown', 'connection_id')
  return { name, addresses: found.addresses.slice(0, 20).map(({ full_address }) => ({ full_address })) }
}

const nothingAsked = { names: [], addresses: [], tin: null, website: null, identity: null }

const submittedOf = async (inner: Reads, c: ProbityContext, id: string) => {
  const { name, submitted } = await ownBusiness(inner, c, id)
  return { names: [{ name }], addresses: submitted.addresses }
}

/** Creates the business that a request describes, with its orders. @returns its id */
export const createBusiness = async (
  inner: Sending & Reads & Documents & IdentityLookUp,
  c: ProbityContext,
  request: z.output<typeof CreateBusiness>,
): Promise<string> => {
  const id = newId(c, 'business')
  return create(inner, c, { ...request, id }).catch(orTaken(inner, c, { ...request, id }))
}

const create = async (
  inner: Sending & Reads & Documents & IdentityLookUp,
  c: ProbityContext,
  { id, ...request }: z.output<typeof CreateBusiness> & { readonly id: string },
): Promise<string> => {
  const { mode } = c.get('principal')
  const [prefilled, assigned] = await together([
    request.connection_id === undefined ? Promise.resolve(null) : connected(inner, c, request.connection_id),
    assignment(inner, c, request.assignee_id),
  ])
  const filled = {
    ...request,
    name: request.name ?? prefilled?.name,
    addresses: request.addresses?.length ? request.addresses : prefilled?.addresses,
  }
  const idOf = (what: string) => newId(c, what)
  const created = businessFrom(filled, { id, mode, requester: requesterOf(c), idOf })
  await send(inner, c, { aggregate: business, id, command: { type: 'CreateBusiness', ...created, ...assigned } })
  return id
}

/** Changes a business, or decides on it. @returns its id. @throws Refused */
export const updateBusiness = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  request: Partial<z.output<typeof UpdateBusiness>>,
): Promise<string> => {
  const { id, status: seen, submitted, added } = await ownBusiness(inner, c, businessId)
  const {
    status,
    status_reason,
    status_reasons,
    tin,
    addresses,
    people,
    names,
    phone_numbers,
    email_addresses,
    ownership,
    assignee_id,
    ...plain
  } = request
  const idOf = (what: string) => newId(c, what)
  const submittedPeople = people ? peopleFrom(c, people, submitted.people) : submitted.people
  const known = { businessId: id, name: request.name ?? submitted.name, people: submittedPeople, before: submitted.ownership, idOf }
  const contacts = contactsFrom({ names, email_addresses }, idOf)
  const changes = {
    ...defined(plain),
    ...(tin === undefined ? {} : tinFrom(tin?.tin)),
    ...(addresses ? { addresses: addressesFrom(c, addresses, submitted.addresses) } : {}),
    ...(people ? { people: submittedPeople } : {}),
    ...(ownership === undefined ? {} : { ownership: ownership && ownershipFrom(ownership, known) }),
    ...(contacts.names ? { names: withKnownIds(contacts.names, added.names, ({ name }) => name) } : {}),
    ...(contacts.email_addresses
      ? { email_addresses: withKnownIds(contacts.email_addresses, added.email_addresses, ({ email }) => email) }
      : {}),
    ...(phone_numbers
      ? { phone_numbers: withKnownIds(phonesFrom(phone_numbers, idOf), submitted.phone_numbers, ({ number }) => number) }
      : {}),
  }
  const orAlsoTaken = orTaken(inner, c, { ...plain, id })
  const assigned = await assignment(inner, c, assignee_id).catch(orAlsoTaken)
  const review = { id: reviewIdOf(id), at: inner.now().toISOString() }
  const decided = { status: (status ?? null) as DecidedStatus | null, statusReason: status_reason ?? null, seen }
  if (status_reason !== undefined && !status) throw unprocessable('a reason goes with a status', 'status_reason')
  const reasons = status_reasons ? { reasons: await reasonsFor(inner, c, status, status_reasons) } : {}
  const command = { type: 'UpdateBusiness' as const, changes, ...decided, ...reasons, review, ...assigned }
  await send(inner, c, { aggregate: business, id, command }).catch(orAlsoTaken)
  return id
}

/** The reasons with their texts. @throws ApiError */
const reasonsFor = async (
  inner: Reads,
  c: ProbityContext,
  status: DecidedStatus | undefined,
  chosen: Parameters<typeof statedReasons>[0],
) => {
  if (!status) throw unprocessable('reasons go with a status', 'status_reasons')
  return statedReasons(chosen, status, (await ownAccount(inner, c)).notice_settings)
}

/** To a user who may sign in to the account, or to nobody; of a command that assigns nothing when absent. @throws Refused */
export const assignment = async <Id extends string | null>(inner: Reads, c: ProbityContext, assigneeId: Id | undefined) => {
  if (assigneeId === undefined) return {}
  if (assigneeId !== null) await assigneeWith(inner, c, assigneeId, 'assignee_id')
  return { assigneeId }
}

/** @throws Refused for the field */
const assigneeWith = async (inner: Reads, c: ProbityContext, id: string, field: string): Promise<UserDocument> => {
  const user = await activeUserOf(inner, c.get('principal').accountId, id)
  if (!user) throw refused('assignee_unknown', field)
  return user
}

/** Assigns a reviewer; null: nobody. `seen`: whom the case was with on the page. @returns the user. @throws Refused */
export const assignBusiness = async (
  inner: Sending & Reads,
  c: ProbityContext,
  id: string,
  { assigneeId, seen }: { readonly assigneeId: string | null; readonly seen: string | null },
): Promise<UserDocument | undefined> => {
  const user = assigneeId === null ? undefined : await assigneeWith(inner, c, assigneeId, 'assignee')
  await send(inner, c, { aggregate: business, id, command: { type: 'AssignBusiness', assigneeId, seen } })
  return user
}

/** Adds a tag; one that it has already changes nothing. */
export const tagBusiness = async (inner: Sending, c: ProbityContext, id: string, tag: string): Promise<void> => {
  await send(inner, c, { aggregate: business, id, command: { type: 'AddTag', tag } })
}

/** Approves or rejects it, or returns it to review. @throws ApiError, Refused */
export const decideBusiness = async (
  inner: Sending & Reads,
  c: ProbityContext,
  id: string,
  {
    reasons = [],
    ...decision
  }: {
    readonly status: DecidedStatus
    readonly reason?: DecisionReason
    /** Of the account's list, the most important first. */
    readonly reasons?: Parameters<typeof statedReasons>[0]
    readonly note: string | null
    readonly seen: BusinessDocument['status']
  },
): Promise<void> => {
  const stated = reasons.length > 0 ? { reasons: await reasonsFor(inner, c, decision.status, reasons) } : {}
  await send(inner, c, { aggregate: business, id, command: { type: 'Decide', ...decision, ...stated } })
}

/** An address or person that was submitted before keeps its id, and so its evidence. */
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
