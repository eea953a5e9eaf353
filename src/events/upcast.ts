// Old versions of events: stored as they were, lifted to today's shape on reading. test/events/samples.ts keeps a frozen sample of each.

import { entityTypeOf, filedAs } from './entity-types.ts'

type Data = { readonly [key: string]: unknown }

/** Version 1 held the registry's wording of the kind of entity. It is in the sources now. */
const withEntityType =
  (part?: string) =>
  (data: Data): Data => {
    const content = (part === undefined ? data : data[part]) as Data
    const filed = content.entity_type
    if (typeof filed !== 'string') return data
    const sources = filedAs(data.sources as Parameters<typeof filedAs>[0], filed)
    const entity_type = entityTypeOf(filed)
    return part === undefined ? { ...data, entity_type, sources } : { ...data, [part]: { ...content, entity_type }, sources }
  }

/** From a type to its upcasters: the first lifts version 1 to 2, the next 2 to 3, and so on. */
export const upcasters: { readonly [type: string]: readonly ((data: Data) => Data)[] } = {
  RegistrationFound: [withEntityType('registration')],
  RegistrationChanged: [withEntityType('registration')],
  PossibleMatchFound: [withEntityType('possible_match')],
  PossibleMatchGone: [withEntityType('possible_match')],
  FormationEstablished: [withEntityType()],
  // Version 1 held the errors of the rows, which are in BatchRowsRejected now.
  BatchRowsDone: [(data) => ({ ...data, wrong_count: Array.isArray(data.wrong) ? data.wrong.length : 0 })],
}

/** The version in which events of this type are written today. */
export const currentVersion = (type: string): number => (upcasters[type]?.length ?? 0) + 1

/**
 * Lifts data of a stored version to today's.
 * @example
 * upcast('BatchRowsDone', { wrong: [] }, 1) // => { wrong: [], wrong_count: 0 }
 * upcast('BatchRowsDone', { wrong_count: 0 }, 2) // => { wrong_count: 0 }
 */
export const upcast = (type: string, data: Data, version: number): Data =>
  upcasters[type]?.slice(version - 1).reduce((lifted, lift) => lift(lifted), data) ?? data
