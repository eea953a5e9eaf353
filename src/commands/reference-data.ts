// The reference data in use, one aggregate per kind of data set: notes each version that comes into use once.
import type { ReferenceDataEvent } from '../events/reference-data.ts'
import type { Aggregate } from './decider.ts'

type State = { readonly version: string | null; readonly file: string | null; readonly importedAt: string }

type Version = { readonly version: string; readonly file: string; readonly importedAt: string }

export type ReferenceDataCommand = Version & {
  readonly type: 'NoteVersion'
  readonly kind: string
  /** The one that it took the place of; null: it was the first. */
  readonly previous: Version | null
}

export const referenceData: Aggregate<State, ReferenceDataCommand, ReferenceDataEvent> = {
  name: 'reference_data',
  initial: { version: null, file: null, importedAt: '' },
  evolve: (_, { data }) => ({ version: data.version, file: data.file, importedAt: data.imported_at }),
  decide: ({ kind, previous, ...used }, state) => {
    const events: ReferenceDataEvent[] = []
    let last = state
    // Of two versions that came into use one soon after the other, the first may have been read too. What went before the first on record does not matter.
    for (const { version, file, importedAt } of previous && state.file !== null ? [previous, used] : [used]) {
      // An instance whose folder is behind must not set the record back.
      if (file === last.file || importedAt <= last.importedAt) continue
      const data = { kind, version, file, previous_file: last.file, imported_at: importedAt }
      events.push({ type: 'ReferenceDataReplaced', data })
      last = { version, file, importedAt }
    }
    return events
  },
}
