// What a change of the submitted data takes from the checks that rested on it: a check of the tax number with another name, and searches by a
// former name or of other people. They count no longer, and the review says so until they are ordered again.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { ProductSearch } from '../events/business-findings.ts'
import { undated } from '../events/fact-file.ts'
import type { BusinessFactEvent } from '../events/facts.ts'
import { bearsName, compareRegisteredName } from '../evidence/matching/registration-names.ts'
import type { Business, Submitted } from './business-state.ts'

type Changes = Partial<Pick<Extract<BusinessEvent, { type: 'BusinessUpdated' }>['data'], 'name' | 'people' | 'tin'>>

/** Searches beyond the registries by the name of the business. Those of a verification are made again with it. */
const byName: ReadonlySet<string> = new Set([
  'adverse_media',
  'bankruptcies',
  'business_enrichment',
  'documents',
  'liens',
  'litigations',
  'tax_liens',
  'ucc_liens',
])

const isAboutPeople = (product: string): boolean => product === 'kyc' || product === 'enhanced_screenings' || product.startsWith('people_')

/** Authorities and courts know a name also with another legal form. */
const isOtherName = (before: string, after: string | undefined): boolean =>
  after !== undefined && !bearsName(compareRegisteredName(before, after))

type Person = Submitted['people'][number]

const checked = ({ name, dob, ssn }: Person) => [name, dob, ssn]

const renamed = 'the name was changed since'

/** @param changes that differ from what is on file */
export const outdatedChecks = ({ submitted, file }: Business, changes: Changes): readonly BusinessFactEvent[] => {
  const { name, people } = changes
  const isRenamed = isOtherName(submitted.name, name)
  const known = new Map(submitted.people.map((person) => [person.id, person]))
  const isSame = (person: Person) => {
    const before = known.get(person.id)
    return before !== undefined && isDeepStrictEqual(checked(before), checked(person))
  }
  const same = new Set((people ?? submitted.people).filter(isSame).map(({ id }) => id))

  const after = (search: ProductSearch): ProductSearch => {
    const { product, record_ids } = search
    if (isRenamed && byName.has(product))
      // The documents are another company's. Whether a record is, a search by the new name tells.
      return {
        ...search,
        outcome: 'unavailable',
        reason: renamed,
        record_ids: product === 'documents' ? [] : record_ids,
      }
    if (!people || !isAboutPeople(product)) return search
    const standing = record_ids.filter((id) => same.has(file.product_records[id]?.person_id ?? ''))
    return people.every(isSame)
      ? { ...search, record_ids: standing }
      : { ...search, outcome: 'unavailable', reason: 'people were changed since', record_ids: standing }
  }

  const searches = Object.values(file.searches)
    .map(undated)
    .flatMap(({ sources, ...before }): BusinessFactEvent[] => {
      const search = after(before)
      if (isDeepStrictEqual(search, before)) return []
      return [{ type: 'ProductSearched', data: { order_id: null, sources: search.outcome === 'searched' ? [...sources] : [], search } }]
    })
  // With the number its check has ended already.
  if (!isRenamed || !file.tin || changes.tin !== undefined) return searches
  const { sources, ...tin } = undated(file.tin)
  return [{ type: 'TinCheckGone', data: { order_id: null, sources: [...sources], ...tin } }, ...searches]
}

/** Where the registration of a former name is given up, its bearer is somebody else, and so are the records that searches by that name found. */
export const searchesGivenUp = ({ file }: Business, events: readonly BusinessFactEvent[]): readonly BusinessFactEvent[] => {
  if (!events.some((event) => event.type === 'RegistrationChanged' && event.data.registration.given_up)) return []
  return Object.values(file.searches)
    .filter(({ reason, record_ids }) => reason === renamed && record_ids.length > 0)
    .map(undated)
    .map(({ sources, ...search }) => ({
      type: 'ProductSearched',
      data: { order_id: null, sources: [...sources], search: { ...search, record_ids: [] } },
    }))
}
