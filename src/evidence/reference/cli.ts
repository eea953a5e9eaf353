// `npm run reference`: imports published open data, fetches it from the agencies, and tells what is loaded.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DownloadProgress, FetchFailed, fetchAndImport } from './fetch.ts'
import { FolderBusy, readCurrent } from './folder.ts'
import { ImportFailed, type ImportProgress, type ImportReport, importFiles } from './import.ts'
import { dataSetOf, dataSets, UnknownKind } from './kinds.ts'
import { openReferenceFile, type RejectedRow } from './reference-file.ts'
import { removeSample, sampleInUse } from './sample.ts'

const usage = `Loads published open data for verification.

  npm run reference -- import KIND FILE...     imports files (plain, .gz or .zip) as a new version of KIND
  npm run reference -- fetch KIND [--url U]    fetches the agency's current files, if they have changed, and imports them
  npm run reference -- list                    the versions in use
  npm run reference -- remove sample           takes the invented sample out of use; the first import does so too
  npm run reference -- rejected KIND           the rows of KIND's version in use that could not be read

  --url ADDRESS        fetch from here, instead of the published address; repeat it for several files
  --accept-smaller     import a version with less than half the records of the one in use
  --help

The data goes to DATA_DIR/reference (DATA_DIR is ./data unless set). Running instances take a new version up by themselves.
REFERENCE_URL_{KIND} in the environment replaces the published address of a kind.

Examples:
  npm run reference -- import ofac_sdn sdn.csv add.csv alt.csv sdn_comments.csv
  npm run reference -- fetch irs_eo

Exit codes: 0 done, 1 failed, 2 asked wrongly.

Kinds:
${dataSets.map(({ kind, title }) => `  ${kind.padEnd(18)} ${title}`).join('\n')}
`

/** 0 done, 1 failed, 2 asked wrongly. */
type ExitCode = 0 | 1 | 2

export type Surroundings = {
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
  readonly signal?: AbortSignal
}

class WrongUse extends Error {}

export async function run(around: Surroundings): Promise<ExitCode> {
  const { out, err } = around
  try {
    const { values, positionals } = readArguments(around.arguments)
    const [command, ...rest] = positionals
    if (values.help || command === 'help') {
      out.write(usage)
      return 0
    }
    const folder = join(around.environment.DATA_DIR || 'data', 'reference')
    const work = command === undefined ? undefined : commands[command]
    if (work === undefined) throw new WrongUse(command === undefined ? 'nothing to do' : `there is no command ${JSON.stringify(command)}`)
    return await work({ ...around, folder, operands: rest, urls: values.url ?? [], acceptSmaller: values['accept-smaller'] ?? false })
  } catch (error) {
    if (error instanceof WrongUse || error instanceof UnknownKind) {
      err.write(`${error.message}\nnpm run reference -- --help tells what can be asked\n`)
      return 2
    }
    if (error instanceof ImportFailed) {
      if (error.report && error.report.rows > 0) writeCounts(err, error.report)
      err.write(`not imported: ${error.message}\n`)
      return 1
    }
    const expected = error instanceof FetchFailed || error instanceof FolderBusy || (error instanceof Error && 'code' in error)
    if (expected || around.signal?.aborted) {
      err.write(`${error instanceof Error ? error.message : String(error)}\n`)
      return 1
    }
    throw error
  }
}

function readArguments(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, url: { type: 'string', multiple: true }, 'accept-smaller': { type: 'boolean' } },
    })
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error))
  }
}

type Work = Surroundings & {
  readonly folder: string
  readonly operands: readonly string[]
  readonly urls: readonly string[]
  readonly acceptSmaller: boolean
}

const commands: Readonly<Record<string, (work: Work) => Promise<ExitCode>>> = {
  import: async ({ folder, operands, acceptSmaller, out, err, signal }) => {
    const [kind, ...files] = operands
    if (kind === undefined) throw new WrongUse('which KIND is to be imported?')
    dataSetOf(kind)
    if (files.length === 0) throw new WrongUse(`which files are to be imported as ${kind}?`)
    const bar = progressBar(err)
    const report = await importFiles({
      folder,
      kind,
      files,
      acceptSmaller,
      onProgress: bar.importing,
      ...(signal ? { signal } : {}),
    }).finally(bar.end)
    writeReport(out, report)
    withoutSample(folder, out)
    return 0
  },

  fetch: async ({ folder, operands, urls, acceptSmaller, environment, out, err, signal }) => {
    const [kind, ...others] = operands
    if (kind === undefined || others.length > 0) throw new WrongUse('fetch takes one KIND')
    const bar = progressBar(err)
    const fetched = await fetchAndImport({
      folder,
      kind,
      urls,
      acceptSmaller,
      environment,
      onDownload: bar.downloading,
      onProgress: bar.importing,
      ...(signal ? { signal } : {}),
    }).finally(bar.end)
    if (fetched.report) {
      writeReport(out, fetched.report)
      withoutSample(folder, out)
    } else
      out.write(`${kind}: the files have not changed since they were fetched; version ${readCurrent(folder)[kind]?.version} stays in use\n`)
    return 0
  },

  list: async ({ folder, out, err }) => {
    const current = readCurrent(folder)
    let damaged = false
    const rows = dataSets.flatMap(({ kind, title }): string[][] => {
      const version = current[kind]
      if (version === undefined) return []
      try {
        const { db, facts } = openReferenceFile(join(folder, version.file))
        db.close()
        return [[kind, version.version, String(facts.records), String(facts.rejected), version.imported_at.slice(0, 10), title]]
      } catch (error) {
        damaged = true
        err.write(
          `${error instanceof Error ? error.message : String(error)}${version.previous ? `; version ${version.previous.version} is used instead` : ''}\n`,
        )
        return []
      }
    })
    if (rows.length === 0 && !damaged) out.write(`no reference data is loaded in ${folder}\n`)
    else out.write(table([['kind', 'version', 'records', 'rejected', 'imported', 'data set'], ...rows]))
    return damaged ? 1 : 0
  },

  remove: async ({ folder, operands, out }) => {
    if (operands.join(' ') !== 'sample') throw new WrongUse('only the sample can be removed: npm run reference -- remove sample')
    if (sampleInUse(folder).length === 0) out.write('no part of the invented sample is in use\n')
    else withoutSample(folder, out)
    return 0
  },

  rejected: async ({ folder, operands, out }) => {
    const [kind] = operands
    if (kind === undefined) throw new WrongUse('whose rejected rows?')
    dataSetOf(kind)
    const version = readCurrent(folder)[kind]
    if (version === undefined) throw new ImportFailed(`no version of ${kind} is loaded`)
    const { db } = openReferenceFile(join(folder, version.file))
    try {
      for (const row of db.prepare('SELECT file, line, reason, text FROM rejected ORDER BY rowid').iterate() as Iterable<unknown>)
        out.write(rejectedLine(row as RejectedRow))
    } finally {
      db.close()
    }
    return 0
  },
}

/** What is invented must not answer beside what is published. */
function withoutSample(folder: string, out: Work['out']): void {
  const kinds = removeSample(folder)
  if (kinds.length > 0) out.write(`the invented sample is out of use: ${kinds.join(', ')}\n`)
}

const rejectedShown = 20

function writeReport(out: Work['out'], report: ImportReport): void {
  if (report.outcome === 'unchanged') {
    out.write(`${report.kind}: these files are version ${report.version} already, which stays in use\n`)
    return
  }
  writeCounts(out, report)
  out.write(`${report.kind}: version ${report.version} is in use, ${report.records.toLocaleString('en')} records\n`)
}

function writeCounts(out: Work['out'], report: Omit<ImportReport, 'outcome' | 'version' | 'records'>): void {
  const counts = report.files.map((file) => [
    file.file,
    file.part,
    ...[file.rows, file.kept, file.rejected].map((count) => count.toLocaleString('en')),
  ])
  out.write(table([['file', 'holds', 'rows', 'kept', 'rejected'], ...counts]))
  for (const row of report.rejectedRows.slice(0, rejectedShown)) out.write(rejectedLine(row))
  const more = report.rejected - rejectedShown
  if (more > 0) out.write(`... and ${more.toLocaleString('en')} more: npm run reference -- rejected ${report.kind}\n`)
}

const rejectedLine = ({ file, line, reason, text }: RejectedRow): string => `rejected  ${file}:${line}  ${reason}  ${text}\n`

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const linesEveryMs = 2_000

/** One line that is written over on a terminal; plain lines, every two seconds at most, elsewhere. */
function progressBar(err: Surroundings['err']) {
  let shown = false
  let lastAt = performance.now()
  const show = (text: string, share: number | null) => {
    const now = performance.now()
    if (now - lastAt < (err.isTTY ? 50 : linesEveryMs)) return
    lastAt = now
    const filled =
      share === null ? '' : `[${'#'.repeat(Math.round(share * 24)).padEnd(24)}] ${String(Math.round(share * 100)).padStart(3)}%  `
    if (!err.isTTY) {
      err.write(`${text}${share === null ? '' : ` ${Math.round(share * 100)}%`}\n`)
      return
    }
    shown = true
    err.write(`\r\u001b[2K${`${filled}${text}`.slice(0, (err.columns ?? 80) - 1)}`)
  }
  return {
    importing: ({ file, bytes, ofBytes, rows, stage }: ImportProgress) =>
      show(
        stage === 'indexing' ? `indexing ${rows.toLocaleString('en')} rows` : `reading ${file}, ${rows.toLocaleString('en')} rows`,
        stage === 'indexing' || ofBytes === 0 ? null : Math.min(1, bytes / ofBytes),
      ),
    downloading: ({ url, bytes, ofBytes }: DownloadProgress) =>
      show(
        `fetching ${url}, ${(bytes / 1_000_000).toFixed(1)} MB`,
        ofBytes === null || ofBytes === 0 ? null : Math.min(1, bytes / ofBytes),
      ),
    end: () => {
      if (shown) err.write('\r\u001b[2K')
    },
  }
}

if (import.meta.main) {
  const interrupted = new AbortController()
  // `... | head` closes the pipe before everything is written: nothing is wrong then.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted: nothing was imported')))
  process.exitCode = await run({
    arguments: process.argv.slice(2),
    environment: process.env,
    out: process.stdout,
    err: process.stderr,
    signal: interrupted.signal,
  })
}
