// The data sets behind a review, each with the date that its data are of. A reader sees at once how old the evidence is.
import { ageLimitByDefault, ageOf, spokenBy } from '../commands/source-age.ts'
import type { Source } from '../events/parts.ts'

export { wholeRow } from '../events/parts.ts'
export { isSample } from '../evidence/reference/sample-version.ts'

export type SourceAge = {
  readonly name: string
  /** As published; absent where the source has no version. */
  readonly version: string | null
  /** The date of the data (ISO 8601); null where the source does not say. */
  readonly asOf: string | null
  /** Of data without a date the one on which they were loaded (ISO 8601). */
  readonly loadedOn: string | null
  /** In words, such as `3 months`, since the one or the other. */
  readonly age: string | null
  readonly isOld: boolean
  /** Invented for the sandbox: it has neither an age nor a version. */
  readonly isSandbox: boolean
}

/** Its data set, and the version of its lists. */
const sandbox = 'sandbox'

/**
 * Each data set once, the oldest first, those without a date last.
 * @param at now (ISO 8601)
 */
export const sourceAges = (
  tasks: readonly { readonly sources: readonly Source[] }[],
  at: string,
  limitDays = ageLimitByDefault,
): readonly SourceAge[] => {
  const sources = tasks.flatMap((task) => task.sources)
  const told = new Map(
    sources.map((source) => {
      const { type, metadata } = source
      const [spoken] = spokenBy([source], at)
      const isSandbox = [metadata.data_set, metadata.version].includes(sandbox)
      const name = metadata.data_set === sandbox ? 'Sandbox' : String(metadata.title ?? metadata.data_set ?? type)
      const version = isSandbox || metadata.version === undefined || metadata.version === null ? null : String(metadata.version)
      const days = spoken?.days ?? null
      const age = spoken ? ageOf(spoken.on, at) : null
      const [asOf, loadedOn] = spoken?.isUndated ? [null, spoken.on] : [spoken?.on ?? null, null]
      return [
        `${name}/${version}/${spoken?.on}`,
        { name, version, asOf, loadedOn, age, isOld: days !== null && days > limitDays, isSandbox },
      ] as const
    }),
  )
  return [...told.values()].toSorted((a, b) => (a.asOf ?? '9').localeCompare(b.asOf ?? '9') || a.name.localeCompare(b.name))
}
