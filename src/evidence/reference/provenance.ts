// Says where a record comes from: the row, the version and the data set.

import { v5 as uuidV5 } from 'uuid'
import type { Source } from '../ports.ts'
import { sampleVersion } from './import.ts'
import type { OpenVersion } from './open-versions.ts'
import type { Family, Found, RecordOf } from './records.ts'

/** The namespace for ids of sources, so that the same row of the same version has the same id everywhere. */
const sourceSpace = 'b0c5a2de-6c0f-5d0e-9f5b-4f4a7e3c8d21'

function sourceOf(type: string, metadata: Source['metadata']): Source {
  return { id: uuidV5(JSON.stringify([type, metadata.version, metadata.row]), sourceSpace), type, metadata }
}

/** A data set as reviewers see it. */
const dataSetName = (title: string, version: string): string => (version === sampleVersion ? `${title} (invented sample)` : title)

/** A whole data set as a source: what a finding of "nothing there" rests on. */
export const wholeOf = ({ kind, title, agency, version }: Readonly<Record<'kind' | 'title' | 'agency' | 'version', string>>): Source =>
  sourceOf(kind, { data_set: dataSetName(title, version), version, row: 'all', agency })

export type StoredRow = { readonly id: number; readonly key: string; readonly data: string }

export function foundIn<T extends RecordOf[Family]>({ dataSet, facts }: OpenVersion, row: StoredRow): Found<T> {
  const record = JSON.parse(row.data) as T
  const url =
    (dataSet.url as ((record: T) => string | null) | undefined)?.(record) ??
    ('source_url' in record ? (record.source_url as string | null) : null)
  const metadata: Source['metadata'] = {
    data_set: dataSetName(dataSet.title, facts.version),
    version: facts.version,
    row: row.key,
    agency: dataSet.agency,
    ...(url === null ? {} : { url }),
  }
  return { id: `${dataSet.kind}:${row.key}`, kind: dataSet.kind, record, source: sourceOf(dataSet.kind, metadata) }
}
