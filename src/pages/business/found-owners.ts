// Owners that published data names, on the page of the owners: each with its source, and what differs from the submitted ones.
import { html } from 'hono/html'
import type { z } from 'zod'
import { percent } from '../../interface/percent.ts'
import type { Ownership } from '../../interface/records/ownership.ts'
import { badge, card, counted, date, dayText, type Markup, nothing, orDash, table, time } from '../framework/markup.ts'
import { sourceList } from './sources.ts'

type Structure = z.output<typeof Ownership>
type Found = Structure['found'][number]
type Difference = Structure['discrepancies'][number]

const relations: { readonly [Each in Found['relation']]: string } = {
  direct_parent: 'Direct parent (LEI)',
  ultimate_parent: 'Ultimate parent (LEI)',
  registration: 'Named on a registration',
  control_register: 'Register of control',
}

const kinds: { readonly [Each in Found['interests'][number]['kind']]: string } = {
  ownership: 'ownership',
  voting_rights: 'votes',
  appoints_management: 'appoints',
  other_control: 'controls',
}

/** `25–50 % ownership`. */
export const bandOf = ({ kind, from, to }: Found['interests'][number]): string =>
  from === null || to === null ? kinds[kind] : `${from === to ? percent(from) : `${from}–${percent(to)}`} ${kinds[kind]}`

export const foundName = ({ name, lei }: Pick<Found, 'name' | 'lei'>): string => name ?? lei ?? 'Name withheld'

/** @param people the ids of the found owners who were submitted as people of the business */
export const foundCard = ({ found, parties, business_id }: Structure, people: ReadonlySet<string>): Markup => {
  if (found.length === 0) return nothing
  const nameOf = (id: string) => parties.find((party) => party.id === id)?.name ?? 'Erased'
  return card(
    'Owners in published data',
    table<Found>(
      [
        {
          title: 'Name',
          kind: 'main',
          cell: (owner) =>
            html`<strong>${foundName(owner)}</strong> ${submittedBadge(owner, people)}${hitBadge(owner.watchlist_hits)}${owner.owned_id === business_id ? nothing : html`<br><span class="quiet">of ${nameOf(owner.owned_id)}</span>`}`,
        },
        { title: 'Named as', cell: ({ relation, interests }) => [relations[relation], ...interests.filter(isOpen).map(bandOf)].join(', ') },
        { title: 'Share', cell: ({ interests }) => sharesOf(interests) },
        { title: 'Since', cell: ({ since }) => date(since) },
        { title: 'Sources', cell: ({ sources }) => sourceList(sources) },
      ],
      found,
      { caption: 'Owners in published data', empty: '' },
    ),
  )
}

const submittedBadge = ({ id, submitted_id }: Found, people: ReadonlySet<string>): Markup => {
  if (submitted_id !== null) return badge('success', 'Submitted')
  return badge('plain', people.has(id) ? 'Submitted as a person' : 'Not submitted as an owner')
}

/** The source says what the owner holds, and not how much of it. */
const isOpen = ({ from, to }: Found['interests'][number]): boolean => from === null || to === null

const sharesOf = (interests: Found['interests']): Markup => {
  const stated = interests.filter((each) => !isOpen(each))
  return stated.length > 0 ? orDash(stated.map(bandOf).join(', ')) : html`<span class="quiet">not stated</span>`
}

/** Nothing where there is none. */
export const hitBadge = (hits: number): Markup => (hits > 0 ? html` ${badge('failure', counted(hits, 'watchlist hit'))}` : nothing)

const told: { readonly [Each in Difference['kind']]: string } = {
  not_submitted: 'Found and not submitted',
  other_share: 'Submitted with another share',
  not_found: 'Submitted and not in the register',
}

/** @param form to resolve a difference about the owner of this name */
export const differences = (
  { discrepancies, found, parties, interests }: Structure,
  form: (difference: Difference, name: string) => Markup,
): Markup => {
  const one = (difference: Difference) => {
    const owner = found.find(({ id }) => id === difference.found_id)
    const party = parties.find(({ id }) => id === difference.submitted_id)
    const held = interests.find(
      ({ owner_id, owned_id, kind }) => owner_id === party?.id && kind === 'ownership' && (!owner || owned_id === owner.owned_id),
    )
    const shares = [
      held?.percentage == null ? '' : `submitted: ${percent(held.percentage)}`,
      owner && owner.interests.length > 0 ? `found: ${owner.interests.map(bandOf).join(', ')}` : '',
    ].filter((part) => part !== '')
    const name = party?.name ?? (owner ? foundName(owner) : 'No longer named')
    return html`<div class="item"><div class="event-head"><strong>${name}</strong>${state(difference)}</div><div>${told[difference.kind]}${shares.length > 0 ? ` (${shares.join('; ')})` : ''}</div>${difference.resolution ? html`<div class="quiet">Resolved ${time(difference.resolution.at)} ${difference.resolution.cause === 'data' ? 'by new data' : `“${difference.resolution.reason ?? 'Erased'}”`}</div>` : form(difference, name)}</div>`
  }
  return discrepancies.length === 0 ? nothing : card('Differences', html`${discrepancies.map(one)}`)
}

const state = (difference: Difference): Markup => (difference.status === 'resolved' ? badge('success', 'Resolved') : openBadge(difference))

/** By when a difference is to be resolved. */
export const openBadge = ({ status, due_on }: Pick<Difference, 'status' | 'due_on'>): Markup =>
  status === 'overdue' ? badge('failure', `Overdue since ${dayText(due_on)}`) : badge('warning', `To be resolved by ${dayText(due_on)}`)
