// Which published records beside the registrations (exempt organisations, carriers, loans, licences) are the business's own. The rule is that of
// registrations: the same name in a state of the business, or a near name where an address or the tax number agrees.
import { placeKey, placesOf } from '../matching/link-keys.ts'
import { compareRegisteredName, type RegisteredName, registeredNameKinds, tellsApart } from '../matching/registration-names.ts'
import type { PostalAddress, Subject } from '../ports.ts'
import type { Found } from './records.ts'

/** What a record says of who it is about. */
export type Bearer = {
  readonly names: readonly (string | null)[]
  readonly addresses: readonly (PostalAddress | null)[]
  /** Its tax number, where it has one. */
  readonly tin?: string
}

/** With how its best name compares, and which that is. */
export type OwnRecord<Content> = { readonly found: Found<Content>; readonly name: RegisteredName & { readonly of: string } }

type Candidate<Content> = OwnRecord<Content> & { readonly isTied: boolean; readonly places: readonly string[] }

/**
 * @param all each record once
 * @param bearerOf what a record says of its bearer
 */
export const ownRecords = <Content>(
  subject: Subject,
  all: readonly Found<Content>[],
  bearerOf: (record: Content) => Bearer,
): readonly OwnRecord<Content>[] => {
  const here = placesOf(subject.addresses)
  const candidates = all.flatMap((found): readonly Candidate<Content>[] => {
    const { names, addresses, tin } = bearerOf(found.record)
    const name = bestName(subject.names[0] ?? '', names)
    if (!name || name.kind === 'different') return []
    const places = addresses.filter((address) => address !== null).map(placeKey)
    const isTied = places.some((place) => here.has(place)) || (subject.tin !== null && tin === subject.tin)
    return name.kind === 'near' && !isTied ? [] : [{ found, name, isTied, places }]
  })
  const tied = candidates.filter(({ isTied }) => isTied)
  if (tied.length > 0) return tied
  return isOneBearer(subject, candidates) ? candidates : []
}

/** Where nothing but the name agrees: whether it points to one business. Records at one place do, and a name that tells businesses apart. */
const isOneBearer = <Content>(subject: Subject, candidates: readonly Candidate<Content>[]): boolean => {
  const hasState = subject.addresses.some(({ state }) => state !== null)
  const [name = ''] = subject.names
  const isOnePlace = new Set(candidates.map(({ places: [place = ''] }) => place)).size <= 1
  return isOnePlace ? hasState || tellsApart(name, 1) : hasState && tellsApart(name, 2)
}

/** Chapters of one organisation share its name. */
export const onlyOne = <Content>(own: readonly OwnRecord<Content>[]): OwnRecord<Content> | null =>
  own.length === 1 ? (own[0] as OwnRecord<Content>) : null

export const bestName = (name: string, names: readonly (string | null)[]): OwnRecord<unknown>['name'] | null =>
  names
    .flatMap((each) => (each === null ? [] : [{ ...compareRegisteredName(name, each), of: each }]))
    .toSorted((a, b) => registeredNameKinds.indexOf(a.kind) - registeredNameKinds.indexOf(b.kind) || b.score - a.score)[0] ?? null
