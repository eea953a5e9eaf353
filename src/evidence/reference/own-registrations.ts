// Which of the registrations that a search found are the business's own, which are only possible, and why. A registration is its own when its name
// is the same, or when the name is near and something else agrees: an address, an officer or a number.
import { placeKey, placesOf } from '../matching/link-keys.ts'
import { isSameParty } from '../matching/parties.ts'
import { bearsName, compareRegisteredName, type RegisteredName, tellsApart } from '../matching/registration-names.ts'
import { stateCode } from '../matching/states.ts'
import { similarName } from '../matching/thresholds.ts'
import type { PostalAddress, Subject } from '../ports.ts'
import type { Entity, Found } from './records.ts'

/** `possible`: why it decides nothing. Null: it is the business's own. */
export type Judged = { readonly found: Found<Entity>; readonly name: RegisteredName; readonly possible: string | null }

/** Possible matches that are worth showing. */
const possibleAtMost = 3

type Candidate = {
  readonly found: Found<Entity>
  readonly name: RegisteredName
  /** The name is one that was found for the business, not the one that was submitted. */
  readonly byOtherName: boolean
  readonly ties: Ties
}
type Ties = {
  /** It is registered, or was formed, in a state where the business has an address. */
  readonly state: boolean
  /** Its file number or tax number is the business's: that decides, whatever the name. */
  readonly number: boolean
  readonly address: boolean
  readonly person: boolean
  /** Where both have an address, although not the same: a city, or a state; null: nowhere, or nobody asked. */
  readonly place: string | null
}

/** @param all each record once */
export const ownRegistrations = (subject: Subject, all: readonly Found<Entity>[]): readonly Judged[] => {
  const tiesWith = tiesOf(subject)
  const candidates = all.map((found): Candidate => {
    const number = hasNumber(subject, found.record)
    const named = bestName(subject, found.record, number)
    return { found, ...named, ties: tiesWith(found.record, number, named.name) }
  })
  const own = candidates.filter(isOwn)
  const settled = own.filter((candidate) => !isSurpassed(candidate, own))
  const attached = settled.length > 0 ? settled : onlyOneElsewhere(subject, candidates)
  const possible = candidates
    .filter((candidate) => !attached.includes(candidate) && isWorthShowing(candidate, attached.length > 0))
    .toSorted((a, b) => b.name.score - a.name.score || Number(b.ties.state) - Number(a.ties.state))
    .slice(0, possibleAtMost)
  return [
    ...attached.map(({ found, name }) => ({ found, name, possible: null })),
    ...possible.map((candidate) => ({ found: candidate.found, name: candidate.name, possible: whyOnlyPossible(candidate) })),
  ]
}

const isStrong = ({ number, address, person }: Ties): boolean => number || address || person

const isOwn = (candidate: Candidate): boolean => {
  const { name, ties, byOtherName } = candidate
  if (ties.number) return true
  if (name.kind === 'different') return false
  if (name.kind === 'near' || byOtherName) return isStrong(ties)
  return isStrong(ties) || ties.state
}

/** In the same state another registration agrees in more. */
const isSurpassed = (candidate: Candidate, own: readonly Candidate[]): boolean =>
  !candidate.ties.number &&
  own.some(
    (other) => other !== candidate && other.found.record.state === candidate.found.record.state && agreement(other) > agreement(candidate),
  )

/** What agrees, as a rank: the name first where it is the same, then what else ties it to the business. Of near names the nearest goes first. */
const agreement = ({ name: { kind, score }, ties }: Candidate): number => {
  const tied = ties.number ? 8 : isStrong(ties) ? 4 : 0
  return tied + (kind === 'same' ? 2 : kind === 'other form' ? 1 : kind === 'near' ? score / 2 : 0)
}

/** The same name in no state of the business's, when there is but one and the name tells businesses apart. */
const onlyOneElsewhere = (subject: Subject, candidates: readonly Candidate[]): readonly Candidate[] => {
  const same = candidates.filter((candidate) => candidate.name.kind === 'same' && !candidate.byOtherName)
  const hasState = subject.addresses.some(({ state }) => state !== null)
  return same.length === 1 && tellsApart(subject.names[0] ?? '', hasState ? 2 : 1) ? same : []
}

const isWorthShowing = (candidate: Candidate, isAttached: boolean): boolean => {
  if (bearsName(candidate.name) || candidate.name.kind === 'near') return true
  return !isAttached && candidate.ties.state && candidate.name.score >= similarName - 0.1
}

const whyOnlyPossible = (candidate: Candidate): string => {
  const { name, ties } = candidate
  if (name.kind === 'different') return 'the names differ in a word or number that tells businesses apart'
  if (name.kind === 'near' && !isStrong(ties)) return 'the name is only alike, and no address, officer or number agrees'
  if (!isStrong(ties) && !ties.state) {
    const besides = ties.place === null ? 'nothing but the name agrees' : `all that agrees besides the name is an address in ${ties.place}`
    return `it is registered in a state where the business has no address, and ${besides}`
  }
  return 'another registration in the same state agrees in more'
}

/**
 * The submitted name decides. A name found since counts where it says more, but not for a registration that is the business's by its number:
 * the name may come from that very registration.
 */
const bestName = (subject: Subject, { name }: Entity, hasNumber: boolean): Pick<Candidate, 'name' | 'byOtherName'> => {
  const [submitted = '', ...others] = subject.names
  const byName = compareRegisteredName(submitted, name)
  if (byName.kind !== 'different' || hasNumber) return { name: byName, byOtherName: false }
  const other = others.find((each) => bearsName(compareRegisteredName(each, name)))
  if (other === undefined) return { name: byName, byOtherName: false }
  return { name: { ...byName, kind: 'near', explanation: `${byName.explanation}; it bears the name "${other}"` }, byOtherName: true }
}

const hasNumber = (subject: Subject, entity: Entity): boolean =>
  (subject.tin !== null && entity.tin === subject.tin) ||
  (subject.registrations ?? []).some(({ state, file_number }) => state === entity.state && file_number === entity.file_number)

const formedIn = ({ formed_in }: Entity): string | null => (formed_in === null ? null : stateCode(formed_in))

const placeShared = (one: readonly PostalAddress[], other: Entity['addresses']): string | null => {
  const inState = other.filter(({ state }) => one.some((own) => state !== null && own.state === state))
  const inCity = inState.find(({ city, state }) =>
    one.some((own) => own.state === state && cityOf(own) !== '' && cityOf(own) === cityOf({ city })),
  )
  return inCity ? `${inCity.city}, ${inCity.state}` : (inState[0]?.state ?? null)
}

const cityOf = ({ city }: Pick<PostalAddress, 'city'>): string => (city ?? '').toUpperCase()

/**
 * What besides its name ties a registered entity to the subject. The address of an agent is that of many. Where the number or another name decides,
 * nobody asks for addresses and people.
 */
const tiesOf = (subject: Subject) => {
  const places = placesOf(subject.addresses)
  return (entity: Entity, number: boolean, { kind }: RegisteredName): Ties => {
    const isOpen = !number && kind !== 'different'
    return {
      state: subject.addresses.some(({ state }) => state === entity.state || (state !== null && state === formedIn(entity))),
      number,
      address:
        isOpen && entity.addresses.some((held) => held.labels.some((label) => label !== 'registered_agent') && places.has(placeKey(held))),
      place: isOpen ? placeShared(subject.addresses, entity.addresses) : null,
      person: isOpen && entity.officers.some(({ name }) => subject.people.some((person) => isSameParty(person, name))),
    }
  }
}
