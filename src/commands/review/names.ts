// The review's rules about names: the business's own, by registrations and other published records, and each further one.
import type { Product } from '../../events/business.ts'
import type { NameComparison } from '../../events/business-evidence.ts'
import { claimedFormOf, entityTypeName } from '../../events/entity-types.ts'
import { registriesSearched } from '../../events/evidence-file.ts'
import { sameName, similarName } from '../../evidence/matching/thresholds.ts'
import type { Business } from '../business-state.ts'
import { isNotAsked, toldNotAsked } from '../former-names.ts'
import { nameOn } from '../registered-name.ts'
import { judgeRecordedName } from './records.ts'
import { becameOf, possibleMatchesOf, registrationsOf, toldPossible } from './registrations.ts'
import { type Judgement, judged, orNotAvailable, type ReviewRule, sourcesOf, unanswered } from './rule.ts'
import { isUnsearched, searchedFor, toldUnsearched } from './searched.ts'

const judgeName = (business: Business): Judgement => {
  const { name } = business.submitted
  const gone = registrationsOf(business).filter(({ vanished }) => vanished)
  const byScore = registrationsOf(business)
    .filter(({ vanished }) => !vanished)
    .map((registration) => ({ ...registration, match: nameOn(registration, business) }))
    .toSorted((a, b) => b.match.score - a.match.score)
  const best = byScore[0]
  if (best && best.match.score >= sameName) {
    // In another state the name may stand as it was.
    const told = byScore.filter((each) => each === best || each.changed)
    const message = `The name "${best.name}" is registered in ${best.state}: ${best.match.explanation}.${becameOf(told)}`
    return judged('success', 'Verified', message, sourcesOf(told))
  }
  if (best && best.match.score >= similarName)
    return judged(
      'warning',
      'Similar Match',
      `Only a similar name, "${best.name}", is registered in ${best.state}: ${best.match.explanation}.${becameOf([best])}`,
      best.sources,
    )
  if (isNotAsked(business)) return unanswered('Unknown', toldNotAsked)
  const tin = business.file.tin
  if (tin?.outcome === 'mismatch') return judged('failure', 'Alternate Name', 'The TIN belongs to another name.', tin.sources)
  const became = becameOf([...byScore, ...gone])
  const possible = possibleMatchesOf(business)
  const [likest] = possible
  if (likest && likest.match.score >= similarName)
    return judged('warning', 'Similar Match', `${toldPossible(possible)}${became}`, sourcesOf(possible))
  const message = `No registration has the name "${name}" or a similar one.${became}`
  if (isUnsearched(business)) {
    const told = [toldUnsearched(business), message, toldPossible(possible)].filter((part) => part !== '').join(' ')
    return unanswered('Unknown', told, [...searchedFor(business), ...sourcesOf(possible)])
  }
  return likest
    ? judged('failure', 'Unverified', `${message} ${toldPossible(possible)}`, sourcesOf(possible))
    : judged('failure', 'Unverified', message, searchedFor(business))
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

/** The worst first: each further name has to hold. */
const nameOutcomes: readonly {
  readonly kind: NameComparison['kind']
  readonly status: Parameters<typeof judged>[0]
  readonly sub_label: string
}[] = [
  { kind: 'unverified', status: 'failure', sub_label: 'Unverified' },
  { kind: 'similar', status: 'warning', sub_label: 'Similar Match' },
  { kind: 'verified', status: 'success', sub_label: 'Verified' },
]

const judgeFurtherNames = (business: Business): Judgement | null => {
  const { added, file } = business
  const compared = added.names.flatMap(({ id, name }) => {
    const comparison = file.name_comparisons[id]
    return comparison ? [{ name, comparison }] : []
  })
  const worst = nameOutcomes.find(({ kind }) => compared.some(({ comparison }) => comparison.kind === kind))
  if (!worst) return null
  const told = compared.map(({ name, comparison: { kind, found_name, explanation, sources } }) => {
    const label = nameOutcomes.find((each) => each.kind === kind)?.sub_label
    const where = sources.some(({ type }) => type === 'registration') ? 'registered' : 'on record'
    return `"${name}": ${label}, ${found_name === null ? '' : `"${found_name}" is ${where}: `}${explanation}.`
  })
  if (worst.kind === 'unverified' && isUnsearched(business))
    return unanswered('Unknown', [toldUnsearched(business), ...told].join(' '), searchedFor(business))
  const cited = compared.flatMap(({ comparison }) => comparison.sources)
  return judged(worst.status, worst.sub_label, told.join(' '), cited.length > 0 ? cited : registriesSearched(file))
}

/** A record beside the registrations may verify a name, where no registry could be searched. */
const judgeNamesOnRecord: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  if (business.added.names.length === 0) return null
  const isFound = Object.values(business.file.name_comparisons).some(({ kind }) => kind !== 'unverified')
  return isFound ? judgeFurtherNames(business) : orNotAvailable('registrations', judgeFurtherNames)(business, at, ageLimitDays)
}

/** The name's own words, such as Inc, against the kind of entity that the home-state record has. */
const judgeClaimedForm = ({ submitted, file: { formation } }: Business): Judgement | null => {
  const claimed = claimedFormOf(submitted.name)
  if (!claimed || !formation?.entity_type) return null
  const told = `The name claims a ${claimed.form}; registered as ${entityTypeName(formation.entity_type)}.`
  return claimed.types.includes(formation.entity_type)
    ? judged('success', 'Match', told, formation.sources)
    : judged('warning', 'Mismatch', told, formation.sources)
}

export const nameRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'name', key: 'name', label: 'Business Name', products, judge: judgeNameOnRecord },
  { category: 'name', key: 'dba_name', label: 'DBA Name', products, judge: judgeNamesOnRecord },
  { category: 'name', key: 'name_and_entity_type', label: 'Name Entity Type', products, judge: judgeClaimedForm },
]
