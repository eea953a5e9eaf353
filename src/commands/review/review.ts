// The review: the evidence judged task by task. One table of rules; each judges one thing, in the words that integrators rely on (records.md,
// section 5). The log keeps each review as it was judged, so that a later rule changes no past review.

import type { Product } from '../../events/business.ts'
import type { IndustryCategory, Registration } from '../../events/business-evidence.ts'
import { registriesSearched } from '../../events/evidence-file.ts'
import { lastTenDigits, type ReviewTask, type Source } from '../../events/parts.ts'
import { isSameParty } from '../../evidence/matching/parties.ts'
import { likelyIndustry, sameName, similarName } from '../../evidence/matching/thresholds.ts'
import type { Business } from '../business-state.ts'
import { nameOn } from '../registered-name.ts'
import { ageLimitByDefault, toldAge } from '../source-age.ts'
import { addressRules } from './addresses.ts'
import { formationRules } from './formation.ts'
import { leiRules } from './lei.ts'
import { ownershipRules } from './ownership.ts'
import { productRuleTable } from './products.ts'
import { judgeRecordedName, recordRules } from './records.ts'
import { furtherNameRules, registrationRules } from './registrations.ts'
import { forInformation, orNotAvailable, type ReviewRule, unanswered, type Verdict, verdict } from './rule.ts'
import { isUnsearched, searchedFor, toldUnsearched } from './searched.ts'
import { isIssuable } from './tin-numbers.ts'
import { watchlistRules } from './watchlist.ts'
import { websiteRules } from './website.ts'

const verify: readonly Product[] = ['identity', 'business_verification_verify']
const qualify: readonly Product[] = [...verify, 'business_verification_qualify']

const registrationsOf = (business: Business) => Object.values(business.file.registrations)

const sourcesOf = (facts: readonly { readonly sources: readonly Source[] }[]): readonly Source[] => facts.flatMap(({ sources }) => sources)

/** What a newer version of the registry no longer says, and which versions those are. */
const becameOf = (registrations: readonly Registration[]): string =>
  registrations
    .flatMap(({ state, file_number, name, changed, vanished, status_details }) => {
      if (vanished) return [` ${state} ${file_number}: ${status_details}.`]
      if (!changed) return []
      const { fields, name_before, last_version, since_version } = changed
      const renamed = fields.includes('name') ? ` It was "${name_before}" and is "${name}".` : ''
      return [
        ` ${state} ${file_number} changed since version ${last_version}, as version ${since_version} says: ${fields.join(', ')}.${renamed}`,
      ]
    })
    .join('')

/** The likest first. */
const possibleMatchesOf = ({ file }: Business) => Object.values(file.possible_matches).toSorted((a, b) => b.match.score - a.match.score)

const toldPossible = (possible: ReturnType<typeof possibleMatchesOf>): string =>
  possible
    .map(
      ({ name, state, file_number, match, reason }) =>
        `A possible match, not counted, is "${name}" (${state} ${file_number}): ${match.explanation}; ${reason}.`,
    )
    .join(' ')

const judgeName = (business: Business): Verdict => {
  const { name } = business.submitted
  const gone = registrationsOf(business).filter(({ vanished }) => vanished)
  const byScore = registrationsOf(business)
    .filter(({ vanished }) => !vanished)
    .map((registration) => ({ ...registration, match: nameOn(registration, business) }))
    .toSorted((a, b) => b.match.score - a.match.score)
  const best = byScore[0]
  if (best && best.match.score >= sameName)
    return verdict(
      'success',
      'Verified',
      `The name "${best.name}" is registered in ${best.state}: ${best.match.explanation}.${becameOf([best])}`,
      best.sources,
    )
  if (best && best.match.score >= similarName)
    return verdict(
      'warning',
      'Similar Match',
      `Only a similar name, "${best.name}", is registered in ${best.state}: ${best.match.explanation}.${becameOf([best])}`,
      best.sources,
    )
  const tin = business.file.tin
  if (tin?.outcome === 'mismatch') return verdict('failure', 'Alternate Name', 'The TIN belongs to another name.', tin.sources)
  const became = becameOf([...byScore, ...gone])
  const possible = possibleMatchesOf(business)
  const [likest] = possible
  if (likest && likest.match.score >= similarName)
    return verdict('warning', 'Similar Match', `${toldPossible(possible)}${became}`, sourcesOf(possible))
  const message = `No registration has the name "${name}" or a similar one.${became}`
  if (isUnsearched(business)) {
    const told = [toldUnsearched(business), message, toldPossible(possible)].filter((part) => part !== '').join(' ')
    return unanswered('Unknown', told, [...searchedFor(business), ...sourcesOf(possible)])
  }
  return likest
    ? verdict('failure', 'Unverified', `${message} ${toldPossible(possible)}`, sourcesOf(possible))
    : verdict('failure', 'Unverified', message, searchedFor(business))
}

/** Where no registration carries the name, another published record may. */
const judgeNameOnRecord: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  const told = () => {
    const unregistered = registriesSearched(business.file).length === 0 ? 'No state registry was searched.' : 'No registration has it.'
    const also = [toldUnsearched(business) || unregistered, toldPossible(possibleMatchesOf(business))]
    return `${also.filter((part) => part !== '').join(' ')}${becameOf(registrationsOf(business))}`
  }
  return judgeRecordedName(business, told, at) ?? orNotAvailable('registrations', judgeName)(business, at, ageLimitDays)
}

/** Some state registries publish the number. */
const whoTells = (sources: readonly Source[]): string =>
  sources.some(({ type }) => type === 'registration') ? 'The state registry' : 'The tax authority'

const judgeTin = (business: Business): Verdict | null => {
  const { tin, tin_vouched: vouched } = business.file
  if (vouched)
    return vouched.verified
      ? verdict('success', 'Found', `The number was verified manually (${vouched.by}).`)
      : verdict('failure', 'Not Found', `The number was marked as wrong manually (${vouched.by}).`)
  if (!tin) return null
  const outcomes = {
    found: verdict('success', 'Found', `${whoTells(tin.sources)} has this name with this number.`, tin.sources),
    person: verdict('warning', 'Warning', "The tax authority lists the number under a person's name.", tin.sources),
    mismatch: verdict('failure', 'Mismatch', `${whoTells(tin.sources)} lists the number under another name.`, tin.sources),
    not_found: verdict('failure', 'Not Found', 'The tax authority has no record of this name and number.', tin.sources),
    unknown: isIssuable(business.submitted)
      ? unanswered('Unknown', 'No configured source covers this number.', tin.sources)
      : verdict('failure', 'Malformed', 'No such number is ever issued.', tin.sources),
    unavailable: null,
  }
  return outcomes[tin.outcome]
}

/** A number that the authority has for anybody has been issued. */
const judgeIssued = ({ file: { tin, tin_vouched: vouched } }: Business): Verdict | null => {
  if (vouched?.verified) return verdict('success', 'Issued', `The number was verified manually (${vouched.by}).`)
  if (!tin || vouched || tin.outcome === 'unknown' || tin.outcome === 'unavailable') return null
  return tin.outcome === 'not_found'
    ? verdict('failure', 'Not Issued', 'The tax authority has not issued this number.', tin.sources)
    : verdict('success', 'Issued', 'The tax authority has issued this number.', tin.sources)
}

const judgeTinError = ({ file: { tin, tin_vouched } }: Business): Verdict | null =>
  !tin_vouched && tin?.outcome === 'unavailable'
    ? verdict('warning', 'Unavailable', 'The tax authority could not be reached. It will be asked again later.', tin.sources)
    : null

const judgeDomestic = (business: Business): Verdict | null => {
  const domestic = registrationsOf(business).find(({ jurisdiction }) => jurisdiction === 'DOMESTIC')
  if (!domestic) return null
  const at = `the registration ${domestic.file_number} in its home state ${domestic.state}`
  const outcomes = {
    active: verdict('success', 'Active', `Active: ${at}.`, domestic.sources),
    unknown: verdict(
      'warning',
      'Unknown',
      `Of unknown status: ${at}${domestic.status_details ? ` (${domestic.status_details})` : ''}.`,
      domestic.sources,
    ),
    inactive: verdict('failure', 'Inactive', `Inactive: ${at}${domestic.sub_status ? ` (${domestic.sub_status})` : ''}.`, domestic.sources),
  }
  return outcomes[domestic.status]
}

/** The sub-label for registrations of one status: all of them, or some. */
const judgeStatus =
  (status: 'active' | 'inactive' | 'unknown', all: Pick<Verdict, 'status' | 'sub_label'>, some: Pick<Verdict, 'status' | 'sub_label'>) =>
  (business: Business): Verdict | null => {
    const registrations = registrationsOf(business)
    const these = registrations.filter((registration) => registration.status === status)
    if (these.length === 0) return null
    const outcome = these.length === registrations.length ? all : some
    const states = these
      .map(({ state, file_number, vanished, status_details }) => {
        const why = status === 'unknown' && !vanished && status_details ? ` (${status_details})` : ''
        return `${state} ${file_number}${why}`
      })
      .join(', ')
    return {
      ...outcome,
      message: `${these.length} of ${registrations.length} registrations ${status}: ${states}.${becameOf(these)}`,
      sources: sourcesOf(these),
    }
  }

const judgeNotFound = (business: Business): Verdict | null => {
  if (registrationsOf(business).length > 0) return null
  const sources = searchedFor(business)
  const registries = sources.map(({ metadata }) => {
    const lacks = metadata.coverage === 'lately filed' ? ', which has only what was filed lately' : ''
    return `${metadata.title ?? metadata.data_set} (${metadata.version}${lacks})`
  })
  const message = registries.length > 0 ? `No registration was found in: ${registries.join(', ')}.` : 'No registration was found.'
  const possible = possibleMatchesOf(business)
  const told = [toldUnsearched(business), message, toldPossible(possible)].filter((part) => part !== '').join(' ')
  const rests = [...sources, ...sourcesOf(possible)]
  return isUnsearched(business) ? unanswered('Unknown', told, rests) : verdict('failure', 'Not Found', told, rests)
}

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

/** The person as a filing names them. Who was submitted since the search is known by the name. */
const onFiling = ({ file }: Business, person: Business['submitted']['people'][number]) =>
  file.people[person.id] ?? Object.values(file.people).find(({ name }) => isSameParty(person, name))

const judgePeople = (business: Business): Verdict | null => {
  const { people } = business.submitted
  if (people.length === 0) return null
  const found = people.flatMap((person) => onFiling(business, person) ?? [])
  const missing = people.length - found.length
  const sources = missing > 0 ? searchedFor(business) : sourcesOf(found)
  const message = `${found.length} of ${people.length} submitted people found on a filing${toldRoles(found)}.${toldNoOffice(found)}`
  if (found.length === 0 && isUnsearched(business)) return unanswered('Unknown', `${toldUnsearched(business)} ${message}`, sources)
  return found.length === people.length
    ? verdict('success', 'Verified', message, sources)
    : verdict('failure', 'Unverified', message, sources)
}

const judgeIndustry = ({ file: { industry } }: Business): Verdict | null => {
  const best = industry?.categories[0]
  if (!industry || !best) return null
  const prohibited = industry.categories.find(({ prohibited_labels }) => prohibited_labels.length > 0)
  if (prohibited)
    return verdict(
      'failure',
      'Prohibited',
      `Prohibited: ${prohibited.prohibited_labels.join(', ')} (${prohibited.name}).${drawnFrom(prohibited)}`,
      industry.sources,
    )
  // A risky industry that is only an unlikely guess says little.
  const risky = industry.categories.find(({ high_risk, score }, index) => high_risk && (index === 0 || score >= likelyIndustry))
  if (risky) return verdict('warning', 'High Risk', `High risk: ${risky.name}.${drawnFrom(risky)}`, industry.sources)
  const told = `${best.classification_system} ${best.naics_codes.join(', ')}: ${best.name}.`
  return best.drawn_from
    ? forInformation(best.name, `${told}${drawnFrom(best)}`, industry.sources)
    : verdict('success', best.name, told, industry.sources)
}

/** Words suggest a line of business, and nobody says that it is the business's. */
const drawnFrom = ({ drawn_from }: IndustryCategory): string =>
  drawn_from ? ` A suggestion, drawn from words of ${drawn_from}; no source says so.` : ''

const judgePhone = (business: Business): Verdict | null => {
  const { file } = business
  const submitted = new Set(business.submitted.phone_numbers.map(({ number }) => lastTenDigits(number)))
  if (submitted.size === 0) return null
  const matches = Object.values(file.phone_numbers).filter(({ number }) => submitted.has(lastTenDigits(number)))
  const found = new Set(matches.map(({ number }) => lastTenDigits(number))).size
  const told = `${found} of ${submitted.size} submitted phone ${submitted.size === 1 ? 'number' : 'numbers'} found in the evidence.`
  return found > 0
    ? verdict('success', 'Verified', told, sourcesOf(matches))
    : verdict('warning', 'Unverified', told, [...searchedFor(business), ...(file.website?.sources ?? [])])
}

/** The table, in the order in which a reviewer reads it. */
const reviewRules: readonly ReviewRule[] = [
  { category: 'name', key: 'name', label: 'Business Name', products: qualify, judge: judgeNameOnRecord },
  ...furtherNameRules(qualify),
  ...addressRules(verify),
  { category: 'tin', key: 'tin', label: 'TIN Match', products: ['tin'], judge: judgeTin },
  { category: 'tin', key: 'tin_issued', label: 'TIN Match', products: ['tin'], judge: judgeIssued },
  { category: 'tin', key: 'tin_error', label: 'TIN Error', products: ['tin'], judge: judgeTinError },
  { category: 'sos', key: 'sos_domestic', label: 'SOS Filings', products: qualify, judge: judgeDomestic },
  {
    category: 'sos',
    key: 'sos_active',
    label: 'SOS Filings',
    products: qualify,
    judge: judgeStatus('active', { status: 'success', sub_label: 'Active' }, { status: 'success', sub_label: 'Partially Active' }),
  },
  {
    category: 'sos',
    key: 'sos_inactive',
    label: 'SOS Filings',
    products: qualify,
    judge: judgeStatus('inactive', { status: 'failure', sub_label: 'Inactive' }, { status: 'warning', sub_label: 'Partially Inactive' }),
  },
  {
    category: 'sos',
    key: 'sos_unknown',
    label: 'SOS Filings',
    products: qualify,
    judge: judgeStatus('unknown', { status: 'warning', sub_label: 'Unknown' }, { status: 'warning', sub_label: 'Partially Unknown' }),
  },
  { category: 'sos', key: 'sos_not_found', label: 'SOS Filings', products: qualify, judge: orNotAvailable('registrations', judgeNotFound) },
  ...registrationRules(qualify),
  {
    category: 'people',
    key: 'person_verification',
    label: 'People',
    products: verify,
    judge: orNotAvailable('registrations', judgePeople),
  },
  ...watchlistRules(qualify),
  ...leiRules,
  ...ownershipRules,
  ...formationRules(qualify),
  { category: 'industry', key: 'industry', label: 'True Industry', products: [...verify, 'website'], judge: judgeIndustry },
  { category: 'phone', key: 'phone', label: 'Phone Number', products: verify, judge: judgePhone },
  ...productRuleTable,
  ...recordRules,
  ...websiteRules([...verify, 'website']),
]

/** The tasks of a business whose orders have all completed, in the table's order. `at`: when it is judged (ISO 8601). */
export const reviewTasks = (business: Business, at: string, ageLimitDays = ageLimitByDefault): ReviewTask[] => {
  const ordered = new Set(business.orders.map(({ product }) => product))
  return reviewRules.flatMap(({ category, key, label, products, judge }) => {
    const judged = !products || products.some((product) => ordered.has(product)) ? judge(business, at, ageLimitDays) : null
    if (!judged) return []
    const { status, sub_label } = judged
    const sources = each(judged.sources)
    const age = toldAge(sources, at, ageLimitDays)
    const message = age === '' ? judged.message : `${judged.message} ${age}`.trimStart()
    return [{ category, key, label, message, name: key, sources, status, sub_label }]
  })
}

/** Each source once, also where several addresses or people cite it. */
const each = (sources: readonly Source[]): Source[] =>
  sources.length < 2 ? [...sources] : [...new Map(sources.map((source) => [source.id, source])).values()]
