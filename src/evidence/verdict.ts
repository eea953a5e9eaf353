// May they be let in? The verdict on a business, drawn from the tasks of its review by one table of rules. No model has a say in it.
import type { ReviewTask } from '../events/parts.ts'

/** What a review comes to, from the worst to the best: listed parties, what blocks, what needs a look, what nobody could answer, what is fine. */
export const outcomes = ['sanctions', 'blocks', 'look', 'unknown', 'passed'] as const
export type Outcome = (typeof outcomes)[number]

/** `information` speaks neither for the business nor against it, such as its entity type. It decides no outcome. */
export const levels = [...outcomes, 'information'] as const
export type Level = (typeof levels)[number]

/** The outcomes of tasks that nobody could answer. Every other neutral task is for information. */
export const unansweredOutcomes = [
  'Not Available',
  'Unknown',
  'Not Screened',
  'Not Provided',
  'No People',
  'No Email',
  'Not Published',
  'Not Fully Searched',
] as const
export type UnansweredOutcome = (typeof unansweredOutcomes)[number]

export type Judged = Pick<ReviewTask, 'key' | 'status' | 'sub_label' | 'label'>

export type Finding<Task extends Judged = ReviewTask> = { readonly level: Level; readonly title: string; readonly task: Task }

export type Verdict<Task extends Judged = ReviewTask> = {
  /** `none`: there is no review yet, or the case was erased. `unknown`: nothing speaks against the business, but a check could not be answered, or none was made. */
  readonly outcome: 'none' | Outcome
  /** One sentence that names the worst finding. */
  readonly line: string
  /** What speaks against the business and what could not be answered, the worst first. */
  readonly findings: readonly Finding<Task>[]
  readonly passed: readonly Finding<Task>[]
  readonly information: readonly Finding<Task>[]
  readonly counts: { readonly [Each in Level]: number }
}

type Rule = {
  readonly level: Level
  /** Absent: the label of the task with its outcome. */
  readonly title?: string
  /** Absent: every task. */
  readonly keys?: readonly string[]
  readonly status: ReviewTask['status']
  readonly outcomes?: readonly string[]
}

/** The first rule that fits a task judges it. The order is that of severity: findings are shown in it. */
export const verdictRules: readonly Rule[] = [
  { level: 'sanctions', title: 'Watchlist hit', keys: ['watchlist', 'global_watchlists'], status: 'warning', outcomes: ['Hits'] },

  { level: 'sanctions', title: 'Owned by listed parties', keys: ['listed_owners'], status: 'failure' },

  { level: 'blocks', title: 'Identity declined', keys: ['kyc_decision'], status: 'failure' },
  { level: 'blocks', title: 'Prohibited industry', keys: ['industry'], status: 'failure' },
  { level: 'blocks', title: 'TIN belongs to another name', keys: ['tin'], status: 'failure', outcomes: ['Mismatch'] },
  { level: 'blocks', title: 'TIN was never issued', keys: ['tin_issued'], status: 'failure' },
  { level: 'blocks', title: 'TIN cannot exist', keys: ['tin'], status: 'failure', outcomes: ['Malformed'] },
  { level: 'blocks', title: 'TIN not found', keys: ['tin'], status: 'failure' },
  { level: 'blocks', title: 'Owners differ, past the deadline', keys: ['owner_discrepancies'], status: 'failure' },
  { level: 'blocks', title: 'Registration inactive', keys: ['sos_domestic', 'sos_inactive'], status: 'failure' },
  { level: 'blocks', title: 'No registration found', keys: ['sos_not_found'], status: 'failure' },
  { level: 'blocks', title: 'Not in good standing', keys: ['sos_domestic_sub_status'], status: 'failure' },
  { level: 'blocks', title: 'Name not registered', keys: ['name'], status: 'failure' },
  { level: 'blocks', title: 'People not found on a filing', keys: ['person_verification'], status: 'failure' },
  { level: 'blocks', title: 'Address not on a filing', keys: ['address_verification'], status: 'failure' },
  { level: 'blocks', title: 'Address cannot receive mail', keys: ['address_deliverability'], status: 'failure' },
  { level: 'blocks', title: 'Address rated high risk', keys: ['address_risk'], status: 'failure' },
  { level: 'blocks', title: 'Not registered in the submitted state', keys: ['sos_match'], status: 'failure' },

  { level: 'look', title: 'Watchlists not fully screened', keys: ['watchlist', 'global_watchlists'], status: 'warning' },
  { level: 'look', title: 'Watchlist hit on an owner', keys: ['listed_owners'], status: 'warning', outcomes: ['Hits'] },
  { level: 'look', title: 'Owners not screened yet', keys: ['listed_owners'], status: 'warning' },
  { level: 'look', title: 'Owners differ from published data', keys: ['owner_discrepancies'], status: 'warning' },
  { level: 'look', title: 'Shares of owners contradict', keys: ['beneficial_owners'], status: 'warning', outcomes: ['Contradictory'] },
  { level: 'look', title: 'Owners not fully known', keys: ['beneficial_owners'], status: 'warning' },
  { level: 'look', title: 'Politically exposed person', keys: ['politically_exposed_persons'], status: 'warning' },
  { level: 'look', title: 'Criminal record', keys: ['people_criminal_history'], status: 'warning' },
  { level: 'look', title: 'Adverse media', keys: ['adverse_media'], status: 'warning' },
  { level: 'look', title: 'Identity needs a look', keys: ['kyc_decision'], status: 'warning' },
  { level: 'look', title: 'Bankruptcy', keys: ['bankruptcies'], status: 'warning' },
  { level: 'look', title: 'Bankruptcy of a person', keys: ['people_bankruptcies'], status: 'warning' },
  { level: 'look', title: 'Litigation', keys: ['litigations'], status: 'warning' },
  { level: 'look', title: 'Litigation of a person', keys: ['people_litigations'], status: 'warning' },
  { level: 'look', title: 'Lien', keys: ['liens'], status: 'warning' },
  { level: 'look', title: 'Lien on a person', keys: ['people_liens'], status: 'warning' },
  { level: 'look', title: 'High-risk industry', keys: ['industry'], status: 'warning' },
  { level: 'look', title: 'Only a record that was ended has the name', keys: ['name'], status: 'warning', outcomes: ['Record Ended'] },
  { level: 'look', title: 'Only a similar name is registered', keys: ['name'], status: 'warning' },
  { level: 'look', title: 'TIN is in a person’s name', keys: ['tin'], status: 'warning' },
  { level: 'look', title: 'A person’s number for a company', keys: ['tin_type'], status: 'warning' },
  { level: 'look', title: 'TIN not checked yet', keys: ['tin_error'], status: 'warning' },
  { level: 'look', title: 'Registration of unknown status', keys: ['sos_domestic', 'sos_unknown'], status: 'warning' },
  { level: 'look', title: 'Another registration not in good standing', keys: ['sos_sub_status'], status: 'warning' },
  { level: 'look', title: 'Some registrations inactive', keys: ['sos_inactive'], status: 'warning' },
  { level: 'look', title: 'Address differs', keys: ['address_verification'], status: 'warning' },
  { level: 'look', title: 'Private mailbox', keys: ['address_cmra'], status: 'warning' },
  { level: 'look', title: 'Registered agent’s address', keys: ['address_registered_agent'], status: 'warning' },
  { level: 'look', title: 'Residential address', keys: ['address_property_type'], status: 'warning' },
  { level: 'look', title: 'Entity type differs', keys: ['entity_type_match', 'name_and_entity_type'], status: 'warning' },
  { level: 'look', title: 'Very young business', keys: ['time_in_business'], status: 'failure' },
  { level: 'look', title: 'Young business', keys: ['time_in_business'], status: 'warning' },
  { level: 'look', title: 'High-risk email address', keys: ['email_risk'], status: 'failure' },
  { level: 'look', title: 'DBA not registered', keys: ['dba_name'], status: 'failure' },
  // A website can be down or thin without anything being wrong with the business.
  {
    level: 'look',
    keys: ['website', 'website_status', 'website_parked', 'website_verification', 'web_presence_quality', 'profile_status'],
    status: 'failure',
  },

  { level: 'blocks', status: 'failure' },
  { level: 'look', status: 'warning' },
  { level: 'unknown', status: 'neutral', outcomes: unansweredOutcomes },
  { level: 'information', status: 'neutral' },
  { level: 'passed', status: 'success' },
]

/** The rules, each with its place in the order of the levels and then of the table. */
const ranked = verdictRules.map((rule, at) => ({ rule, rank: levels.indexOf(rule.level) * verdictRules.length + at }))

const rulesAbout = (key: string | undefined) =>
  ranked.filter(({ rule: { keys } }) => keys === undefined || keys.some((each) => each === key))

/** Of each key that a rule names. */
const rulesByKey = new Map(verdictRules.flatMap(({ keys = [] }) => keys.map((key) => [key, rulesAbout(key)] as const)))
const rulesAboutOthers = rulesAbout(undefined)

const ruleFor = ({ key, status, sub_label }: Judged) => {
  for (const ruled of rulesByKey.get(key) ?? rulesAboutOthers) {
    const { rule } = ruled
    if (rule.status === status && (rule.outcomes?.includes(sub_label) ?? true)) return ruled
  }
  return undefined
}

const titled = ({ title }: Rule, { label, sub_label }: Judged): string => title ?? `${label}: ${sub_label}`

/**
 * @param tasks of the review; null: there is none yet
 * @param isErased whether the case was erased before anybody decided: there is nothing to approve any more
 * @example
 * verdictOf([{ key: 'tin', label: 'TIN Match', status: 'failure', sub_label: 'Mismatch' }]).line
 * // => 'Do not approve yet: TIN belongs to another name'
 */
export const verdictOf = <Task extends Judged>(tasks: readonly Task[] | null, { isErased = false } = {}): Verdict<Task> => {
  const judged: { readonly rank: number; readonly finding: Finding<Task> }[] = []
  for (const task of tasks ?? []) {
    const found = ruleFor(task)
    if (found) judged.push({ rank: found.rank, finding: { level: found.rule.level, title: titled(found.rule, task), task } })
  }
  const all = onceEach(judged.sort((a, b) => a.rank - b.rank).map(({ finding }) => finding))
  const counts = { sanctions: 0, blocks: 0, look: 0, unknown: 0, passed: 0, information: 0 }
  for (const { level } of all) counts[level]++
  const outcome = tasks === null || isErased ? 'none' : (outcomes.find((each) => counts[each] > 0) ?? 'unknown')
  const at = (wanted: Level) => all.filter(({ level }) => level === wanted)
  const findings = all.filter(({ level }) => level !== 'passed' && level !== 'information')
  return {
    outcome,
    line: isErased ? 'Nothing to decide: personal data erased' : lines[outcome]({ worst: findings[0]?.title, ...counts }),
    findings,
    passed: at('passed'),
    information: at('information'),
    counts,
  }
}

/** Whether a review has found nothing against the business. Checks that nobody could answer do not speak against it. */
export const nothingAgainst = (tasks: readonly Judged[] | null): boolean => {
  const { outcome } = verdictOf(tasks)
  return outcome === 'passed' || outcome === 'unknown'
}

/** The same concern under two keys, such as a hit on a list that is global too, is one finding. Other checks are counted one by one. */
const onceEach = <Task extends Judged>(findings: readonly Finding<Task>[]): readonly Finding<Task>[] => {
  const seen = new Set<string>()
  return findings.filter(({ level, title }) => {
    if (level === 'passed' || level === 'unknown' || level === 'information') return true
    const isNew = !seen.has(title)
    seen.add(title)
    return isNew
  })
}

type Summed = { readonly worst: string | undefined; readonly unknown: number; readonly passed: number }

const lines: { readonly [Each in Verdict['outcome']]: (summed: Summed) => string } = {
  none: () => 'Not yet: verification is in progress',
  sanctions: ({ worst }) => `Do not approve: ${worst}`,
  blocks: ({ worst }) => `Do not approve yet: ${worst}`,
  look: ({ worst }) => `Take a look first: ${worst}`,
  unknown: ({ worst, unknown }) =>
    unknown === 0
      ? 'Nothing was checked'
      : `Nothing found against it, but ${unknown} ${unknown === 1 ? 'check' : 'checks'} could not be answered: ${worst}`,
  passed: ({ passed }) => `Ready to approve: ${passed === 1 ? 'the check' : `all ${passed} checks`} passed`,
}
