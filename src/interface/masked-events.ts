// Events as answers show them: without secrets, and of SSNs only the last four digits, as in the record of a business (records.md, section 1).
// Exports of the operator hold both as they were.
import { masked } from '../commands/shown-tin.ts'
import type { FieldChange } from '../projections/history.ts'

/** Whether the member holds an SSN. Older changes of a number do not name its kind: it may be one unless an EIN is told. */
const isSsn = (name: string | undefined, tinType: unknown): boolean => name === 'ssn' || (name === 'tin' && tinType !== 'ein')

/** Members that hold a secret, or the hash of one, which could be guessed from: `secret`, `client_secret`, `totp_secret`, `password_hash`. */
const isSecret = (name: string): boolean => /(^|_)(secret|hash)$/.test(name)

const keepsAll = (): boolean => true

/**
 * The same value with masked SSNs: members `ssn`, a `tin` unless its `tin_type` says that it is an EIN, and `ssn` in rows of answers that are kept as
 * JSON text.
 * @param keeps whether a member of this name stays
 * @example
 * maskedSsns({ people: [{ ssn: '123456789' }], tin: '987654321', tin_type: 'ein' })
 * // => { people: [{ ssn: '*****6789' }], tin: '987654321', tin_type: 'ein' }
 */
export const maskedSsns = (value: unknown, keeps: (name: string) => boolean = keepsAll): unknown => {
  if (typeof value === 'string') return value.replace(/("ssn":")[^"]*(\d{4}")/g, '$1*****$2')
  if (Array.isArray(value)) return value.map((each) => maskedSsns(each, keeps))
  if (typeof value !== 'object' || value === null) return value
  const { tin_type: tinType } = value as { readonly tin_type?: unknown }
  const kept = Object.entries(value).filter(([name]) => keeps(name))
  return Object.fromEntries(
    kept.map(([name, each]) => [name, typeof each === 'string' && isSsn(name, tinType) ? masked(each) : maskedSsns(each, keeps)]),
  )
}

/**
 * The data of an event as an answer shows it: with masked SSNs, and without the members that hold a secret.
 * @example
 * shownData({ webhook_id: 'a', secret: 'whsec_...', people: [{ ssn: '123456789' }] })
 * // => { webhook_id: 'a', people: [{ ssn: '*****6789' }] }
 */
export const shownData = (data: unknown): unknown => maskedSsns(data, (name) => !isSecret(name))

type Changed = { readonly data: unknown; readonly changes: readonly FieldChange[] }

/** The last member of a path: `ssn` of `people.0.ssn`. */
const memberAt = (path: string): string | undefined => path.split('.').at(-1)

/** An entry of a history with masked SSNs, also where a change names the field by its path. */
export const maskedEntry = <Entry extends Changed>(entry: Entry): Entry => {
  const { tin_type: given } = entry.data as { readonly tin_type?: unknown }
  const typeChange = entry.changes.find(({ field }) => memberAt(field) === 'tin_type') ?? { before: given, after: given }
  const shown = (field: string, value: unknown, tinType: unknown): unknown =>
    typeof value === 'string' && isSsn(memberAt(field), tinType) ? masked(value) : maskedSsns(value)
  return {
    ...entry,
    data: maskedSsns(entry.data),
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: shown(field, before, typeChange.before),
      after: shown(field, after, typeChange.after),
    })),
  }
}
