// The second part of the demonstration: registries of the invented sample are replaced by edited copies, and what changed in them reaches the
// reviews of monitored businesses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFiles } from '../evidence/reference/import.ts'
import { sampleFolder } from '../evidence/reference/sample.ts'

type Lines = readonly string[]
export type Edit = {
  /** What becomes of the business in the edited copy. */
  readonly what: string
  readonly name: string
  readonly address: string
  readonly kind: string
  readonly edited: (lines: Lines) => Lines
  /** The task of the review that tells it. */
  readonly task: string
  /** Words of the message of that task. */
  readonly tells: string
}

const replaced = (start: string, from: string, to: string) => (lines: Lines) =>
  lines.map((line) => (line.startsWith(start) ? line.replace(from, to) : line))

const registration = { kind: 'or_sos', tells: 'changed since version' }

export const edits: readonly Edit[] = [
  {
    ...registration,
    what: 'dissolved',
    name: 'Yodeling Marmot Outfitters, LLC',
    address: '14 Echo Pass, Boulder, CO 80302',
    kind: 'co_sos',
    edited: replaced('99000000001,', 'Good Standing', 'Voluntarily Dissolved'),
    task: 'sos_inactive',
  },
  {
    ...registration,
    what: 'vanished',
    name: 'Gobblewick Umbrella Repair Corp.',
    address: '7 Drizzle Ct, Salem, OR 97301',
    edited: (lines) => lines.filter((line) => !line.startsWith('900000006,')),
    task: 'sos_unknown',
    tells: 'No longer in',
  },
  {
    ...registration,
    what: 'renamed',
    name: 'Quillfeather Lantern Works LLC',
    address: '12 Glimmer Ln, Portland, OR 97201',
    edited: replaced('900000003,', 'QUILLFEATHER LANTERN WORKS LLC', 'NIGHTJAR CANDLES LLC'),
    task: 'name',
  },
  {
    ...registration,
    what: 'moved',
    name: 'Pellucid Cloud Accounting, P.C.',
    address: '9 Ledger Sq, Bend, OR 97701',
    edited: replaced('900000009,', '9 LEDGER SQ', '77 ABACUS RD'),
    task: 'sos_active',
  },
  {
    ...registration,
    what: 'a new officer',
    name: 'Wobbly Table Carpentry LLC',
    address: '123 Main St, Portland, OR 97201',
    edited: replaced('900000012,', 'AUTHORIZED REPRESENTATIVE,JOHN,,SAMPLE', 'AUTHORIZED REPRESENTATIVE,NORA,,NEWCOMER'),
    task: 'sos_active',
  },
  {
    what: 'a new lien',
    name: 'Bristlecone Whistle Company LLC',
    address: '500 Nowhere Ave, Salem, OR 97301',
    kind: 'or_ucc',
    edited: (lines) => [...lines, lien],
    task: 'liens',
    tells: '1 lien found',
  },
]

const lien =
  'UCC,99000900,99000900,INITIAL,03/25/2026,03/25/2031,DB,ORG,BRISTLECONE WHISTLE COMPANY LLC,500 NOWHERE AVE,,SALEM,OR,97301,USA'

/** Imports a copy of each of their registries with all edits in it. */
export const importEdited = async (folder: string, version: string): Promise<void> => {
  for (const [kind, ofKind] of Map.groupBy(edits, (each) => each.kind)) {
    const [sample = ''] = readdirSync(join(sampleFolder, kind))
    const lines: Lines = readFileSync(join(sampleFolder, kind, sample), 'utf8')
      .trimEnd()
      .split('\n')
    const file = join(folder, `edited-${kind}.csv`)
    writeFileSync(file, `${ofKind.reduce((before, { edited }) => edited(before), lines).join('\n')}\n`)
    await importFiles({ folder: join(folder, 'reference'), kind, files: [file], version })
  }
}
