// An export as a folder of Parquet files, which DuckDB, pandas and Spark read as one table. Each file gets its final name only when it is
// complete, so that an interrupted export continues after the last complete file.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BasicType, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { CloudEvent } from '../events/cloud-event.ts'
import { makeFolder } from '../stores/folders.ts'
import { openInParts } from '../stores/opening.ts'
import type { ExportFilter, ExportWriter } from './export.ts'
import { noteFilter } from './export-filter.ts'
import { lockExport } from './export-lock.ts'

type Column = { readonly name: string; readonly type: BasicType; readonly of: (event: CloudEvent) => unknown }

/** The columns in docs/auditing.md. */
const columns: readonly Column[] = [
  { name: 'position', type: 'INT64', of: ({ position }) => BigInt(position) },
  { name: 'id', type: 'STRING', of: ({ id }) => id },
  { name: 'type', type: 'STRING', of: ({ type }) => type },
  { name: 'subject', type: 'STRING', of: ({ subject }) => subject },
  { name: 'revision', type: 'INT32', of: ({ revision }) => revision },
  { name: 'time', type: 'TIMESTAMP', of: ({ time }) => new Date(time) },
  { name: 'account_id', type: 'STRING', of: ({ accountid }) => accountid },
  { name: 'actor_type', type: 'STRING', of: ({ actortype }) => actortype },
  { name: 'actor_id', type: 'STRING', of: ({ actorid }) => actorid },
  { name: 'hash', type: 'STRING', of: ({ hash }) => hash },
  { name: 'data', type: 'JSON', of: ({ data }) => data },
]

/** pyarrow and Spark pass over files whose names begin with `_`, and take all others in the folder for Parquet. */
const filterFile = '_export.json'
/** Its name in earlier releases. */
const oldFilterFile = 'export.json'
const lockFile = '_export.lock'
const unfinished = '_unfinished.part'
const partName = /^events-\d+-(\d+)\.parquet$/

/** Collects events for a row group, and closes a file at a maximum number of events. @throws OtherExport */
export const openParquet = async (
  folder: string,
  filter: ExportFilter,
  { rowsPerGroup = 5_000, rowsPerFile = 200_000 }: { readonly rowsPerGroup?: number; readonly rowsPerFile?: number } = {},
): Promise<ExportWriter> => {
  const { resumeAfter, close } = await openInParts(async (kept) => {
    makeFolder(folder)
    kept(lockExport(join(folder, lockFile), folder))
    return { resumeAfter: await resumed(folder, filter) }
  })
  let rows: CloudEvent[] = []
  let file: { readonly writer: ParquetWriter; readonly first: string; last: string; rows: number } | undefined

  const closeFile = async () => {
    if (!file) return
    await file.writer.finish()
    const [first, last] = [file.first, file.last].map((position) => position.padStart(12, '0'))
    renameSync(join(folder, unfinished), join(folder, `events-${first}-${last}.parquet`))
    file = undefined
  }

  const writeGroup = async (group: readonly CloudEvent[]) => {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) return
    const columnData = columnsOf(group)
    file ??= { writer: openWriter(join(folder, unfinished), columnData), first: first.position, last: last.position, rows: 0 }
    await file.writer.write({ columnData, rowGroupSize: group.length })
    file.last = last.position
    file.rows += group.length
    if (file.rows >= rowsPerFile) await closeFile()
  }

  return {
    resumeAfter,
    write: async ({ events }) => {
      rows.push(...events)
      while (rows.length >= rowsPerGroup) {
        await writeGroup(rows.slice(0, rowsPerGroup))
        rows = rows.slice(rowsPerGroup)
      }
    },
    end: async () => {
      await writeGroup(rows)
      rows = []
      await closeFile()
    },
    close,
  }
}

const columnsOf = (events: readonly CloudEvent[]) =>
  columns.map(({ name, type, of }) => ({
    name,
    type,
    data: events.map(of),
    nullable: false,
    ...(type === 'JSON' ? { statistics: false } : {}),
  }))

const openWriter = (path: string, columnData: ReturnType<typeof columnsOf>): ParquetWriter =>
  new ParquetWriter({ writer: fileWriter(path), schema: schemaFromColumnData({ columnData }), createdBy: 'probity' })

/** Prepares the folder for this export, and finds its complete files. */
const resumed = async (folder: string, filter: ExportFilter): Promise<bigint | undefined> => {
  rmSync(join(folder, unfinished), { force: true })
  const note = join(folder, filterFile)
  if (existsSync(join(folder, oldFilterFile))) renameSync(join(folder, oldFilterFile), note)
  const ends = readdirSync(folder).flatMap((name) => partName.exec(name)?.[1] ?? [])
  await noteFilter(note, filter, { place: folder, isBegun: ends.length > 0 })
  return ends
    .map(BigInt)
    .sort((one, other) => (one < other ? -1 : 1))
    .at(-1)
}
