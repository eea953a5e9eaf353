// Erasure: destroys the keys of the personal data of a person or of a whole business. The log keeps its shape, and every chain and seal holds.
// What those keys sealed is then unreadable for everyone, in every copy of the log.
import { aggregateIdOf } from '../events/catalogue.ts'
import type { ErasureKind, ErasureNote } from '../events/erasure.ts'
import { erased, heirOf, isUnreadable, sealedSubjectsIn } from '../events/personal-data.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { JsonObject } from '../stores/event-store.ts'
import { shortestSought } from './files-holding.ts'

/** What to erase from one stream. */
export type StreamErasure = {
  readonly stream: string
  readonly subjects: readonly string[]
  /** How many events contain some of their data. */
  readonly events: number
}

export type LienErasure = StreamErasure & {
  /** Whether it still has to be filed or terminated, which the state does under the debtor's name. */
  readonly unfinished: boolean
}

export type ErasurePlan = {
  readonly kind: ErasureKind
  readonly business: StreamErasure
  readonly liens: readonly LienErasure[]
  /** The plain values that become unreadable, with their fields, for the proof afterwards; never stored. */
  readonly values: ReadonlyMap<string, string>
  /** The fields of these streams that hold such a value as data that is not personal. They stay. */
  readonly plainElsewhere: readonly string[]
}

export type ErasureScope = {
  readonly businessId: string
  /** null: everyone in the stream, and the business itself. */
  readonly personId: string | null
  /** The streams of the liens filed against the business. */
  readonly liens: readonly string[]
}

type Found = StreamErasure & {
  readonly values: ReadonlyMap<string, string>
  readonly plain: readonly PlainText[]
  /** Whether it was erased before, and nothing that would be erased now was added since. */
  readonly isNoted: boolean
  /** Whose key seals what is added to the record itself. */
  readonly owner: string
}

/** What an erasure would destroy: for one person, by their id in the business or in a lien, or for the business with everyone in its streams. */
export const planErasure = async (log: EventLog, { businessId, personId, liens }: ErasureScope): Promise<ErasurePlan> => {
  const found = await foundIn(log, `business-${businessId}`, (subject) => personId === null || subject === personId)
  const exists = found.plain.length > 0
  // The business's key seals documents, whether or not it seals any event.
  const business = personId === null && exists ? { ...found, subjects: [...new Set([found.owner, ...found.subjects])] } : found
  const ofLiens: (Found & LienErasure)[] = []
  for (const stream of liens) {
    const debtors = await debtorsToErase(log, stream, personId, [...found.values.keys()])
    const ofLien = await foundIn(log, stream, (subject) => debtors.subjects.has(subject))
    if (ofLien.subjects.length > 0) ofLiens.push({ ...ofLien, unfinished: debtors.unfinished })
  }
  return {
    kind: personId === null ? 'business' : 'person',
    business: streamErasure(business),
    liens: ofLiens.map((each) => ({ ...streamErasure(each), unfinished: each.unfinished })),
    ...told([business, ...ofLiens]),
  }
}

export type WholeErasure = Pick<ErasurePlan, 'values' | 'plainElsewhere'> & {
  readonly kind: 'signal' | 'company'
  readonly own: StreamErasure
  /** Streams that belong to it, and from which nothing was erased yet. */
  readonly around: readonly StreamErasure[]
}

type WholeScope = {
  readonly kind: WholeErasure['kind']
  readonly own: string
  readonly around: readonly string[]
}

/**
 * What an erasure of everything in these streams would destroy: a signal, or a partner's company with what was done for it. null: everything was erased
 * before.
 */
export const planWhole = async (log: EventLog, { kind, own, around }: WholeScope): Promise<WholeErasure | null> => {
  // The key of a stream seals its documents too, whether or not it seals any event.
  const all = async (stream: string): Promise<Found> => {
    const found = await foundIn(log, stream, () => true)
    return { ...found, subjects: [...new Set([found.owner, ...found.subjects])] }
  }
  const itself = await all(own)
  const others: Found[] = []
  for (const stream of around) others.push(await all(stream))
  const left = others.filter(({ isNoted }) => !isNoted)
  if (itself.isNoted && left.length === 0) return null
  return { kind, own: streamErasure(itself), around: left.map(streamErasure), ...told([itself, ...left]) }
}

/** The values that become unreadable everywhere, and the fields that hold one of the others as data that is not personal. */
const told = (found: readonly Found[]): Pick<ErasurePlan, 'values' | 'plainElsewhere'> => {
  const values = new Map(found.flatMap((each) => [...each.values]))
  const plain = found.flatMap((each) => each.plain.map(({ field, text }) => ({ field, text: text.toLowerCase() })))
  const stay = new Set<string>()
  const fields = new Set<string>()
  for (const value of values.keys()) {
    const sought = value.toLowerCase()
    const holding = plain.filter(({ text }) => text === sought || (value.length >= shortestSought && text.includes(sought)))
    if (holding.length > 0) stay.add(value)
    for (const { field } of holding) fields.add(field)
  }
  return { values: new Map([...values].filter(([value]) => !stay.has(value))), plainElsewhere: [...fields].sort() }
}

const streamErasure = ({ stream, subjects, events }: StreamErasure): StreamErasure => ({ stream, subjects, events })

/** A stream's data about the given subjects, sealed and plain. */
const foundIn = async (log: EventLog, stream: string, wanted: (subject: string) => boolean): Promise<Found> => {
  const stored = await log.store.read(stream)
  const sealedFor = (data: JsonObject) => [...sealedSubjectsIn(data)].filter(wanted)
  const concerned = stored.filter(({ data }) => sealedFor(data).length > 0)
  const subjects = new Set(concerned.flatMap(({ data }) => sealedFor(data)))
  const opened = await log.open(concerned)
  const values = new Map(opened.flatMap(({ data }, index) => [...sealedValues(concerned[index]?.data, data, subjects)]))
  const plain = stored.flatMap(({ type, data }) => [...plainTexts(data, type)])
  const noted = notedIn(stored)
  const isNoted = stored.some(({ type }) => type === 'PersonalDataErased') && subjects.isSubsetOf(noted)
  return { stream, subjects: [...subjects], events: concerned.length, values, plain, isNoted, owner: ownerOf(stream, noted) }
}

/** The subjects whose keys were destroyed, by the notes in the stream. */
const notedIn = (events: readonly { readonly type: string; readonly data: object }[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ type, data }) => (type === 'PersonalDataErased' ? (data as ErasureNote).subjects : [])))

/** The record's own subject, or the first of its heirs that is not noted. */
const ownerOf = (stream: string, noted: ReadonlySet<string>): string => {
  let owner = aggregateIdOf(stream)
  while (noted.has(owner)) owner = heirOf(owner)
  return owner
}

/**
 * Whose data in a lien is erased. Erasing a business: every person who is a debtor, and the names of its documents. Erasing a person: the debtor who is
 * that person, by id or by name. Organizations are not persons, and secured parties are on the account's side.
 */
const debtorsToErase = async (log: EventLog, stream: string, personId: string | null, values: readonly string[]) => {
  const history = await log.read(stream)
  const noted = notedIn(history)
  const request = history.find((event) => event.type === 'LienRequested')
  const people = request?.data.debtors.filter(({ organization_name }) => organization_name === null) ?? []
  const isOne = ({ id, first_name, last_name }: (typeof people)[number]) => {
    const name = [first_name, last_name].filter((part) => part !== null).join(' ')
    // The key was destroyed, but the process stopped before it recorded that.
    return id === personId || name.includes(erased) || values.some((value) => isSameName(name, value))
  }
  const going = people.filter((debtor) => personId === null || isOne(debtor)).map(({ id }) => id)
  const has = (type: string) => history.some((event) => event.type === type)
  return {
    subjects: new Set([...going.filter((subject) => !noted.has(subject)), ...(personId === null ? [ownerOf(stream, noted)] : [])]),
    unfinished: !has('LienFiled') || (has('LienTerminationRequested') && !has('LienTerminationCompleted')),
  }
}

/** Whether every word of the debtor's name is in the person's name, which may have more. */
const isSameName = (name: string, person: string): boolean => {
  const words = wordsOf(name)
  const others = new Set(wordsOf(person))
  return words.length > 1 && words.every((word) => others.has(word))
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * What an erasure means for a stream about the business, such as an agent's run. Erasing the business: everything sealed in it. Erasing a
 * person: everything sealed in it, if one of their values occurs there, in whatever case. null: nothing in it has to be erased.
 */
export const planAlongside = async (log: EventLog, stream: string, plan: ErasurePlan): Promise<StreamErasure | null> => {
  const found = await foundIn(log, stream, () => true)
  const texts = [...found.values.keys()].map((text) => text.toLowerCase())
  const sought = [...plan.values.keys()].filter(({ length }) => length >= shortestSought).map((value) => value.toLowerCase())
  const speaks = texts.some((text) => sought.some((value) => text.includes(value)))
  // The keys were destroyed, but the process stopped before it recorded that.
  const halfDone = found.subjects.length > 0 && texts.length === 0 && !found.isNoted
  if (!halfDone && (texts.length === 0 || (plan.kind === 'person' && !speaks))) return null
  return streamErasure(found)
}

type FieldOfValue = readonly [value: string, path: string]

/** The opened values that the stored data seals for one of the subjects, with their fields. */
function* sealedValues(stored: unknown, opened: unknown, subjects: ReadonlySet<string>, path = ''): Generator<FieldOfValue> {
  if (typeof stored !== 'object' || stored === null) return
  if ('$sealed' in stored) {
    const { s } = stored.$sealed as { readonly s: string }
    if (subjects.has(s)) for (const text of textsIn(opened)) if (!isUnreadable(text)) yield [text, path]
    return
  }
  for (const [field, value] of Object.entries(stored)) {
    const inside = (opened as { readonly [field: string]: unknown } | null)?.[field]
    yield* sealedValues(value, inside, subjects, path === '' ? field : `${path}.${field}`)
  }
}

/** A value may be sealed as a whole: a list of names, the answers to questions. */
function* textsIn(opened: unknown): Generator<string> {
  if (typeof opened === 'string') yield opened
  else if (typeof opened === 'object' && opened !== null) for (const value of Object.values(opened)) yield* textsIn(value)
}

/** `field` is the event's type and the path in its data, with `*` for each index of a list: `BusinessCreated addresses.*.city`. */
type PlainText = { readonly field: string; readonly text: string }

/** Every unsealed text in stored data. */
function* plainTexts(stored: unknown, field: string, separator = ' '): Generator<PlainText> {
  if (typeof stored === 'string') yield { field, text: stored }
  else if (typeof stored === 'object' && stored !== null && !('$sealed' in stored))
    for (const [name, value] of Object.entries(stored))
      yield* plainTexts(value, `${field}${separator}${Array.isArray(stored) ? '*' : name}`, '.')
}
