// The review's rules about registrations beside their status: the state of the submitted address, the standing at home, and the further names.
import type { Product } from '../../events/business.ts'
import type { NameComparison, Registration } from '../../events/business-evidence.ts'
import { type Fact, registriesSearched } from '../../events/evidence-file.ts'
import { stateName } from '../../evidence/matching/states.ts'
import type { Business } from '../business-state.ts'
import { homeRecordOf, isEntity } from '../home-record.ts'
import { orNotAvailable, type ReviewRule, unanswered, type Verdict, verdict } from './rule.ts'
import { searchedOf } from './searched.ts'

type OnFile = Fact<Registration>

const standingIn = (registrations: readonly OnFile[]): OnFile['status'] | 'none' =>
  (['active', 'unknown', 'inactive'] as const).find((status) => registrations.some((each) => each.status === status)) ?? 'none'

/** The best first: of several submitted states the best one counts. */
const submittedOutcomes = [
  { standing: 'active', status: 'success', sub_label: 'Submitted Active', words: 'an active registration' },
  { standing: 'unknown', status: 'warning', sub_label: 'Submitted Unknown', words: 'a registration of unknown status' },
  { standing: 'inactive', status: 'warning', sub_label: 'Submitted Inactive', words: 'an inactive registration' },
  { standing: 'not searched', status: 'neutral', sub_label: 'Unknown', words: 'not searched' },
  { standing: 'none', status: 'failure', sub_label: 'Submitted Not Registered', words: 'no registration' },
] as const
type SubmittedOutcome = (typeof submittedOutcomes)[number]

/** Of a state with only such a list, and no registration in it. */
const latelyFiled = 'no registration among what was filed lately, and nothing else of it was searched'

/** An assumed business name is no registration of the company that bears it. */
const judgeSubmittedStates = ({ submitted, file }: Business): Verdict | null => {
  const registries = registriesSearched(file)
  const entities = Object.values(file.registrations).filter(isEntity)
  const submittedStates = new Set(submitted.addresses.flatMap(({ state }) => (state === null ? [] : [state])))
  const states = [...submittedStates].flatMap((state) => {
    const here = entities.filter((each) => each.state === state)
    // Older events do not say which registries were searched where something was found.
    if (here.length === 0 && registries.length === 0) return []
    const searched = searchedOf(registries, state)
    const standing = here.length === 0 && searched !== 'all' ? 'not searched' : standingIn(here)
    const outcome = submittedOutcomes.find((each) => each.standing === standing) as SubmittedOutcome
    return [{ state, here, outcome, words: standing === 'not searched' && searched === 'lately filed' ? latelyFiled : outcome.words }]
  })
  const best = states.toSorted((a, b) => submittedOutcomes.indexOf(a.outcome) - submittedOutcomes.indexOf(b.outcome))[0]
  if (!best) return null
  const told = states.map(({ state, here, words }) => {
    const numbers = here.map(({ file_number }) => file_number).join(', ')
    return `${stateName(state)}: ${words}${numbers === '' ? '' : ` (${numbers})`}.`
  })
  const sources = best.here.length > 0 ? best.here.flatMap((each) => each.sources) : registries
  const { status, sub_label } = best.outcome
  return status === 'neutral' ? unanswered(sub_label, told.join(' '), sources) : verdict(status, sub_label, told.join(' '), sources)
}

/** What registries call good standing; Colorado says that an entity `exists` where it need not report. */
const goodStanding = new Set(['GOOD_STANDING', 'EXISTS'])

const judgeHomeStanding = ({ file }: Business): Verdict | null => {
  const home = homeRecordOf(Object.values(file.registrations))
  if (!home?.sub_status) return null
  const message = `The registration ${home.file_number} in its home state ${home.state} says: ${home.status_details ?? home.sub_status}.`
  return goodStanding.has(home.sub_status)
    ? verdict('success', 'Good Standing', message, home.sources)
    : verdict('failure', 'Not Good Standing', message, home.sources)
}

/** The worst first: each further name has to hold. */
const nameOutcomes: readonly {
  readonly kind: NameComparison['kind']
  readonly status: Parameters<typeof verdict>[0]
  readonly sub_label: string
}[] = [
  { kind: 'unverified', status: 'failure', sub_label: 'Unverified' },
  { kind: 'similar', status: 'warning', sub_label: 'Similar Match' },
  { kind: 'verified', status: 'success', sub_label: 'Verified' },
]

const judgeFurtherNames = ({ added, file }: Business): Verdict | null => {
  const compared = added.names.flatMap(({ id, name }) => {
    const comparison = file.name_comparisons[id]
    return comparison ? [{ name, comparison }] : []
  })
  const worst = nameOutcomes.find(({ kind }) => compared.some(({ comparison }) => comparison.kind === kind))
  if (!worst) return null
  const told = compared.map(({ name, comparison: { kind, found_name, explanation } }) => {
    const label = nameOutcomes.find((each) => each.kind === kind)?.sub_label
    return `"${name}": ${label}, ${found_name === null ? '' : `"${found_name}" is registered: `}${explanation}.`
  })
  const cited = compared.flatMap(({ comparison }) => comparison.sources)
  return verdict(worst.status, worst.sub_label, told.join(' '), cited.length > 0 ? cited : registriesSearched(file))
}

/** A record beside the registrations may verify a name, where no registry could be searched. */
const judgeNamesOnRecord: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  if (business.added.names.length === 0) return null
  const isFound = Object.values(business.file.name_comparisons).some(({ kind }) => kind !== 'unverified')
  return isFound ? judgeFurtherNames(business) : orNotAvailable('registrations', judgeFurtherNames)(business, at, ageLimitDays)
}

export const furtherNameRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'name', key: 'dba_name', label: 'DBA Name', products, judge: judgeNamesOnRecord },
]

export const registrationRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'sos', key: 'sos_match', label: 'SOS Filings', products, judge: orNotAvailable('registrations', judgeSubmittedStates) },
  { category: 'sos', key: 'sos_domestic_sub_status', label: 'SOS Domestic Sub‑status', products, judge: judgeHomeStanding },
]
