// Says where a record comes from: the row, the version and the data set.

import { derivedId } from '../../events/derived-id.ts'
import { sourceInOrder, wholeRow } from '../../events/parts.ts'
import { remembered } from '../matching/remembered.ts'
import type { Source } from '../ports.ts'
import type { OpenVersion, StoredRow } from './open-versions.ts'
import type { Entity, Family, Found, RecordOf } from './records.ts'
import type { FileFacts } from './reference-file.ts'
import { isSample } from './sample-version.ts'

/** The namespace for ids of sources, so that the same row of the same version has the same id everywhere. */
const sourceSpace = 'b0c5a2de-6c0f-5d0e-9f5b-4f4a7e3c8d21'

/** Every verification names the same data sets. */
const idOf = remembered(1_000, (key) => derivedId(key, sourceSpace))

function sourceOf(type: string, metadata: Source['metadata']): Source {
  return sourceInOrder({ id: idOf(JSON.stringify([type, metadata.version, metadata.row])), type, metadata })
}

/** A data set as reviewers see it. */
const dataSetName = (title: string, version: string): string => (isSample(version) ? `${title} (invented sample)` : title)

/** A whole data set as a source: what a finding of "nothing there" rests on. `lately filed`: it never had everything. */
export const wholeOf = ({ kind, title, agency, version, as_of, imported_at, coverage, state }: WholeDataSet): Source =>
  sourceOf(kind, {
    data_set: dataSetName(title, version),
    version,
    row: wholeRow,
    agency,
    kind,
    ...dateOf({ as_of, imported_at }),
    ...(coverage === 'all' ? {} : { coverage }),
    ...(state === undefined ? {} : { state }),
  })

export type WholeDataSet = Readonly<Record<'kind' | 'title' | 'agency' | 'version', string>> &
  Pick<FileFacts, 'as_of' | 'coverage'> & { readonly state: string | undefined; readonly imported_at: string | null }

/** Of data without a date a reader learns when they were loaded. */
const dateOf = ({ as_of, imported_at }: Pick<WholeDataSet, 'as_of' | 'imported_at'>) => ({
  as_of,
  ...(as_of === null && imported_at ? { imported_on: imported_at.slice(0, 10) } : {}),
})

export const isLoaded = <Data extends { readonly version: string | null }>(data: Data): data is Data & { readonly version: string } =>
  data.version !== null

export function foundIn<T extends RecordOf[Family]>({ dataSet, facts }: Pick<OpenVersion, 'dataSet' | 'facts'>, row: StoredRow): Found<T> {
  const record = asFarAsTold({ dataSet, facts }, JSON.parse(row.data)) as T
  const url =
    (dataSet.url as ((record: T) => string | null) | undefined)?.(record) ??
    ('source_url' in record ? (record.source_url as string | null) : null)
  const metadata: Source['metadata'] = {
    data_set: dataSetName(dataSet.title, facts.version),
    version: facts.version,
    row: row.key,
    agency: dataSet.agency,
    kind: dataSet.kind,
    ...dateOf(facts),
    ...(dataSet.family === 'entities' ? registrationIn(record as Entity) : {}),
    ...(url === null ? {} : { url }),
  }
  const type = dataSet.family === 'entities' ? 'registration' : dataSet.kind
  return { id: `${dataSet.kind}:${row.key}`, kind: dataSet.kind, record, source: sourceOf(type, metadata) }
}

const registrationIn = ({ state, status, file_number, jurisdiction }: Entity) => ({ state, status, file_number, jurisdiction })

/** A list of the lately filed that has no column for the status does not say that its entities are active. */
const asFarAsTold = ({ dataSet, facts }: Pick<OpenVersion, 'dataSet' | 'facts'>, record: RecordOf[Family]): RecordOf[Family] => {
  if (!dataSet.lacksStatus || facts.coverage === 'all') return record
  const { registration_date } = record as Entity
  const status_details = `${registration_date === null ? 'Registered' : `Registered on ${registration_date}`}, status not in this source`
  return { ...(record as Entity), status: 'unknown', status_details }
}
