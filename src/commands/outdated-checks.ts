// What a change of the submitted data takes from the checks that rested on it: a check of the tax number with another name, a person's word on it,
// and searches by a former name or of other people. They count no longer, and the review says so until they are made again.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { ProductSearch } from '../events/business-findings.ts'
import { undated } from '../events/fact-file.ts'
import type { BusinessFactEvent } from '../events/facts.ts'
import { type AskedByName, isSearchByName } from './asked-by-name.ts'
import type { Business, Submitted } from './business-state.ts'
import { isOtherName } from './registered-name.ts'
import { isOfSubmitted, isOneOf } from './tin-of-person.ts'

type Changes = Partial<Pick<Extract<BusinessEvent, { type: 'BusinessUpdated' }>['data'], 'name' | 'people' | 'tin'>>

const isAboutPeople = (product: string): boolean => product === 'kyc' || product === 'enhanced_screenings' || product.startsWith('people_')

type Person = Submitted['people'][number]

const checked = ({ name, dob, ssn }: Person) => [name, dob, ssn]

/** Older events say it without the last words. */
const renamed = 'the name was changed since the search'
const isRenamedSince = (reason: string | null): boolean => reason?.startsWith('the name was changed since') ?? false

/**
 * The events that end what was asked by another name, or of other people, than the business has with these changes.
 * @param changes that differ from what is on file; none: ends what an earlier version of the service left on file
 */
export const outdatedChecks = (business: Business, changes: Changes = {}): readonly BusinessEvent[] => {
  const { submitted, file } = business
  const { people } = changes
  const isRenamed = (what: AskedByName) => isOtherName(business.asked_as?.[what] ?? submitted.name, changes.name ?? submitted.name)
  const known = new Map(submitted.people.map((person) => [person.id, person]))
  const isSame = (person: Person) => {
    const before = known.get(person.id)
    return before !== undefined && isDeepStrictEqual(checked(before), checked(person))
  }
  const same = new Set((people ?? submitted.people).filter(isSame).map(({ id }) => id))

  const after = (search: ProductSearch): ProductSearch => {
    const { product, record_ids } = search
    if (isSearchByName(product) && isRenamed(product))
      // The documents are another company's. Records may still be the business's: the search by the new name decides.
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
      : { ...search, outcome: 'unavailable', reason: 'people were changed since the search', record_ids: standing }
  }

  const searches = Object.values(file.searches)
    .map(undated)
    .flatMap(({ sources, ...before }): BusinessFactEvent[] => {
      const search = after(before)
      if (isDeepStrictEqual(search, before)) return []
      return [{ type: 'ProductSearched', data: { order_id: null, sources: search.outcome === 'searched' ? [...sources] : [], search } }]
    })
  // A change of the number has ended its check, and a person's word on it, already.
  return changes.tin === undefined ? [...tinEnded(business, isRenamed, people ?? submitted.people), ...searches] : searches
}

/** The check of the number and a person's word on it end with the name. A check that found a submitted person ends with that person. */
const tinEnded = (business: Business, isRenamed: (what: AskedByName) => boolean, people: readonly Person[]): readonly BusinessEvent[] => {
  const { tin: check, tin_vouched: vouched } = business.file
  const events: BusinessEvent[] = []
  if (check && (isRenamed('tin') || (isOfSubmitted(business, check) && !isOneOf(people, check)))) {
    const { sources, ...tin } = undated(check)
    events.push({ type: 'TinCheckGone', data: { order_id: null, sources: [...sources], ...tin } })
  }
  if (vouched && isRenamed('tin_vouched')) {
    const { verified, by } = vouched
    events.push({ type: 'TinVouchingEnded', data: { verified, by } })
  }
  return events
}

/** Where the registration of a former name is given up, its bearer is somebody else, and so are the records that searches by that name found. */
export const searchesGivenUp = ({ file }: Business, events: readonly BusinessFactEvent[]): readonly BusinessFactEvent[] => {
  if (!events.some((event) => event.type === 'RegistrationChanged' && event.data.registration.given_up)) return []
  return Object.values(file.searches)
    .filter(({ reason, record_ids }) => isRenamedSince(reason) && record_ids.length > 0)
    .map(undated)
    .map(({ sources, ...search }) => ({
      type: 'ProductSearched',
      data: { order_id: null, sources: [...sources], search: { ...search, record_ids: [] } },
    }))
}
