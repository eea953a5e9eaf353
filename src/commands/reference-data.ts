// The reference data in use, one aggregate per kind of data set: notes each version that comes into use once.
import type { ReferenceDataEvent } from '../events/reference-data.ts'
import type { Aggregate } from './decider.ts'

type State = { readonly file: string | null; readonly importedAt: string }

export type ReferenceDataCommand = {
  readonly type: 'NoteVersion'
  readonly kind: string
  readonly version: string
  readonly file: string
  readonly importedAt: string
}

export const referenceData: Aggregate<State, ReferenceDataCommand, ReferenceDataEvent> = {
  name: 'reference_data',
  initial: { file: null, importedAt: '' },
  evolve: (_, { data }) => ({ file: data.file, importedAt: data.imported_at }),
  // An instance whose folder is behind must not set the record back.
  decide: ({ kind, version, file, importedAt }, state) =>
    file === state.file || importedAt <= state.importedAt
      ? []
      : [{ type: 'ReferenceDataReplaced', data: { kind, version, file, previous_file: state.file, imported_at: importedAt } }],
}
