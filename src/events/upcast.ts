// Old versions of events: stored as they were, lifted to today's shape on reading. test/events/samples.ts keeps a frozen sample of each.

type Data = { readonly [key: string]: unknown }

/** From a type to its upcasters: the first lifts version 1 to 2, the next 2 to 3, and so on. */
export const upcasters: { readonly [type: string]: readonly ((data: Data) => Data)[] } = {
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
