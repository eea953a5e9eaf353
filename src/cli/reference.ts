// npm run reference: imports published open data, fetches it from the agencies, and lists what is loaded.
import { join } from 'node:path'
import { dataDirIn, referenceKeepYearsIn } from '../config.ts'
import type { CitedRow } from '../evidence/ports.ts'
import { citedRow } from '../evidence/reference/cited-row.ts'
import { type DownloadProgress, fetchAndImport } from '../evidence/reference/fetch.ts'
import { readCurrent } from '../evidence/reference/folder.ts'
import { ImportFailed, type ImportProgress, type ImportReport, importFiles } from '../evidence/reference/import.ts'
import { dataSetOf, dataSets, UnknownKind } from '../evidence/reference/kinds.ts'
import { openReferenceFile, type RejectedRow } from '../evidence/reference/reference-file.ts'
import { removeSample, sampleInUse } from '../evidence/reference/sample.ts'
import { account, type Command, type CommandLine, json, main, type Options, WrongUse } from './command-line.ts'
import { orNearest } from './nearest-word.ts'
import { show } from './output.ts'
import { type Progress, progress } from './progress.ts'
import { listDifference } from './reference-diff.ts'
import { printDifference } from './reference-diff-output.ts'

const referenceOptions = {
  url: { type: 'string', multiple: true, value: 'ADDRESS', about: 'fetches from this address instead of the published one' },
  'accept-smaller': { type: 'boolean', about: 'imports a version that has less than half the records of the one in use' },
  'accept-older': { type: 'boolean', about: 'imports a version whose date is before that of the one in use' },
  account,
  json,
} as const

type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** The stream for the progress display. */
  readonly err?: Parameters<typeof progress>[2]
}

/** What each command works with. */
type Loading = {
  readonly folder: string
  readonly environment: Surroundings['environment']
  readonly err: Surroundings['err']
  readonly stopped: { readonly signal?: AbortSignal }
  /** How long replaced versions are kept. @throws WrongSetting */
  readonly kept: () => { readonly keepYears?: number }
}

type ReferenceCommand = Command<Loading, typeof referenceOptions>

export const referenceLine = ({ environment, signal, err }: Surroundings): CommandLine<Loading, typeof referenceOptions> => ({
  name: 'reference',
  about: 'Loads published open data for verification.',
  notes: [
    {
      text: 'The data goes to DATA_DIR/reference (DATA_DIR is ./data unless set). Running instances notice a new version and use it.',
      of: ['import', 'fetch'],
    },
    { text: 'REFERENCE_URL_{KIND} in the environment replaces the published address of a kind.', of: ['fetch'] },
    { text: 'Replaced versions can be shown for REFERENCE_KEEP_YEARS (10 unless set).', of: ['show', 'diff'] },
    { text: ['Kinds:', ...dataSets.map(({ kind, title }) => `  ${kind.padEnd(18)} ${title}`)].join('\n'), of: ['KIND', 'LIST'] },
  ],
  options: referenceOptions,
  open: async () => ({
    folder: join(dataDirIn(environment), 'reference'),
    environment,
    err,
    stopped: signal ? { signal } : {},
    kept: () => {
      const keepYears = referenceKeepYearsIn(environment)
      return keepYears === undefined ? {} : { keepYears }
    },
    close: async () => undefined,
  }),
  commands: [importing, fetching, listing, showing, comparing, removing, rejecting],
})

const importing: ReferenceCommand = {
  usage: 'import KIND FILE...',
  reads: ['FILE'],
  about: 'imports files (plain, .gz, .zip or .xlsx) as a new version of KIND',
  options: ['accept-smaller', 'accept-older'],
  examples: ['import ofac_sdn sdn.csv add.csv alt.csv sdn_comments.csv'],
  run: async ({ folder, err, kept, stopped }, [kind = '', ...files], options) => {
    known(kind)
    const shown = shownProgress(err)
    const report = await counted(() =>
      importFiles({ folder, kind, files, ...accepted(options), onProgress: shown.importing, ...kept(), ...stopped }).finally(shown.end),
    )
    tellReport(report)
    withoutSample(folder)
  },
}

const fetching: ReferenceCommand = {
  usage: 'fetch KIND',
  about: "fetches the agency's current files, if they have changed, and imports them",
  options: ['url', 'accept-smaller', 'accept-older'],
  examples: ['fetch irs_eo'],
  run: async ({ folder, environment, err, kept, stopped }, [kind = ''], options) => {
    known(kind)
    const shown = shownProgress(err)
    const asked = { folder, kind, urls: options.url ?? [], ...accepted(options), environment, ...kept(), ...stopped }
    const { report } = await counted(() =>
      fetchAndImport({ ...asked, onDownload: shown.downloading, onProgress: shown.importing }).finally(shown.end),
    )
    if (report === null) {
      const { version } = readCurrent(folder)[kind] ?? { version: 'none' }
      console.log(`${kind}: the files have not changed since they were fetched; version ${version} stays in use`)
      return
    }
    tellReport(report)
    withoutSample(folder)
  },
}

const listing: ReferenceCommand = {
  usage: 'list',
  about: 'the versions in use',
  options: [],
  run: async ({ folder }) => (listed(folder) ? 0 : 1),
}

const showing: ReferenceCommand = {
  usage: 'show KIND VERSION ROW',
  about: 'the row that a source cites, as it was published; also from replaced versions',
  options: [],
  examples: ['show or_sos 2019-03-29 153169496'],
  run: async ({ folder }, [kind = '', version = '', row = '']) => {
    known(kind)
    for (const line of shownRow(citedRow(folder, { kind, version, row }))) console.log(line)
  },
}

const comparing: ReferenceCommand = {
  usage: 'diff LIST OLD NEW',
  about:
    "the entries of a screening list that were added, changed and removed, and the account's parties that they touch; OLD and NEW are kept versions, or files not yet imported (of several files, a folder or .zip that holds all)",
  options: ['account', 'json'],
  examples: ['diff ofac_sdn 2026-03-01 2026-03-08', 'diff un_sc 2026-03-01 consolidated.xml --json'],
  run: async ({ folder, environment, err, stopped }, [list = '', old = '', now = ''], options) => {
    const shown = shownProgress(err)
    const telling = { onProgress: shown.importing, onCompared: shown.comparing }
    const asked = { folder, kind: list, old, now, environment, ...telling, ...stopped, ...options }
    printDifference(await listDifference(asked).finally(shown.end), options)
  },
}

const removing: ReferenceCommand = {
  usage: 'remove sample',
  about: 'stops using the invented sample; the first import does so too',
  options: [],
  run: async ({ folder }) => {
    if (sampleInUse(folder).length === 0) console.log('no part of the invented sample is in use')
    else withoutSample(folder)
  },
}

const rejecting: ReferenceCommand = {
  usage: 'rejected KIND',
  about: "the rows of KIND's version in use that could not be read",
  options: [],
  examples: ['rejected irs_eo'],
  run: async ({ folder }, [kind = '']) => {
    known(kind)
    const version = readCurrent(folder)[kind]
    if (version === undefined) throw new ImportFailed(`no version of ${kind} is loaded`)
    const { db } = openReferenceFile(join(folder, version.file))
    try {
      const rows = db.prepare('SELECT file, line, reason, text FROM rejected ORDER BY rowid').iterate() as Iterable<unknown>
      let shown = 0
      for (const row of rows) {
        console.log(rejectedLine(row as RejectedRow))
        shown++
      }
      if (shown === 0) console.log('nothing')
    } finally {
      db.close()
    }
  },
}

/** What is imported although it looks wrong. */
const accepted = (options: Options<typeof referenceOptions>) => ({
  acceptSmaller: options['accept-smaller'] ?? false,
  acceptOlder: options['accept-older'] ?? false,
})

/** @throws WrongUse listing the known kinds */
const known = (kind: string): void => {
  try {
    dataSetOf(kind)
  } catch (error) {
    const kinds = dataSets.map((dataSet) => dataSet.kind)
    throw error instanceof UnknownKind
      ? new WrongUse(`there is no data set of kind "${kind}"${orNearest(kind, kinds) || `; kinds are ${kinds.join(', ')}`}`)
      : error
  }
}

/** Also reports how far a failed import came. */
const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportFailed && error.report && error.report.rows > 0) tellCounts(error.report)
    throw error
  }
}

/** Invented records must not mix with published ones. */
const withoutSample = (folder: string): void => {
  const kinds = removeSample(folder)
  if (kinds.length > 0) console.log(`the invented sample is no longer used: ${kinds.join(', ')}`)
}

/** Whether every version in use can be opened. */
const listed = (folder: string): boolean => {
  const current = readCurrent(folder)
  let isWhole = true
  const rows = dataSets.flatMap(({ kind, title }) => {
    const version = current[kind]
    if (version === undefined) return []
    try {
      const { db, facts } = openReferenceFile(join(folder, version.file))
      db.close()
      const { records, rejected } = facts
      return [{ kind, version: version.version, records, rejected, imported: version.imported_at.slice(0, 10), 'data set': title }]
    } catch (error) {
      isWhole = false
      const instead = version.previous ? `; version ${version.previous.version} is used instead` : ''
      console.error(`${error instanceof Error ? error.message : error}${instead}`)
      return []
    }
  })
  if (rows.length > 0) show(rows, ['kind', 'version', 'records', 'rejected', 'imported', 'data set'])
  else if (isWhole) console.log(`no reference data is loaded in ${folder}`)
  return isWhole
}

const tellReport = (report: ImportReport): void => {
  const { kind, version } = report
  if (report.outcome === 'unchanged') {
    console.log(`${kind}: these files are already version ${version}, which stays in use`)
    return
  }
  tellCounts(report)
  console.log(`${kind}: version ${version} is in use, ${report.records.toLocaleString('en')} records`)
}

const rejectedShown = 20

const tellCounts = ({ kind, files, rejected, rejectedRows }: Omit<ImportReport, 'outcome' | 'version' | 'records'>): void => {
  const counts = files.map((each) => ({
    file: each.file,
    holds: each.part,
    rows: each.rows.toLocaleString('en'),
    kept: each.kept.toLocaleString('en'),
    rejected: each.rejected.toLocaleString('en'),
  }))
  show(counts, ['file', 'holds', 'rows', 'kept', 'rejected'])
  for (const row of rejectedRows.slice(0, rejectedShown)) console.log(rejectedLine(row))
  const more = rejected - rejectedShown
  if (more > 0) console.log(`... and ${more.toLocaleString('en')} more: npm run reference -- rejected ${kind}`)
}

const shownRow = ({ title, agency, version, row, as_of, imported_at, sha256, records, rows, record }: CitedRow): readonly string[] => [
  `${title} (${agency})`,
  `version ${version}, as of ${as_of ?? 'a date that the publisher does not give'}, imported on ${imported_at.slice(0, 10)}, content ${sha256}`,
  ...(record === null ? [`the whole data set, ${records.toLocaleString('en')} records`] : []),
  ...rows.flatMap(({ file, line, text, cells }) => {
    const width = Math.max(...cells.map(([column]) => column.length))
    const filled = cells.filter(([, cell]) => cell !== '')
    return ['', `${file}, line ${line}, as published:`, text, ...filled.map(([column, cell]) => `  ${column.padEnd(width)}  ${cell}`)]
  }),
  ...(record !== null && rows.length === 0
    ? ['', `row ${row} as it was read (this version was imported before published rows were kept):`, JSON.stringify(record, null, 2)]
    : []),
]

const rejectedLine = ({ file, line, reason, text }: RejectedRow): string => `rejected  ${file}:${line}  ${reason}  ${text}`

/** One line per file as it is fetched and read, and one for the businesses that are compared. */
const shownProgress = (err: Surroundings['err']) => {
  let at: { readonly what: string; readonly line: Progress } | undefined
  const lineOf = (what: string, unit: string): Progress => {
    if (at?.what === what) return at.line
    at?.line.end()
    at = { what, line: progress(what, unit, err) }
    return at.line
  }
  return {
    importing: ({ file, bytes, ofBytes, rows, stage }: ImportProgress) => {
      if (stage === 'indexing') lineOf('indexing', 'rows').at(rows)
      else lineOf(`reading ${file}`, 'rows').at(rows, ofBytes === 0 ? undefined : Math.min(1, bytes / ofBytes))
    },
    downloading: ({ url, bytes, ofBytes }: DownloadProgress) =>
      lineOf(`fetching ${url}`, 'bytes').at(bytes, ofBytes ? Math.min(1, bytes / ofBytes) : undefined),
    comparing: (businesses: number, ofBusinesses: number) => lineOf('comparing', 'businesses').at(businesses, businesses / ofBusinesses),
    end: () => at?.line.end(),
  }
}

if (import.meta.main) {
  const interrupted = new AbortController()
  const reason = Object.assign(new Error('interrupted: nothing was imported'), { name: 'Interrupted' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort(reason))
  await main(referenceLine({ environment: process.env, signal: interrupted.signal }))
}
