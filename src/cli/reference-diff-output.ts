// Prints what a version of a screening list changes, and whom it touches.
import type { ChangedField } from '../evidence/reference/list-diff.ts'
import { counted, printJson, show } from './output.ts'
import type { Entry, ListDifference, TouchedParty, Version } from './reference-diff.ts'

/** As text, or as JSON. */
export const printDifference = (difference: ListDifference, { json = false }: { readonly json?: boolean }): void => {
  if (json) printJson(difference)
  else printText(difference)
}

const printText = (difference: ListDifference): void => {
  const { list, old, new: now, added, changed, removed, account, parties } = difference
  console.log(`${list}: from ${shownVersion(old)} to ${shownVersion(now)}`)
  console.log(`${added.length} added, ${changed.length} changed, ${removed.length} removed`)
  section('Added', added.map(shownEntry))
  section(
    'Changed',
    changed.flatMap((entry) => [shownEntry(entry), ...entry.fields.map((field) => `    ${shownField(field)}`)]),
  )
  section('Removed', removed.map(shownEntry))
  console.log('')
  if (account === null) {
    console.log('no account to compare with: DATA_DIR holds none yet')
    return
  }
  const compared = `${counted(account.businesses, 'business', 'businesses')} in live mode compared`
  console.log(`Account ${account.slug}: ${counted(parties.length, 'touched party', 'touched parties')}, ${compared}`)
  if (parties.length > 0) show(parties.map(shownParty), columns)
}

const columns = ['change', 'list', 'entry_id', 'entry', 'party', 'business_id', 'monitored', 'hit', 'found_old', 'found_new']

const shownVersion = ({ version, file, entries }: Version): string =>
  `version ${version} (${file === null ? '' : `${file}, not imported, `}${entries.toLocaleString('en')} entries)`

const shownEntry = ({ list, entry_id, name, type }: Entry): string => `  ${list} ${entry_id}  ${name} (${type})`

const section = (title: string, lines: readonly string[]): void => {
  if (lines.length > 0) console.log(['', title, ...lines].join('\n'))
}

const shownField = ({ field, old, new: now }: ChangedField): string => {
  if (!Array.isArray(old) || !Array.isArray(now)) return `${field}: ${shownValue(old)} -> ${shownValue(now)}`
  const [was, is] = [old.map(shownValue), now.map(shownValue)]
  const gone = was.filter((each) => !is.includes(each)).map((each) => `- ${each}`)
  const come = is.filter((each) => !was.includes(each)).map((each) => `+ ${each}`)
  return `${field}: ${[...gone, ...come].join(', ')}`
}

const shownValue = (value: unknown): string => (value === null ? 'none' : JSON.stringify(value))

const shownParty = ({ name, person_id, business, monitored, hit, found_old, found_new, ...rest }: TouchedParty) => ({
  ...rest,
  party: person_id === null ? name : `${name} of ${business}`,
  monitored: monitored ? 'yes' : 'no',
  hit: hit?.status ?? null,
  found_old: found_old?.score ?? null,
  found_new: found_new?.score ?? null,
})
