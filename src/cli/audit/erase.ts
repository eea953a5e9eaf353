// npm run audit -- erase: destroys the keys of personal data, and shows that none of the data is readable.
import type { ErasureReport } from '../../http/control/audit.ts'
import { WrongUse } from '../command-line.ts'
import { counted, printJson } from '../output.ts'
import type { AuditCommand } from './auditing.ts'

/** The fields that stay and are named. The JSON output has them all. */
const fieldsShown = 10

export const printReport = (report: ErasureReport): void => {
  const { kind, subjects, events, values, erased, liens, read_again, kept_by_reader, left_behind, not_personal_elsewhere } = report
  const whose = kind === 'person' ? 'one person' : `${wholes[kind]} (${counted(subjects.length, 'key')})`
  console.log(`${erased ? 'erased' : 'would erase'}: ${whose}, ${counted(values, 'value')} in ${counted(events, 'event')}`)
  for (const { id, unfinished } of liens) {
    console.log(`  including the debtor of lien ${id}; the state's public record stays`)
    if (unfinished) console.log('  THIS LIEN IS NOT FINISHED: without the name of its debtor it can be neither filed nor terminated')
  }
  if (read_again) {
    console.log('  THE BUSINESS IS MONITORED, and published data name this person: its next check reads and screens them again')
    console.log('  end its monitor first if that must not be')
  }
  if (not_personal_elsewhere.length > 0) {
    console.log('some of the values also occur in data that is not personal, such as the name of the business, and stay there:')
    for (const field of not_personal_elsewhere.slice(0, fieldsShown)) console.log(`  ${field}`)
    const more = not_personal_elsewhere.length - fieldsShown
    if (more > 0) console.log(`  and ${more} more; --json lists them`)
  }
  if (!erased) return
  for (const line of remaining(report)) console.log(line)
  if (kept_by_reader && left_behind.length > 0) for (const line of keptByReader) console.log(line)
  console.log('backups still contain the keys: docs/auditing.md says what to do')
}

/** What the search of the files found. A value that others have too stays in their records, and is no failure. */
export const remaining = ({
  still_in,
  elsewhere,
  left_behind,
  left_in,
}: Pick<ErasureReport, 'still_in' | 'elsewhere' | 'left_behind' | 'left_in'>) => {
  if (still_in === null) return ['the stores are on other machines: docs/operating/backup.md says what remains there, and how to clear it']
  if (still_in.length === 0) return ['no file of the data folder contains any of the values any more']
  const files = still_in.flatMap(({ file, fields }) => {
    const left = fields.filter((field) => left_behind.includes(field))
    return left.length === 0 ? [] : [`  ${file}: the value of ${left.join(', ')}`]
  })
  const told = ({ field, records }: (typeof elsewhere)[number]) =>
    `  the value of ${field}: ${records.map(({ collection, id }) => `${collection} ${id}`).join(', ')}`
  const others = elsewhere.map(told)
  return [
    ...(others.length > 0
      ? ['records of others hold these values too; erase them separately if you must, these for example:', ...others]
      : []),
    ...(files.length > 0 ? ['STILL FOUND, and in no record of others:', ...files] : []),
    ...(left_in.length > 0 ? ['its own records that hold these values:', ...left_in.map(told)] : []),
  ]
}

const keptByReader = [
  'another program reads these files and keeps what was overwritten in them, an analyst’s query or a copy for instance: end it.',
  'the service clears the files ten minutes from now, and tries again until nobody keeps them',
] as const

const wholes = {
  business: 'the personal data of the business and of everyone in it',
  signal: 'the personal data of the signal',
  company: 'the personal data of the company, of its applications, requests and letters',
} as const

export const eraseCommand: AuditCommand = {
  usage: 'erase ID',
  about: 'destroys the keys of the personal data of a business, a signal or a partner company, or of one person in a business, for good',
  options: ['json', 'person', 'reason', 'requested-by', 'dry-run'],
  examples: [
    'erase 0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f --dry-run',
    'erase 0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f --person 0192f3c4-77aa-7c8d-9e0f-1a2b3c4d5e6f --reason "asked to be forgotten" --requested-by "data protection officer"',
  ],
  run: async ({ operator }, [business_id = ''], options) => {
    if (!options['dry-run'] && (!options.reason || !options['requested-by']))
      throw new WrongUse('--reason and --requested-by are needed: the log keeps who requested it and why')
    const asked = {
      business_id,
      person_id: options.person ?? null,
      reason: options.reason ?? '',
      requested_by: options['requested-by'] ?? '',
      dry_run: options['dry-run'] ?? false,
    }
    const report = await (await operator()).request<ErasureReport>('POST', '/erasures', asked)
    if (options.json) printJson(report)
    else printReport(report)
    return report.left_behind.length === 0 ? 0 : 1
  },
}
