// Events as answers show them: without secrets, and with SSNs masked but for the last four digits, as in the record of a business (records.md, section 1).
// Exports of the operator hold both as they were.
import { masked } from '../commands/shown-tin.ts'
import type { FieldChange } from '../projections/history.ts'

/**
 * The same value with masked SSNs: members `ssn`, a `tin` unless its `tin_type` says that it is an EIN (older changes of a number do not name its kind),
 * and `ssn` in rows of answers that are kept as JSON text.
 * @example
 * maskedSsns({ people: [{ ssn: '123456789' }], tin: '987654321', tin_type: 'ein' })
 * // => { people: [{ ssn: '*****6789' }], tin: '987654321', tin_type: 'ein' }
 */
export const maskedSsns = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(/("ssn":")[^"]*(\d{4}")/g, '$1*****$2')
  if (Array.isArray(value)) return value.map(maskedSsns)
  if (typeof value !== 'object' || value === null) return value
  const { tin_type: tinType } = value as { readonly tin_type?: unknown }
  const isSsn = (name: string): boolean => name === 'ssn' || (name === 'tin' && tinType !== 'ein')
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'string' && isSsn(name) ? masked(each) : maskedSsns(each)]),
  )
}

/** Members that hold a secret, or the hash of one, which could be guessed from: `secret`, `client_secret`, `totp_secret`, `password_hash`. */
const isSecret = (name: string): boolean => /(^|_)(secret|hash)$/.test(name)

/**
 * The data of an event as an answer shows it: with masked SSNs, and without the members that hold a secret.
 * @example
 * shownData({ webhook_id: 'a', secret: 'whsec_...', people: [{ ssn: '123456789' }] })
 * // => { webhook_id: 'a', people: [{ ssn: '*****6789' }] }
 */
export const shownData = (data: unknown): unknown => withoutSecrets(maskedSsns(data))

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (isSecret(name) ? [] : [[name, withoutSecrets(each)]])))
}

type Changed = { readonly data: unknown; readonly changes: readonly FieldChange[] }

/** An entry of a history with masked SSNs, also where a change names the field by its path. */
export const maskedEntry = <Entry extends Changed>(entry: Entry): Entry => {
  const { tin_type: given } = entry.data as { readonly tin_type?: unknown }
  const typeChange = entry.changes.find(({ field }) => /(^|\.)tin_type$/.test(field)) ?? { before: given, after: given }
  const shown = (field: string, value: unknown, tinType: unknown): unknown => {
    const isSsn = /(^|\.)ssn$/.test(field) || (/(^|\.)tin$/.test(field) && tinType !== 'ein')
    return typeof value === 'string' && isSsn ? masked(value) : maskedSsns(value)
  }
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
