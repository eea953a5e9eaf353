// Actions on a business (specification 4.8): what each type does, and the effects that its record lists.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { ActionEffect, ActionObject, ActionType, AddressRisk, AttributesAdded, actionEvents } from '../events/business-actions.ts'
import type { DismissalScope } from '../events/business-judgements.ts'
import type { DecidedStatus } from '../events/decisions.ts'
import type { EventOf } from '../events/define.ts'
import type { EvidenceFile } from '../events/evidence-file.ts'
import { lastTenDigits } from '../events/parts.ts'
import { addressRating } from './address-rating.ts'
import type { Business, Submitted } from './business-state.ts'
import { refused } from './refused.ts'
import { masked, shownTin } from './shown-tin.ts'
import { coveredBy } from './watchlist-dismissals.ts'

type Data<Type extends keyof typeof actionEvents> = Extract<EventOf<typeof actionEvents>, { type: Type }>['data']

/** The payload of an action, with ids for what it creates. */
export type ActionAsked =
  | { readonly type: 'add_sources'; readonly sources: Data<'SourcesAdded'>['sources'] }
  | { readonly type: 'add_attributes'; readonly attributes: Omit<AttributesAdded, 'action_id'> }
  | { readonly type: 'update_address_risk'; readonly addressId: string; readonly risk: AddressRisk }
  | { readonly type: 'verify_tin'; readonly verified: boolean; readonly tin: Pick<Submitted, 'tin' | 'tin_type'> | null }
  | { readonly type: 'decision'; readonly status: DecidedStatus }
  | { readonly type: 'dismissal'; readonly reason: string | null; readonly scope?: DismissalScope }

export type TakeAction = {
  readonly type: 'TakeAction'
  readonly action: Pick<Data<'ActionTaken'>, 'action_id' | 'object_type' | 'object_id' | 'note' | 'actors'>
  readonly asked: ActionAsked
}

/** Which types fit which objects (records.md, Actions). */
const fitting: { readonly [Each in ActionObject]: readonly ActionType[] } = {
  businesses: ['add_sources', 'add_attributes', 'update_address_risk', 'verify_tin', 'decision'],
  watchlist_result: ['dismissal'],
}

type Outcome = {
  readonly effects: readonly ActionEffect[]
  readonly events: readonly BusinessEvent[]
  readonly metadata?: { readonly [field: string]: string }
}

/** The action with the events that follow from it. `decide` gives the events of a decision. @throws Refused */
export const takeAction = (
  state: Business,
  { action, asked }: TakeAction,
  decide: (status: DecidedStatus, note: string | null) => readonly BusinessEvent[],
): readonly BusinessEvent[] => {
  if (!fitting[action.object_type].includes(asked.type)) throw refused('action_does_not_fit', 'type')
  const { effects, events, metadata = {} } = outcome(state, action, asked, decide)
  return [{ type: 'ActionTaken', data: { ...action, type: asked.type, metadata, effects: [...effects] } }, ...events]
}

const outcome = (
  state: Business,
  { action_id, object_id, note, actors }: TakeAction['action'],
  asked: ActionAsked,
  decide: (status: DecidedStatus, note: string | null) => readonly BusinessEvent[],
): Outcome => {
  const businessId = state.submitted.business_id
  switch (asked.type) {
    case 'decision': {
      const events = decide(asked.status, note)
      const diff = { status: { before: state.status, after: asked.status } }
      return { events, effects: events.length > 0 ? [updated({ object: 'business', id: businessId }, diff)] : [] }
    }
    case 'update_address_risk':
      return updateAddressRisk(state, action_id, asked, actors[0]?.actor_type ?? 'account')
    case 'verify_tin':
      return verifyTin(state, action_id, asked, actors[0]?.actor_type ?? 'account')
    case 'dismissal':
      return dismissal(state, { action_id, object_id, note, actors }, asked)
    case 'add_sources': {
      const known = new Map(state.added.sources.map((source) => [source.url, source]))
      const fresh = asked.sources.filter(({ url }) => !known.has(url))
      const effects = asked.sources.map(({ id, url, type }) => {
        const target = { object: 'source', id: known.get(url)?.id ?? id }
        return known.has(url) ? linked(target, businessId) : made('linked', target, { url, type }, businessId)
      })
      return { effects, events: fresh.length > 0 ? [{ type: 'SourcesAdded', data: { action_id, sources: fresh } }] : [] }
    }
    case 'add_attributes':
      return addAttributes(state, action_id, asked.attributes)
  }
}

/** An action's note is the reason where the payload names none: so did clients that knew the reason as optional. */
const dismissal = (
  state: Business,
  { action_id, object_id, note, actors }: Omit<TakeAction['action'], 'object_type'>,
  { reason: given, scope }: Extract<ActionAsked, { type: 'dismissal' }>,
): Outcome => {
  const hit = state.file.hits[object_id]
  if (!hit) throw refused('watchlist_result_not_found')
  const reason = given ?? note
  if (reason === null) throw refused('dismissal_reason_missing', 'payload.reason')
  const by = actors[0]
  const covered = state.file.dismissals[object_id] ? [] : coveredBy(state, hit, scope ?? 'hit')
  return {
    metadata: { reason, ...(scope ? { scope } : {}) },
    events: covered.map(({ id, list, entity_name }) => ({
      type: 'WatchlistHitDismissed',
      data: { action_id, hit_id: id, reason, scope: scope ?? 'hit', ...(by ? { by } : {}), list, entity_name },
    })),
    effects: covered.map(({ id }) =>
      updated({ object: 'watchlist_result', id }, { status: { before: 'hit', after: 'dismissed' } }, state.submitted.business_id),
    ),
  }
}

const verifyTin = (
  state: Business,
  action_id: string,
  { verified, tin }: Extract<ActionAsked, { type: 'verify_tin' }>,
  by: string,
): Outcome => {
  const { submitted, file } = state
  const target = { object: 'business', id: submitted.business_id }
  const differs = tin !== null && tin.tin !== submitted.tin
  if (tin === null && submitted.tin === null) throw refused('tin_missing', 'payload.tin')
  const before = differs ? null : (file.tin_vouched?.verified ?? (file.tin ? file.tin.outcome === 'found' : null))
  const vouched: BusinessEvent = { type: 'TinVouched', data: { action_id, verified, by } }
  return {
    events: [...(differs ? [{ type: 'BusinessUpdated' as const, data: tin }] : []), vouched],
    effects: [
      updated(target, {
        ...(differs ? { tin: { before: shownTin(submitted), after: shownTin(tin) } } : {}),
        'tin.verified': { before, after: verified },
        'tin.verified_by': { before: differs ? null : verifiedBy(file), after: verified ? by : null },
      }),
    ],
  }
}

const updateAddressRisk = (
  { submitted, file }: Business,
  action_id: string,
  { addressId, risk }: Extract<ActionAsked, { type: 'update_address_risk' }>,
  by: string,
): Outcome => {
  if (!file.addresses[addressId] && !submitted.addresses.some(({ id }) => id === addressId))
    throw refused('address_not_found', 'payload.address_id')
  const before = addressRating(file.assessments[addressId], file.address_risks?.[addressId]).risk_rating
  if (file.address_risks?.[addressId]?.risk_rating === risk) return { events: [], effects: [] }
  return {
    events: [{ type: 'AddressRiskSet', data: { action_id, address_id: addressId, risk_rating: risk, by } }],
    effects: [updated({ object: 'address', id: addressId }, { 'rating.risk_rating': { before, after: risk } }, submitted.business_id)],
  }
}

/** Who confirmed the TIN: a person who vouched for it, else the source that found it. */
export const verifiedBy = ({ tin, tin_vouched: vouched }: Pick<EvidenceFile, 'tin' | 'tin_vouched'>): string | null => {
  if (vouched) return vouched.verified ? vouched.by : null
  return tin?.outcome === 'found' ? (tin.sources[0]?.type ?? null) : null
}

/** Each list of attributes: its items, and what makes two of them the same. */
const lists = {
  names: { object: 'name', sameAs: ({ name }: { readonly name: string }) => folded(name) },
  addresses: { object: 'address', sameAs: ({ full_address }: { readonly full_address: string }) => folded(full_address) },
  people: { object: 'person', sameAs: ({ id: _, ...person }: { readonly id: string }) => JSON.stringify(person) },
  phone_numbers: { object: 'phone_number', sameAs: ({ number }: { readonly number: string }) => lastTenDigits(number) },
  email_addresses: { object: 'email_address', sameAs: ({ email }: { readonly email: string }) => email.toLowerCase() },
} as const

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

type Item = { readonly id: string }

const addAttributes = (state: Business, action_id: string, attributes: Omit<AttributesAdded, 'action_id'>): Outcome => {
  const { submitted, added } = state
  const effects: ActionEffect[] = []
  const fresh = <Each extends Item>(list: keyof typeof lists, given: readonly Each[], known: readonly Each[]): Each[] => {
    const { object, sameAs } = lists[list] as { object: string; sameAs: (item: Each) => string }
    const kept = new Map(known.map((item) => [sameAs(item), item]))
    return given.filter((item) => {
      const same = kept.get(sameAs(item))
      const subject = list === 'people' ? (same ?? item).id : submitted.business_id
      const { id, ...content } = item
      effects.push(same ? linked({ object, id: same.id }, subject) : made('created', { object, id }, content, subject))
      if (!same) kept.set(sameAs(item), item)
      return !same
    })
  }
  const data = {
    action_id,
    names: fresh('names', attributes.names, [{ id: submitted.business_id, name: submitted.name }, ...added.names]),
    addresses: fresh('addresses', attributes.addresses, submitted.addresses),
    people: fresh('people', attributes.people, submitted.people),
    phone_numbers: fresh('phone_numbers', attributes.phone_numbers, submitted.phone_numbers),
    email_addresses: fresh('email_addresses', attributes.email_addresses, added.email_addresses),
    website: isDeepStrictEqual(attributes.website, submitted.website) ? null : attributes.website,
  }
  if (data.website)
    effects.push(
      updated(
        { object: 'business', id: submitted.business_id },
        { website: { before: submitted.website?.url ?? null, after: data.website.url } },
      ),
    )
  const changes = Object.values(data).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && typeof value === 'object',
  )
  return { effects, events: changes ? [{ type: 'AttributesAdded', data }] : [] }
}

type Target = { readonly object: string; readonly id: string }
type Diff = ActionEffect['diff']

const updated = (target: Target, diff: Diff, subject_id = target.id): ActionEffect => ({ operation: 'updated', diff, target, subject_id })

const linked = (target: Target, subject_id: string): ActionEffect => ({ operation: 'linked', diff: {}, target, subject_id })

/** The difference of a new item. Numbers of the tax authority show their last four digits only. */
const made = (operation: 'created' | 'linked', target: Target, content: object, subject_id: string): ActionEffect => ({
  operation,
  target,
  subject_id,
  diff: Object.fromEntries(
    Object.entries(content)
      .filter(([, after]) => after !== null && after !== undefined)
      .map(([field, after]) => [field, { before: null, after: field === 'ssn' ? masked(after) : after }]),
  ),
})
