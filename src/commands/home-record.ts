// Which registration is the record of the state in which an entity was formed. Only that record says when and where it was formed.
import type { Registration } from '../events/business-evidence.ts'

/** An assumed business name is a name with its owners, not an entity. */
export const isEntity = ({ name_type }: Pick<Registration, 'name_type'>): boolean => name_type === 'legal'

/** A domestic registration whose own words do not say that the entity comes from elsewhere. */
const isHome = ({ name_type, jurisdiction, formed_in, state, vanished }: Registration): boolean =>
  vanished === undefined && isEntity({ name_type }) && jurisdiction === 'DOMESTIC' && (formed_in == null || formed_in === state)

export const homeRecordsOf = <Each extends Registration>(registrations: readonly Each[]): readonly Each[] => registrations.filter(isHome)

/**
 * The home-state record: of several in one state the active one, then the youngest. Null: none is known, or records of several states each say
 * that they are it, so that nobody can tell.
 */
export const homeRecordOf = <Each extends Registration>(registrations: readonly Each[]): Each | null => {
  const home = homeRecordsOf(registrations)
  if (home.length < 2) return home[0] ?? null
  if (new Set(home.map(({ state }) => state)).size !== 1) return null
  const rank = ({ status }: Each) => ['active', 'unknown', 'inactive'].indexOf(status)
  const youngestFirst = home.toSorted((a, b) => rank(a) - rank(b) || (b.registration_date ?? '').localeCompare(a.registration_date ?? ''))
  return youngestFirst[0] ?? null
}

/**
 * The status in the home state and the records that say it. Records of several states that each say that they are it have to agree. One that the
 * registry no longer holds counts where there is no other. Null: no record says that it is of the home state.
 */
export const atHome = <Each extends Registration>(
  registrations: readonly Each[],
): { readonly status: Each['status']; readonly records: readonly Each[] } | null => {
  const homes = homeRecordsOf(registrations)
  const gone = registrations.filter((each) => isEntity(each) && each.jurisdiction === 'DOMESTIC').slice(0, 1)
  const home = homeRecordOf(registrations)
  const records = home ? [home] : homes.length > 0 ? homes : gone
  const [status, ...others] = new Set(records.map((each) => each.status))
  return status === undefined ? null : { status: others.length === 0 ? status : 'unknown', records }
}
