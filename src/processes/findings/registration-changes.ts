// Compares the registrations on file with a newer version of their registry: which ones are gone from it, and which ones have changed.
// The same state and file number is the same registration, whatever its name is now.
import { isDeepStrictEqual } from 'node:util'
import type { Business } from '../../commands/business-state.ts'
import { bearsFormerName, isStillOwn } from '../../commands/former-names.ts'
import type { Registration } from '../../events/business-evidence.ts'
import { undated } from '../../events/fact-file.ts'
import type { Source } from '../../events/parts.ts'
import { compareRegisteredName } from '../../evidence/matching/registration-names.ts'
import { dataSetOf } from './parts.ts'

type Found = Registration & { readonly sources: readonly Source[] }

const versionOf = ({ sources }: Pick<Found, 'sources'>): string => String(sources[0]?.metadata.version ?? '')

/** The fields of a registration that come from the registry. The comparison of its name with the submitted one does not. */
const told: Readonly<Record<string, (of: Registration) => unknown>> = {
  name: ({ name }) => name,
  status: ({ status, sub_status }) => [status, sub_status],
  officers: ({ officers }) => officers.map(({ name }) => name).toSorted(),
  'registered agent': ({ registered_agent }) => registered_agent && [registered_agent.name, registered_agent.address],
  addresses: ({ addresses }) => addresses.map(({ full_address }) => full_address).toSorted(),
}

/** The registration as found, with its differences from the version on file. */
export const withChanges =
  ({ file }: Business) =>
  (found: Found): Found => {
    const held = file.registrations[found.id]
    if (!held) return found
    const fields = Object.entries(told).flatMap(([field, of]) => (isDeepStrictEqual(of(held), of(found)) ? [] : [field]))
    if (fields.length === 0 || versionOf(held) === versionOf(found))
      return held.changed === undefined ? found : { ...found, changed: held.changed }
    // Which name it had before it was renamed stays known, whatever changes later.
    const name_before = fields.includes('name') ? held.name : (held.changed?.name_before ?? held.name)
    const changed = { fields, last_version: versionOf(held), since_version: versionOf(found), name_before }
    return { ...found, changed }
  }

/**
 * The registrations on file that stand as they are, although no search found them: their registry was not searched, or what was searched of it is a
 * list of the lately filed, which says nothing of earlier rows.
 */
export const standingOf = ({ file }: Business, found: readonly Pick<Found, 'id'>[]): readonly Found[] => {
  const told = new Set(found.map(({ id }) => id))
  return Object.values(file.registrations).flatMap((held) => (told.has(held.id) ? [] : [undated(held)]))
}

/** The registrations on file that are no longer the business's. One that has its name, in the same state, goes before what has a former one. */
export const givenUp = (business: Business, found: readonly Found[]): readonly Found[] =>
  standingOf(business, found).flatMap((held) => {
    const isReplaced = () =>
      bearsFormerName(business, held) && found.some((each) => each.state === held.state && !bearsFormerName(business, each))
    if (isStillOwn(business, held) && !isReplaced()) return []
    const { score, explanation } = compareRegisteredName(business.submitted.name, held.name)
    const status_details = `Not of this business since it was given another name: ${explanation}`
    return [{ ...held, match: { score, explanation }, status: 'unknown', sub_status: null, status_details, given_up: true }]
  })

/** The facts on file that standing registrations tell. */
export const stillTold = <
  Told extends { readonly id: string; readonly sources: readonly Source[]; readonly created_at: string; readonly updated_at: string },
>(
  facts: { readonly [id: string]: Told },
  standing: readonly Found[],
) => {
  const ids = new Set(standing.map(({ id }) => id))
  return Object.values(facts)
    .filter(({ sources }) => sources.some(({ id }) => ids.has(id)))
    .map(undated)
}

/** The registrations on file that the registries searched no longer hold. One whose registry was not searched stays as it is. */
export const vanishedFrom = ({ file }: Business, found: readonly Found[], registries: readonly Source[]): readonly Found[] =>
  Object.values(file.registrations)
    .map(undated)
    .flatMap((held): readonly Found[] => {
      if (found.some(({ id }) => id === held.id)) return []
      const [own] = held.sources
      const registry = own && registries.find((each) => dataSetOf(each) === dataSetOf(own))
      if (
        !registry ||
        registry.metadata.coverage === 'lately filed' ||
        (held.vanished === undefined && versionOf(held) === registry.metadata.version)
      )
        return []
      if (held.vanished !== undefined) return [held]
      const vanished = { last_version: versionOf(held), missing_from: String(registry.metadata.version) }
      const status_details = `No longer in ${registry.metadata.data_set}, version ${vanished.missing_from}; last seen in version ${vanished.last_version}`
      return [{ ...held, status: 'unknown', sub_status: null, status_details, vanished, sources: [...held.sources, registry] }]
    })
