// The review's rule about people: whether those who were submitted are on a filing, and in which roles.
import type { Product } from '../../events/business.ts'
import { compareParties, isSameParty } from '../../evidence/matching/parties.ts'
import { sameName } from '../../evidence/matching/thresholds.ts'
import type { Business } from '../business-state.ts'
import { type Judgement, judged, orNotAvailable, type ReviewRule, shareOf, sourcesOf, unanswered } from './rule.ts'
import { isUnsearched, searchedFor, toldUnsearched } from './searched.ts'

type FoundPerson = Business['file']['people'][string]

/** In the words of the filing. */
const rolesOf = ({ titles }: FoundPerson): string => titles.map((title) => title.toLowerCase()).join(' and ')

const toldRoles = (found: readonly FoundPerson[]): string => {
  const told = [...Map.groupBy(found, rolesOf)].map(
    ([roles, those]) => `${those.length} ${roles === '' ? 'in no named role' : `as ${roles}`}`,
  )
  return told.length === 0 ? '' : `: ${told.join(', ')}`
}

/** Roles for which nobody need belong to the business. */
const noOffices: ReadonlySet<string> = new Set(['registered agent', 'organizer', 'incorporator', 'applicant'])

const toldNoOffice = (found: readonly FoundPerson[]): string => {
  const without = found.filter(({ titles }) => titles.length > 0 && titles.every((title) => noOffices.has(title.toLowerCase()))).length
  if (without === 0) return ''
  return ` ${without} of them ${without === 1 ? 'holds' : 'hold'} no office there: an agent or organizer need not belong to the business.`
}

/** Near names count as the person's, and a reader should look at them. */
const toldSpelling = (count: number): string => (count === 0 ? '' : ` The name of ${count} of them is spelt otherwise there: compare.`)

/** Whether the filing has the name itself and not only a near one; `explanation`: how the two compare. */
export const spellingOf = (person: Business['submitted']['people'][number], { name }: Pick<FoundPerson, 'name'>) => {
  const { score, explanation } = compareParties(person, name)
  return { isSame: score >= sameName, explanation }
}

/** The person as a filing names them. Who was submitted since the search is known by the name. */
export const onFiling = ({ file }: Pick<Business, 'file'>, person: Business['submitted']['people'][number]): FoundPerson | undefined =>
  file.people[person.id] ?? Object.values(file.people).find(({ name }) => isSameParty(person, name))

const judgePeople = (business: Business): Judgement | null => {
  const { people } = business.submitted
  if (people.length === 0) return null
  const pairs = people.flatMap((person) => {
    const filed = onFiling(business, person)
    return filed ? [{ person, filed }] : []
  })
  const found = pairs.map(({ filed }) => filed)
  const otherwise = pairs.filter(({ person, filed }) => !spellingOf(person, filed).isSame).length
  const missing = people.length - found.length
  const sources = missing > 0 ? searchedFor(business) : sourcesOf(found)
  const message = `${shareOf(found.length, people.length, 'submitted person', 'submitted people')} found on a filing${toldRoles(found)}.${toldSpelling(otherwise)}${toldNoOffice(found)}`
  if (found.length === 0 && isUnsearched(business)) return unanswered('Unknown', `${toldUnsearched(business)} ${message}`, sources)
  return found.length === people.length
    ? judged('success', 'Verified', message, sources)
    : judged('failure', 'Unverified', message, sources)
}

export const peopleRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'people', key: 'person_verification', label: 'People', products, judge: orNotAvailable('registrations', judgePeople) },
]
