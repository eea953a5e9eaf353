// npm run audit -- export: the log for archives and pipelines.
import { statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { type ExportFilter, type ExportWriter, exported } from '../../audit/export.ts'
import { noteFilter } from '../../audit/export-filter.ts'
import { linesOf, resumeLines } from '../../audit/export-lines.ts'
import { lockExport } from '../../audit/export-lock.ts'
import { catalogue } from '../../events/catalogue.ts'
import { ownValue } from '../../events/own-value.ts'
import { lastEvent } from '../../stores/event-store.ts'
import { openInParts } from '../../stores/opening.ts'
import { WrongUse } from '../command-line.ts'
import { counted } from '../output.ts'
import { progress } from '../progress.ts'
import { endIn, optionalTimeIn } from '../times.ts'
import type { AuditCommand } from './auditing.ts'
import { accountIdIn } from './records.ts'

/** Opens the path to write to; without one, lines go to the standard output. */
type Format = (out: string | undefined, filter: ExportFilter) => Promise<ExportWriter>

const lines: Format = (out, filter) =>
  openInParts(async (kept) => {
    if (out === undefined) return { resumeAfter: undefined, write: (batch) => print(linesOf(batch)), end: nothing }
    const append = (text: string) => appendFile(out, text)
    // Also an export of no events is a file.
    await append('')
    // Not beside a device or a pipe: an export to one is never continued.
    const isFile = statSync(out).isFile()
    if (isFile) kept(lockExport(`${out}.export.lock`, out))
    const resumeAfter = resumeLines(out)
    if (isFile) await noteFilter(`${out}.export.json`, filter, { place: out, isBegun: resumeAfter !== undefined })
    return { resumeAfter, write: (batch) => append(linesOf(batch)), end: nothing }
  })

const nothing = async () => undefined

/** Waits where the reader is slow. A failure ends the program (`command-line.ts`). */
const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

const parquet: Format = async (out, filter) => {
  if (out === undefined) throw new WrongUse('--out FOLDER is needed: Parquet is written into a folder')
  // The writer of Parquet would hold up every other command.
  const { openParquet } = await import('../../audit/export-parquet.ts')
  return openParquet(out, filter)
}

const formats: { readonly [format: string]: Format } = { ndjson: lines, parquet }

const share = (position: bigint, end: bigint): number => (end === 0n ? 1 : Number(position) / Number(end))

export const exportCommand: AuditCommand = {
  usage: 'export',
  about: 'events as CloudEvents, in order, as NDJSON or Parquet; --out continues where an earlier run stopped',
  options: ['format', 'out', 'account', 'type', 'from', 'to'],
  examples: [
    'export --type BusinessApproved --type BusinessRejected --from 2026-01-01 --to 2026-03-31 > decisions.ndjson',
    'export --format parquet --out archive/events',
  ],
  run: async ({ reading }, _, { format = 'ndjson', out, account, type, from, to }) => {
    const open = ownValue(formats, format)
    if (!open) throw new WrongUse(`there is no format ${format}: ${Object.keys(formats).join(', ')}`)
    const unknown = type?.find((each) => !(each in catalogue))
    if (unknown) throw new WrongUse(`there is no event of type ${unknown}; types are named as in npm run audit -- history`)
    const times = { from: optionalTimeIn(from), to: to === undefined ? undefined : endIn(to) }
    const opened = await reading()
    const { log } = opened
    const filter = { account: await accountIdIn(opened, account), types: type, ...times }
    const end = (await lastEvent(log.store))?.position ?? 0n
    const writer = await open(out, filter)
    const exporting = progress('exporting', 'events')
    let count = 0
    try {
      for await (const batch of exported(log, filter, writer.resumeAfter)) {
        await writer.write(batch)
        count += batch.events.length
        exporting.at(count, share(batch.position, end))
      }
      await writer.end()
    } finally {
      exporting.end()
      await writer.close()
    }
    console.error(`${counted(count, 'event')} written${out === undefined ? '' : ` to ${out}`}`)
  },
}
