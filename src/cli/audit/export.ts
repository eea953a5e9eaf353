// npm run audit -- export: the log for archives and pipelines.
import { open } from 'node:fs/promises'
import { type ExportFilter, exported } from '../../audit/export.ts'
import { linesOf, resumeLines } from '../../audit/export-lines.ts'
import { catalogue } from '../../events/catalogue.ts'
import type { EventLog } from '../../stores/event-log.ts'
import { lastEvent } from '../../stores/event-store.ts'
import { WrongUse } from '../command-line.ts'
import { counted } from '../output.ts'
import { type Progress, progress } from '../progress.ts'
import { endIn, optionalTimeIn } from '../times.ts'
import type { AuditCommand } from './auditing.ts'
import { accountIdIn } from './records.ts'

type Target = {
  readonly log: EventLog
  readonly filter: ExportFilter
  /** The path to write to; the standard output when absent. */
  readonly out: string | undefined
  readonly telling: Progress
}

const share = (position: bigint, end: bigint): number => (end === 0n ? 1 : Number(position) / Number(end))

/** @returns the number of events written */
const exportLines = async ({ log, filter, out, telling }: Target, end: bigint): Promise<number> => {
  const after = out === undefined ? undefined : resumeLines(out)
  const file = out === undefined ? undefined : await open(out, 'a')
  let count = 0
  try {
    for await (const batch of exported(log, filter, after)) {
      await (file ? file.appendFile(linesOf(batch)) : print(linesOf(batch)))
      count += batch.events.length
      telling.at(count, share(batch.position, end))
    }
    return count
  } finally {
    await file?.close()
  }
}

/** Waits where the reader is slow. A failure ends the program (`command-line.ts`). */
const print = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

const exportParquet = async ({ log, filter, out, telling }: Target, end: bigint): Promise<number> => {
  if (out === undefined) throw new WrongUse('--out FOLDER is needed: Parquet is written into a folder')
  // The writer of Parquet would hold up every other command.
  const { openParquet } = await import('../../audit/export-parquet.ts')
  const parquet = await openParquet(out, filter)
  let count = 0
  for await (const batch of exported(log, filter, parquet.resumeAfter)) {
    await parquet.write(batch)
    count += batch.events.length
    telling.at(count, share(batch.position, end))
  }
  await parquet.end()
  return count
}

const formats: { readonly [format: string]: (target: Target, end: bigint) => Promise<number> } = {
  ndjson: exportLines,
  parquet: exportParquet,
}

export const exportCommand: AuditCommand = {
  usage: 'export',
  about: 'events as CloudEvents, in order, as NDJSON or Parquet; --out continues where an earlier run stopped',
  options: ['format', 'out', 'account', 'type', 'from', 'to'],
  examples: [
    'export --type BusinessApproved --type BusinessRejected --from 2026-01-01 --to 2026-03-31 > decisions.ndjson',
    'export --format parquet --out archive/events',
  ],
  run: async ({ reading }, _, { format = 'ndjson', out, account, type, from, to }) => {
    const write = formats[format]
    if (!write) throw new WrongUse(`there is no format ${format}: ${Object.keys(formats).join(', ')}`)
    const unknown = type?.find((each) => !(each in catalogue))
    if (unknown) throw new WrongUse(`there is no event of type ${unknown}; types are named as in npm run audit -- history`)
    const times = { from: optionalTimeIn(from), to: to === undefined ? undefined : endIn(to) }
    const opened = await reading()
    const { log } = opened
    const filter = { account: await accountIdIn(opened, account), types: type, ...times }
    const last = await lastEvent(log.store)
    const telling = progress('exporting', 'events')
    const count = await write({ log, filter, out, telling }, last?.position ?? 0n).finally(telling.end)
    console.error(`${counted(count, 'event')} written${out === undefined ? '' : ` to ${out}`}`)
  },
}
