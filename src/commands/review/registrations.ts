// The review's rules about registrations: their status, the state of the submitted address, and the standing at home.
import type { Product } from '../../events/business.ts'
import type { Registration } from '../../events/business-evidence.ts'
import { type Fact, registriesSearched } from '../../events/evidence-file.ts'
import { stateName } from '../../evidence/matching/states.ts'
import type { Business } from '../business-state.ts'
import { isNotAsked, toldNotAsked } from '../former-names.ts'
import { atHome, homeRecordOf, isEntity } from '../home-record.ts'
import { type Judgement, judged, orNotAvailable, type ReviewRule, shareOf, sourcesOf, unanswered } from './rule.ts'
import { isUnsearched, searchedFor, searchedOf, toldUnsearched } from './searched.ts'

type OnFile = Fact<Registration>

export const registrationsOf = ({ file }: Business) => Object.values(file.registrations)

/** What a newer version of the registry no longer says, and which versions those are. */
export const becameOf = (registrations: readonly Registration[]): string =>
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
export const possibleMatchesOf = ({ file }: Business) =>
  Object.values(file.possible_matches).toSorted((a, b) => b.match.score - a.match.score)

export const toldPossible = (possible: ReturnType<typeof possibleMatchesOf>): string =>
  possible
    .map(
      ({ name, state, file_number, match, reason }) =>
        `A possible match, not counted, is "${name}" (${state} ${file_number}): ${match.explanation}; ${reason}.`,
    )
    .join(' ')

const judgeDomestic = (business: Business): Judgement | null => {
  const home = atHome(registrationsOf(business))
  if (!home) return null
  const [record, ...others] = home.records as readonly [OnFile, ...OnFile[]]
  const { status_details, sub_status } = record
  const why = others.length > 0 ? null : { active: null, unknown: status_details, inactive: sub_status }[home.status]
  const at =
    others.length === 0
      ? `the registration ${record.file_number} in its home state ${record.state}${why ? ` (${why})` : ''}`
      : `${home.records.map(({ file_number, state }) => `${file_number} in ${state}`).join(' and ')} each say that they are of the home state; one of them at most is`
  const sources = sourcesOf(home.records)
  const outcomes = {
    active: judged('success', 'Active', `Active: ${at}.`, sources),
    unknown: judged('warning', 'Unknown', `Of unknown status: ${at}.`, sources),
    inactive: judged('failure', 'Inactive', `Inactive: ${at}.`, sources),
  }
  return outcomes[home.status]
}

/** The sub-label for registrations of one status: all of them, or some. */
const judgeStatus =
  (
    status: 'active' | 'inactive' | 'unknown',
    all: Pick<Judgement, 'status' | 'sub_label'>,
    some: Pick<Judgement, 'status' | 'sub_label'>,
  ) =>
  (business: Business): Judgement | null => {
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
      message: `${shareOf(these.length, registrations.length, 'registration')} ${status === 'unknown' ? 'of unknown status' : status}: ${states}.${becameOf(these)}`,
      sources: sourcesOf(these),
    }
  }

const judgeNotFound = (business: Business): Judgement | null => {
  if (registrationsOf(business).length > 0) return null
  if (isNotAsked(business)) return unanswered('Unknown', toldNotAsked)
  const sources = searchedFor(business)
  const registries = sources.map(({ metadata }) => {
    const lacks = metadata.coverage === 'lately filed' ? ', which has only what was filed lately' : ''
    return `${metadata.title ?? metadata.data_set} (${metadata.version}${lacks})`
  })
  const message = registries.length > 0 ? `No registration was found in: ${registries.join(', ')}.` : 'No registration was found.'
  const possible = possibleMatchesOf(business)
  const told = [toldUnsearched(business), message, toldPossible(possible)].filter((part) => part !== '').join(' ')
  const rests = [...sources, ...sourcesOf(possible)]
  return isUnsearched(business) ? unanswered('Unknown', told, rests) : judged('failure', 'Not Found', told, rests)
}

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
const judgeSubmittedStates = (business: Business): Judgement | null => {
  const { submitted, file } = business
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
  if (best.here.length === 0 && isNotAsked(business)) return unanswered('Unknown', toldNotAsked)
  const told = states.map(({ state, here, words }) => {
    const numbers = here.map(({ file_number }) => file_number).join(', ')
    return `${stateName(state)}: ${words}${numbers === '' ? '' : ` (${numbers})`}.`
  })
  const sources = best.here.length > 0 ? best.here.flatMap((each) => each.sources) : registries
  const { status, sub_label } = best.outcome
  return status === 'neutral' ? unanswered(sub_label, told.join(' '), sources) : judged(status, sub_label, told.join(' '), sources)
}

/** What registries call good standing; Colorado says that an entity `exists` where it need not report. */
const goodStanding = new Set(['GOOD_STANDING', 'EXISTS'])

const judgeHomeStanding = ({ file }: Business): Judgement | null => {
  const home = homeRecordOf(Object.values(file.registrations))
  if (!home?.sub_status) return null
  const message = `The registration ${home.file_number} in its home state ${home.state} says: ${home.status_details ?? home.sub_status}.`
  return goodStanding.has(home.sub_status)
    ? judged('success', 'Good Standing', message, home.sources)
    : judged('failure', 'Not Good Standing', message, home.sources)
}

/** Beside the home-state record: where else the entity is registered, and in what standing. */
const judgeStandingElsewhere = (business: Business): Judgement | null => {
  const registrations = registrationsOf(business)
  const home = homeRecordOf(registrations)
  const told = registrations.filter((each) => each !== home && isEntity(each) && each.status === 'active' && each.sub_status)
  if (told.length === 0) return null
  const bad = told.filter(({ sub_status }) => !goodStanding.has(sub_status ?? ''))
  const these = bad.length > 0 ? bad : told
  const message = these.map(
    ({ state, file_number, sub_status, status_details }) => `${state} ${file_number}: ${status_details ?? sub_status}.`,
  )
  return bad.length > 0
    ? judged('warning', 'Not Good Standing', message.join(' '), sourcesOf(bad))
    : judged('success', 'Good Standing', message.join(' '), sourcesOf(told))
}

export const registrationRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'sos', key: 'sos_domestic', label: 'SOS Filings', products, judge: judgeDomestic },
  {
    category: 'sos',
    key: 'sos_active',
    label: 'SOS Filings',
    products,
    judge: judgeStatus('active', { status: 'success', sub_label: 'Active' }, { status: 'success', sub_label: 'Partially Active' }),
  },
  {
    category: 'sos',
    key: 'sos_inactive',
    label: 'SOS Filings',
    products,
    judge: judgeStatus('inactive', { status: 'failure', sub_label: 'Inactive' }, { status: 'warning', sub_label: 'Partially Inactive' }),
  },
  {
    category: 'sos',
    key: 'sos_unknown',
    label: 'SOS Filings',
    products,
    judge: judgeStatus('unknown', { status: 'warning', sub_label: 'Unknown' }, { status: 'warning', sub_label: 'Partially Unknown' }),
  },
  { category: 'sos', key: 'sos_not_found', label: 'SOS Filings', products, judge: orNotAvailable('registrations', judgeNotFound) },
  { category: 'sos', key: 'sos_match', label: 'SOS Filings', products, judge: orNotAvailable('registrations', judgeSubmittedStates) },
  { category: 'sos', key: 'sos_domestic_sub_status', label: 'SOS Domestic Sub‑status', products, judge: judgeHomeStanding },
  { category: 'sos', key: 'sos_sub_status', label: 'SOS Filings', products, judge: judgeStandingElsewhere },
]
