// Imports the files of one kind: reads every row, counts the kept ones, lists the rejected ones, builds a new version aside and puts it
// into use. If anything fails before that, the version in use stays.

import { rmSync } from 'node:fs'
import type { Layout, Records } from './data-set.ts'
import { Unreadable } from './data-set.ts'
import { putIntoUse, readCurrent, takeFolder, versionsOf } from './folder.ts'
import { dateInNames, refuseDoubtful, refuseIncomplete, refuseOlder, versionOf } from './import-checks.ts'
import { type AnyDataSet, dataSetOf } from './kinds.ts'
import { contentHash, type PublishedFile, publishedFiles } from './published-file.ts'
import { type OpenFile, openFile } from './read-file.ts'
import type { Family } from './records.ts'
import { type FileFacts, isWhole, NewReferenceFile, openReferenceFile, type RejectedRow } from './reference-file.ts'
import { isSample } from './sample-version.ts'

export type ImportOptions = {
  /** The folder of the reference data; created if absent. */
  readonly folder: string
  readonly kind: string
  readonly files: readonly string[]
  /** The date that the server gives the files (`YYYY-MM-DD`). A date that they tell of themselves goes before it: some servers say today. */
  readonly date?: string | null
  /** The name of the version; overrides what the data says. */
  readonly version?: string
  /** Import even if the version in use has more than twice as many records. */
  readonly acceptSmaller?: boolean
  /** Import even if the version in use has a later date. */
  readonly acceptOlder?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
  /** How many years a replaced version can still be shown; 10 by default. */
  readonly keepYears?: number
  /** How long to wait for another import to end; no wait by default. */
  readonly waitMs?: number
  readonly now?: () => Date
}

export type ImportProgress = {
  readonly file: string
  readonly bytes: number
  readonly ofBytes: number
  readonly rows: number
  readonly stage: 'reading' | 'indexing'
}

export type FileReport = {
  readonly file: string
  readonly part: string
  readonly rows: number
  readonly kept: number
  readonly rejected: number
}

export type ImportReport = {
  readonly kind: string
  /** `unchanged`: the version in use was made from these files. */
  readonly outcome: 'imported' | 'unchanged'
  readonly version: string
  readonly files: readonly FileReport[]
  readonly rows: number
  readonly kept: number
  readonly rejected: number
  /** Rows that added to, or replaced, a record of an earlier row. */
  readonly merged: number
  readonly records: number
  /** The first ones; the imported version holds all of them. */
  readonly rejectedRows: readonly RejectedRow[]
}

/** Nothing was imported. `report` says how far reading got, if it began. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed'
  readonly report: Omit<ImportReport, 'outcome' | 'version' | 'records'> | null

  constructor(message: string, report: ImportFailed['report'] = null, options: ErrorOptions = {}) {
    super(message, options)
    this.report = report
  }
}

const reportedRejected = 1_000
/** How much of a rejected row the list shows. */
const rejectedText = 80
const rowsPerProgress = 2_000

/** @throws UnknownKind, ImportFailed, FolderBusy, or the signal's reason */
export async function importFiles(options: ImportOptions): Promise<ImportReport> {
  const dataSet = dataSetOf(options.kind)
  if (options.files.length === 0) throw new ImportFailed(`no files given for ${dataSet.kind}`)
  const files = await openAll(options.files)
  const taken = takeFolder(options.folder, options.waitMs ?? 0)
  const path = taken.building(dataSet.kind)
  try {
    return await importInto(path, dataSet, files, options)
  } finally {
    for (const each of [path, `${path}-journal`]) rmSync(each, { force: true })
    taken.release()
  }
}

async function openAll(paths: readonly string[]): Promise<readonly PublishedFile[]> {
  try {
    return (await Promise.all(paths.map(publishedFiles))).flat()
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : { message: String(error) }
    throw new ImportFailed(message, null, { cause })
  }
}

async function importInto(
  path: string,
  dataSet: AnyDataSet,
  files: readonly PublishedFile[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { folder, date = null, now = () => new Date() } = options
  const tally = newTally(dataSet.kind)
  const inUse = readCurrent(folder)[dataSet.kind]
  const staysInUse = inUse === undefined ? 'nothing was imported' : `version ${inUse.version} stays in use`
  // A damaged file is still read, so that the report says how far it goes.
  const sha256 = await contentHash(files).catch(() => null)
  const held = inUse === undefined ? null : heldIn(`${folder}/${inUse.file}`, sha256)
  if (held?.isSame) {
    return { ...held.facts, kind: dataSet.kind, outcome: 'unchanged', files: [], merged: 0, rejectedRows: [] }
  }
  const building = new NewReferenceFile(path, dataSet)
  try {
    await readAll(building, dataSet, files, tally, options)
    if (sha256 === null) throw new Error('a file cannot be read to its end')
    const report = tally.report()
    const records = building.recordCount()
    refuseDoubtful(report, records, options.acceptSmaller || isSample(inUse?.version) ? 0 : (held?.facts.records ?? 0))
    const today = now().toISOString().slice(0, 10)
    const coverage =
      dataSet.coverage?.({ files: files.map(({ name }) => name), ...building.range(dataSet.newest ?? 'registration_date', today) }) ?? 'all'
    const told =
      tally.dates.toSorted().at(-1) ??
      date ??
      dateInNames(files) ??
      (dataSet.newest === undefined ? null : building.range(dataSet.newest, today).last)
    const as_of = told !== null && /^\d{4}-\d{2}(?:-\d{2})?$/.test(told) ? told : null
    if (!options.acceptOlder && !isSample(inUse?.version)) refuseOlder(as_of, held?.facts.as_of ?? null)
    const version = versionOf(versionsOf(folder, dataSet.kind), { chosen: options.version, date: told, sha256 })
    const { rows, kept, rejected } = report
    const imported_at = now().toISOString()
    options.onProgress?.({ file: '', bytes: tally.bytes, ofBytes: tally.bytes, rows, stage: 'indexing' })
    building.finish({ kind: dataSet.kind, version, as_of, coverage, sha256, imported_at, rows, kept, rejected, records })
    options.signal?.throwIfAborted()
    putIntoUse(folder, dataSet.kind, path, { version, sha256, imported_at }, { at: now(), keepYears: options.keepYears })
    return { ...report, outcome: 'imported', version, records }
  } catch (error) {
    building.abandon()
    if (options.signal?.aborted) throw options.signal.reason
    const message = error instanceof Error ? error.message : String(error)
    throw new ImportFailed(`${dataSet.kind}: ${message}; ${staysInUse}`, tally.report())
  }
}

type Held = { readonly facts: FileFacts; readonly isSame: boolean }

/** The version in use, and whether it was made from files of this hash. A damaged one blocks no good one, and may be made again. */
function heldIn(path: string, sha256: string | null): Held | null {
  try {
    const { db, facts, hasRows } = openReferenceFile(path)
    const isSame = facts.sha256 === sha256 && hasRows && isWhole(db)
    db.close()
    return { facts, isSame }
  } catch {
    return null
  }
}

type AnyLayout = Layout<Family>
type Opened = OpenFile<AnyLayout> & { readonly file: PublishedFile }

async function readAll(
  building: NewReferenceFile,
  dataSet: AnyDataSet,
  files: readonly PublishedFile[],
  tally: Tally,
  options: ImportOptions,
): Promise<void> {
  const layouts = dataSet.layouts as readonly AnyLayout[]
  const onBytes = (count: number) => {
    tally.bytes += count
  }
  const opened: Opened[] = []
  try {
    for (const file of files) opened.push({ file, ...(await openFile(file, layouts, onBytes)) })
    refuseIncomplete(dataSet, opened)
    // Files that others refer to are read first.
    for (const layout of layouts) {
      for (const one of opened.filter((candidate) => candidate.layout === layout)) await readOne(building, one, tally, options, files)
    }
  } finally {
    await Promise.all(opened.map((one) => one.close()))
  }
}

async function readOne(
  building: NewReferenceFile,
  { file, layout, form, rows, keep, date }: Opened,
  tally: Tally,
  options: ImportOptions,
  all: readonly PublishedFile[],
): Promise<void> {
  const ofBytes = all.reduce((sum, one) => sum + one.size, 0)
  const counts = tally.file(file.name, layout.part)
  const reject = (line: number, reason: string, text: string) => {
    counts.rejected++
    const row = { file: file.name, line, reason, text: text.slice(0, rejectedText) }
    if (tally.rejectedRows.length < reportedRejected) tally.rejectedRows.push(row)
    building.reject(row)
  }
  const records = {
    ...building.records,
    put: (key: string, record: Parameters<typeof building.records.put>[1]) => {
      const outcome = building.records.put(key, record)
      if (outcome === 'replaced') tally.merged++
      return outcome
    },
  } as Records<never>
  building.startFile(file.name, form)
  for await (const read of rows) {
    counts.rows++
    if (counts.rows % rowsPerProgress === 0) {
      options.signal?.throwIfAborted()
      options.onProgress?.({ file: file.name, bytes: tally.bytes, ofBytes, rows: tally.rows(), stage: 'reading' })
    }
    if (read.type === 'misshapen') {
      reject(read.line, read.reason, read.text())
      if (read.cut) throw new Error(`${file.name} ends inside the row of line ${read.line} (${read.reason}): it was cut off`)
      continue
    }
    try {
      building.startRow(read.line, read.published())
      keep(read.row, records, { file: file.name, line: read.line })
      counts.kept++
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reject(read.line, error.message, read.text())
    }
  }
  const told = date()
  if (told !== null) tally.dates.push(told)
}

type Tally = ReturnType<typeof newTally>

function newTally(kind: string) {
  const files: { file: string; part: string; rows: number; kept: number; rejected: number }[] = []
  const sum = (of: 'rows' | 'kept' | 'rejected') => files.reduce((total, file) => total + file[of], 0)
  const tally = {
    bytes: 0,
    merged: 0,
    rejectedRows: [] as RejectedRow[],
    /** What the files tell of their own date. */
    dates: [] as string[],
    rows: () => sum('rows'),
    file: (file: string, part: string) => {
      const counts = { file, part, rows: 0, kept: 0, rejected: 0 }
      files.push(counts)
      return counts
    },
    report: () => ({
      kind,
      files,
      rows: sum('rows'),
      kept: sum('kept'),
      rejected: sum('rejected'),
      merged: tally.merged,
      rejectedRows: tally.rejectedRows,
    }),
  }
  return tally
}
