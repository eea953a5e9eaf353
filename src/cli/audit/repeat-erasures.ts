// npm run audit -- repeat-erasures: after a restore, erases again what had been erased since the backup, by the list that was written down of it.
import { z } from 'zod'
import { erasureEvents } from '../../events/erasure.ts'
import { type RepeatedErasures, type RepeatReport, repeatedAtOnce } from '../../http/control/audit.ts'
import { WrongUse } from '../command-line.ts'
import { counted, printJson } from '../output.ts'
import type { AuditCommand } from './auditing.ts'
import { textIn } from './input-files.ts'

const Exported = z.looseObject({ type: z.string(), subject: z.string(), id: z.uuid(), data: z.looseObject({}) })

const noteType = 'probity.PersonalDataErased'
const howToList = 'npm run audit -- export --type PersonalDataErased --out FILE writes one'

/** The erasures in a file of exported events. @throws WrongUse */
export const erasuresIn = (file: string): RepeatedErasures['erasures'] => {
  const lines = textIn(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const erasures = lines.flatMap((line, n) => {
    const event = Exported.safeParse(parsed(line))
    if (!event.success) throw new WrongUse(`line ${n + 1} of ${file} is not an exported event: ${howToList}`)
    const { type, subject: stream, id, data } = event.data
    if (type !== noteType) return []
    const note = erasureEvents.PersonalDataErased.safeParse(data)
    if (!note.success) throw new WrongUse(`line ${n + 1} of ${file} is not a whole erasure: ${howToList}`)
    return [{ ...note.data, order_id: note.data.order_id ?? id, stream }]
  })
  if (erasures.length === 0) throw new WrongUse(`${file} holds no erasure: ${howToList}`)
  return erasures
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export const repeatErasuresCommand: AuditCommand = {
  usage: 'repeat-erasures FILE',
  about: 'after a restore, erases again what the exported events PersonalDataErased in FILE say, for good; legal holds do not stop it',
  options: ['json', 'dry-run'],
  examples: ['repeat-erasures erasures.ndjson --dry-run', 'repeat-erasures erasures.ndjson'],
  run: async ({ operator }, [file = ''], options) => {
    const erasures = erasuresIn(file)
    const dry_run = options['dry-run'] ?? false
    const { request } = await operator()
    const total = { erasures: erasures.length, keys: 0, unknown: 0, kept_by_reader: false, dry_run }
    for (let at = 0; at < erasures.length; at += repeatedAtOnce) {
      const some = erasures.slice(at, at + repeatedAtOnce)
      const { keys, unknown, kept_by_reader } = await request<RepeatReport>('POST', '/repeated_erasures', { erasures: some, dry_run })
      total.keys += keys
      total.unknown += unknown
      total.kept_by_reader ||= kept_by_reader
    }
    if (options.json) printJson(total)
    else for (const line of linesOf(total)) console.log(line)
    return total.kept_by_reader ? 1 : 0
  },
}

type Total = RepeatReport & { readonly erasures: number; readonly dry_run: boolean }

const linesOf = ({ erasures, keys, unknown, kept_by_reader, dry_run }: Total): readonly string[] => [
  `${dry_run ? 'would repeat' : 'repeated'} ${counted(erasures, 'erasure')}, whose records had ${counted(keys, 'key')} again`,
  ...(unknown > 0 ? [`${counted(unknown, 'erasure')} of records that the log does not have`] : []),
  ...(kept_by_reader
    ? ['another program reads the files of the service and keeps what was overwritten in them: end it, and run this again']
    : []),
]
