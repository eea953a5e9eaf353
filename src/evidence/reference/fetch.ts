// Downloads an agency's current files and imports them. Files that have not changed since the last download are not downloaded again.
// Files are streamed to disk and never held in memory.

import { createWriteStream, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '../../stores/folders.ts'
import { lockFile, readCurrent, takeFolder } from './folder.ts'
import { type ImportOptions, type ImportReport, importFiles } from './import.ts'
import { dataSetOf } from './kinds.ts'
import { canBeRead } from './reference-file.ts'

export type FetchOptions = Omit<ImportOptions, 'files' | 'date'> & {
  /** Replaces the published addresses. `REFERENCE_URL_{KIND}` in the environment replaces them too; spaces separate several addresses. */
  readonly urls?: readonly string[]
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly onDownload?: (progress: DownloadProgress) => void
  /** The maximum size of one file in bytes; 8 GB by default. */
  readonly sizeLimit?: number
  /** Restarts a download that receives nothing for this long; a minute by default. */
  readonly idleMs?: number
  /** Attempts per file, for failures that may pass; 4 by default. */
  readonly attempts?: number
  /** The pause before the second attempt; it doubles before each further one. A second by default. */
  readonly pauseMs?: number
}

export type DownloadProgress = { readonly url: string; readonly bytes: number; readonly ofBytes: number | null }

/** `unchanged` has no report when no server had anything new. */
export type FetchOutcome = {
  readonly outcome: 'imported' | 'unchanged'
  readonly report: ImportReport | null
  readonly urls: readonly string[]
}

/** The agency's server did not deliver the file. The message quotes its answer. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
}

type Remembered = { readonly [url: string]: { readonly etag: string | null; readonly lastModified: string | null } }
type Download =
  | { readonly url: string; readonly file: string; readonly etag: string | null; readonly lastModified: string | null }
  | { readonly url: string; readonly file: null }

const sizeLimitByDefault = 8_000_000_000
const rememberedFile = 'fetched.json'

/** @throws FetchFailed, UnknownKind, ImportFailed, FolderBusy, or the signal's reason */
export async function fetchAndImport(options: FetchOptions): Promise<FetchOutcome> {
  const { folder, kind } = options
  const dataSet = dataSetOf(kind)
  const urls = addressesOf(dataSet, options)
  const target = join(folder, `.fetching-${kind}`)
  const taken = takeDownloads(target, kind)
  try {
    const remembered = readRemembered(folder)
    // All files of a version are fetched together: if one has changed, all are fetched.
    const known = urls.every((url) => remembered[url] !== undefined) && isUsable(folder, kind)
    let downloads = await downloadAll(urls, target, options, known ? remembered : {})
    if (downloads.every((download) => download.file === null)) return { outcome: 'unchanged', report: null, urls }
    if (downloads.some((download) => download.file === null)) downloads = await downloadAll(urls, target, options, {})
    const files = downloads.flatMap((download) => (download.file === null ? [] : [download.file]))
    const report = await importFiles({ ...options, files, date: newestDate(downloads) })
    remember(folder, downloads)
    return { outcome: report.outcome, report, urls }
  } finally {
    rmSync(target, { recursive: true, force: true })
    taken.release()
  }
}

/** Takes the folder of the downloads for one fetch, without what a killed one left there. @throws FolderBusy, FolderUnusable */
function takeDownloads(target: string, kind: string): { release(): void } {
  const taken = takeFolder(target, 0, `another fetch of ${kind} is under way: wait for its end`)
  for (const name of readdirSync(target)) if (name !== lockFile) rmSync(join(target, name), { recursive: true, force: true })
  return taken
}

/** A damaged version is made again, although its files have not changed. */
function isUsable(folder: string, kind: string): boolean {
  const used = readCurrent(folder)[kind]
  return used !== undefined && canBeRead(join(folder, used.file))
}

function addressesOf({ kind, urls, toFetch }: ReturnType<typeof dataSetOf>, options: FetchOptions): readonly string[] {
  const fromEnvironment = options.environment?.[`REFERENCE_URL_${kind.toUpperCase()}`]?.split(/\s+/).filter((url) => url !== '') ?? []
  const chosen = options.urls && options.urls.length > 0 ? options.urls : fromEnvironment.length > 0 ? fromEnvironment : urls
  if (chosen.length === 0) throw new FetchFailed(`there is no address to fetch ${kind} from: ${toFetch ?? 'give one with --url'}`)
  for (const url of chosen) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new FetchFailed(`${JSON.stringify(url)} is not an address of http or https`)
  }
  return chosen
}

async function downloadAll(
  urls: readonly string[],
  folder: string,
  options: FetchOptions,
  remembered: Remembered,
): Promise<readonly Download[]> {
  const downloads: Download[] = []
  for (const [at, url] of urls.entries()) downloads.push(await download(url, join(folder, String(at)), options, remembered[url]))
  return downloads
}

/** Statuses that may pass on a later attempt: too many requests, and overload. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

async function download(url: string, folder: string, options: FetchOptions, remembered: Remembered[string] | undefined): Promise<Download> {
  const { attempts = 4, pauseMs = 1_000 } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await downloadOnce(url, folder, options, remembered)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (error instanceof FetchFailed || attempt >= attempts) {
        const times = attempt > 1 ? ` (${attempt} attempts)` : ''
        throw error instanceof FetchFailed && attempt === 1 ? error : new FetchFailed(`${url}: ${messageOf(error)}${times}`)
      }
      await pause(pauseMs * 2 ** (attempt - 1), undefined, options.signal ? { signal: options.signal } : {})
    }
  }
}

async function downloadOnce(
  url: string,
  folder: string,
  options: FetchOptions,
  remembered: Remembered[string] | undefined,
): Promise<Download> {
  const { sizeLimit = sizeLimitByDefault, idleMs = 60_000, onDownload } = options
  const standstill = new AbortController()
  const stop = () => standstill.abort(new Error(`nothing came for ${idleMs} ms`))
  let timer = setTimeout(stop, idleMs)
  const moving = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, idleMs)
  }
  const signal = options.signal ? AbortSignal.any([options.signal, standstill.signal]) : standstill.signal
  try {
    const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'probity-reference' }
    if (remembered?.etag) headers['if-none-match'] = remembered.etag
    if (remembered?.lastModified) headers['if-modified-since'] = remembered.lastModified
    const response = await fetch(url, { headers, signal, redirect: 'follow' })
    if (response.status === 304) return { url, file: null }
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      const said = `the server answered ${response.status}${response.statusText === '' ? '' : ` ${response.statusText}`}`
      if (passing.has(response.status)) throw new Error(said)
      throw new FetchFailed(`${url}: ${said}`)
    }
    const encoded = response.headers.get('content-encoding') !== null
    const length = encoded ? null : Number(response.headers.get('content-length') ?? Number.NaN)
    const ofBytes = length === null || Number.isNaN(length) ? null : length
    const tooLarge = () => new FetchFailed(`${url}: the file is larger than ${sizeLimit} bytes`)
    if (ofBytes !== null && ofBytes > sizeLimit) throw tooLarge()
    let bytes = 0
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        moving()
        bytes += chunk.length
        onDownload?.({ url, bytes, ofBytes })
        done(bytes > sizeLimit ? tooLarge() : null, chunk)
      },
    })
    makeFolder(folder)
    const file = join(folder, fileName(response, url))
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), counting, createWriteStream(file), { signal })
    if (ofBytes !== null && bytes < ofBytes) throw new Error(`the download was cut off: ${bytes} bytes of ${ofBytes}`)
    if (bytes === 0) throw new Error('the server sent an empty file')
    return { url, file, etag: response.headers.get('etag'), lastModified: response.headers.get('last-modified') }
  } catch (error) {
    throw standstill.signal.aborted ? standstill.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** The name from the server, else the last part of the address. Some data sets derive row ids from it. */
function fileName(response: Response, url: string): string {
  const given = /filename="?([^";]+)"?/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const last = basename(new URL(url).pathname)
  return (given ?? (last === '' ? 'download' : last)).replace(/[^\w.-]+/g, '_').replace(/^\.+/, '_')
}

/** The newest change date that the server reports for the files. */
function newestDate(downloads: readonly Download[]): string | null {
  const dates = downloads.flatMap((download) => {
    const date = new Date((download.file !== null && download.lastModified) || Number.NaN)
    return Number.isNaN(date.getTime()) ? [] : [date.toISOString().slice(0, 10)]
  })
  return dates.sort().at(-1) ?? null
}

function readRemembered(folder: string): Remembered {
  try {
    return JSON.parse(readFileSync(join(folder, rememberedFile), 'utf8')) as Remembered
  } catch {
    // Without it, the files are only fetched once more.
    return {}
  }
}

function remember(folder: string, downloads: readonly Download[]): void {
  const fetched = downloads.flatMap((one) =>
    one.file === null ? [] : [[one.url, { etag: one.etag, lastModified: one.lastModified }] as const],
  )
  writeFileSync(join(folder, rememberedFile), `${JSON.stringify({ ...readRemembered(folder), ...Object.fromEntries(fetched) }, null, 2)}\n`)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
