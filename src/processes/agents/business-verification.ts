// The agent for the whole business: what was looked at and what was not, what each review task rests on, where the evidence speaks against
// itself, and a recommendation with its reasons and the next steps.
import type { Business } from '../../commands/business-state.ts'
import { openHits } from '../../events/evidence-file.ts'
import type { ReviewTask } from '../../events/parts.ts'
import { yearsBetween } from '../../events/years.ts'
import { adviceOn } from './advice.ts'
import type { AgentDeclaration, StepInput, StepOutcome } from './agent.ts'
import { contradictionsIn, reconcile } from './contradictions.ts'
import { count, lacking, listed, sentence, sourcesOf, tasksOf, told } from './evidence.ts'
import type { Draft, Statement } from './statements.ts'

/** Older data may miss what has happened since. */
const staleYears = 1

const readEvidence = ({ business, tools }: StepInput): StepOutcome => {
  const sources = new Map(sourcesOf(business).map((source) => [source.id, source]))
  const sets = Map.groupBy(sources.values(), ({ type, metadata }) => `${metadata.data_set ?? type}\n${metadata.version ?? ''}`)
  const used = [...sets].map(([key, rows]): Statement => {
    const [name, version = ''] = key.split('\n')
    const years = yearsBetween(/^\d{4}-\d\d-\d\d$/.test(version) ? version : '', tools.now().toISOString())
    const age =
      years >= staleYears
        ? ` It is ${count(Math.floor(years), 'year')} old: confirm on the publisher’s own site what has to hold today.`
        : ''
    return {
      text: `${name}${version ? `, version ${version}` : ''}: ${count(rows.length, 'record')}.${age}`,
      sources: rows.slice(0, 20).map(({ id }) => id),
    }
  })
  const statements = [...used, ...notLookedAt(business).map(lacking)]
  return { drafts: [{ type: 'evidence_inventory', title: 'What was looked at, and what was not', confidence: 'high', statements }] }
}

/** An approval must not rest on checks that nobody made. */
const notLookedAt = ({ submitted, file }: Business): readonly string[] => {
  const gaps: readonly (readonly [boolean, string])[] = [
    [submitted.tin === null, 'Not looked at: no tax number was submitted, so none was checked.'],
    [submitted.tin !== null && file.tin === null, 'Not looked at: the tax number was submitted, but no check of it was ordered.'],
    [file.tin?.outcome === 'unknown', 'Not looked at: no source that is set up can answer for the tax number.'],
    [submitted.website === null, 'Not looked at: no website was submitted.'],
    [submitted.website !== null && file.website === null, 'Not looked at: a website was submitted, but has not been analysed.'],
    [submitted.people.length === 0, 'Not looked at: no person was submitted, so nobody’s role was confirmed.'],
    [file.screening === null, 'Not looked at: the business has not been screened against watchlists.'],
  ]
  return gaps.flatMap(([isGap, text]) => (isGap ? [text] : []))
}

/** `Office Address: Deliverable: 1 Main St`: no word is said twice. */
const taskText = ({ label, sub_label, message }: ReviewTask): string =>
  message.toLowerCase().startsWith(sub_label.toLowerCase()) ? `${label}: ${message}` : `${label}, ${sub_label}: ${message}`

const severity: readonly ReviewTask['status'][] = ['failure', 'warning', 'neutral', 'success']

const explainTasks = ({ business }: StepInput): StepOutcome => {
  const tasks = tasksOf(business).toSorted((a, b) => severity.indexOf(a.status) - severity.indexOf(b.status))
  if (tasks.length === 0) return { resolution: 'skip' }
  const statements = tasks.map((task) => told([taskText(task), adviceOn(task)].filter((part) => part !== null).join(' '), [task]))
  return { drafts: [{ type: 'task_explanations', title: 'What each review task rests on', confidence: 'high', statements }] }
}

/** Failures that alone are a reason to reject. An empty search is none: it covers only the registries that are loaded. */
const disqualifying = new Set(['sos_domestic', 'sos_inactive', 'tin', 'industry'])

type Recommendation = 'approval' | 'rejection' | 'review by a person' | 'no decision yet'

/** What a recommendation follows from. */
const groundsOf = (business: Business) => {
  const tasks = tasksOf(business)
  const having = (status: ReviewTask['status']) => tasks.filter((task) => task.status === status)
  return {
    tasks,
    failures: having('failure'),
    warnings: having('warning'),
    successes: having('success'),
    hits: openHits(business.file),
    contradictions: contradictionsIn(business),
    isScreened: (business.file.screening?.lists.length ?? 0) > 0,
  }
}

type Grounds = ReturnType<typeof groundsOf>

const isGrave = ({ key }: ReviewTask): boolean => disqualifying.has(key)

const recommendationOf = ({ tasks, failures, warnings, hits, contradictions, isScreened }: Grounds): Recommendation => {
  if (tasks.length === 0) return 'no decision yet'
  if (hits.length > 0 || contradictions.length > 0) return 'review by a person'
  if (failures.some(isGrave)) return 'rejection'
  return failures.length > 0 || warnings.length > 1 || !isScreened ? 'review by a person' : 'approval'
}

const summaryOf = ({ tasks, failures, warnings, successes, hits, contradictions, isScreened }: Grounds): string => {
  if (tasks.length === 0) return 'nothing has been reviewed: order a verification first'
  const because: readonly string[] = [
    ...(hits.length > 0 ? [`${count(hits.length, 'watchlist hit')} not dismissed`] : []),
    ...(contradictions.length > 0 ? [count(contradictions.length, 'contradiction')] : []),
    ...(failures.length > 0 ? [`${count(failures.length, 'task')} failed`] : []),
    ...(warnings.length > 0 ? [count(warnings.length, 'warning')] : []),
    ...(isScreened ? [] : ['screened against no watchlist']),
  ]
  if (because.length > 0) return listed(because)
  const standing = successes.length === tasks.length ? 'all' : `${successes.length} of`
  return `${standing} ${tasks.length} tasks of the review stand, and nothing contradicts them`
}

/** The facts that the recommendation cites. */
const decidingIn = ({ failures, warnings, successes, hits }: Grounds, recommended: Recommendation) => {
  if (recommended === 'rejection') return failures.filter(isGrave)
  return recommended === 'approval' ? successes : [...hits, ...failures, ...warnings]
}

const confidenceIn = (recommended: Recommendation): Draft['confidence'] => {
  if (recommended === 'no decision yet') return 'low'
  return recommended === 'review by a person' ? 'medium' : 'high'
}

const recommend = ({ business }: StepInput): StepOutcome => {
  const grounds = groundsOf(business)
  const { failures, warnings, successes, contradictions } = grounds
  const recommended = recommendationOf(grounds)
  const named = (prefix: string, of: readonly ReviewTask[]) => of.map((task) => told(`${prefix}: ${taskText(task)}`, [task]))
  const speakingFor = recommended === 'rejection' ? [] : successes.filter(({ key }) => weighty.has(key))
  const steps = [...new Set([...failures, ...warnings].map(adviceOn))].filter((step) => step !== null)
  const statements: Statement[] = [
    { ...told(`Recommendation: ${recommended}. ${sentence(summaryOf(grounds))}`, decidingIn(grounds, recommended)), isVerdict: true },
    ...contradictions,
    ...named('Against', failures),
    ...named('Unclear', warnings),
    ...named('For', speakingFor),
    ...steps.map((step, index) => lacking(`Next step ${index + 1}: ${step}`)),
  ]
  const confidence = confidenceIn(recommended)
  return {
    drafts: [{ type: 'recommendation', title: `Recommendation: ${recommended}`, confidence, statements }],
    ...(recommended === 'approval' ? { resolution: 'auto_approve' as const } : {}),
  }
}

/** Successes that a decision may rest on; the others are left to the explanations. */
const weighty = new Set(['name', 'tin', 'sos_domestic', 'person_verification', 'watchlist', 'address_verification', 'website_verification'])

export const businessVerification: AgentDeclaration = {
  type: 'business_verification',
  name: 'Business verification',
  description:
    'Says what was looked at and what was not, explains each review task, names contradictions and recommends a decision with its reasons and next steps.',
  steps: [
    {
      name: 'analysis',
      label: 'Analysing the evidence',
      type: 'activity',
      steps: [
        { name: 'read_evidence', label: 'Reading the evidence', type: 'output', work: readEvidence },
        { name: 'explain_tasks', label: 'Explaining the review tasks', type: 'output', work: explainTasks },
        reconcile(),
      ],
    },
    { name: 'recommend', label: 'Recommending a decision', type: 'output', work: recommend },
  ],
}
