// The agents: each a declared graph of steps over what the service knows. They need no model, and give the same answer for the same evidence.
import { v5 as uuidv5 } from 'uuid'
import type { Business } from '../../commands/business-state.ts'
import type { Source } from '../../events/parts.ts'
import type { AgentType } from '../../events/run.ts'
import { contradictionsIn } from './contradictions.ts'
import type { Draft, Statement } from './statements.ts'

/** A question that only a person can answer; its answer comes back under the same key. */
export type Question = { readonly key: string; readonly question: string; readonly options: readonly string[]; readonly about: string }

export type StepOutcome = {
  readonly drafts?: readonly Draft[]
  readonly resolution?: 'auto_approve' | 'skip'
  readonly questions?: readonly Question[]
}

export type StepInput = { readonly business: Business; readonly answerTo: (key: string) => string | undefined }

export type Step = {
  readonly name: string
  readonly label: string
  readonly type: 'activity' | 'output'
  readonly work?: (input: StepInput) => StepOutcome
  readonly steps?: readonly Step[]
}

export type Agent = {
  readonly id: string
  readonly type: AgentType
  readonly name: string
  readonly description: string
  readonly steps: readonly Step[]
}

const idsOf = (facts: readonly { readonly sources: readonly Source[] }[]): string[] => [
  ...new Set(facts.flatMap(({ sources }) => sources.map(({ id }) => id))),
]

const tasksOf = ({ review }: Business) => review?.tasks ?? []

const explainTasks = ({ business }: StepInput): StepOutcome => ({
  drafts: [
    {
      type: 'task_explanations',
      title: 'What each review task rests on',
      confidence: 'high',
      statements: tasksOf(business).map(({ label, sub_label, message, sources }) => ({
        text: `${label}, ${sub_label}: ${message}`,
        sources: sources.map(({ id }) => id),
        isAbsence: sources.length === 0,
      })),
    },
  ],
})

const reconcile = ({ business }: StepInput): StepOutcome => {
  const found = contradictionsIn(business)
  if (found.length === 0) return { resolution: 'skip' }
  return { drafts: [{ type: 'contradictions', title: 'Where the evidence speaks against itself', confidence: 'high', statements: found }] }
}

/** Failures that alone keep a business from being approved. */
const disqualifying = new Set(['sos_not_found', 'sos_inactive', 'tin', 'industry'])

const recommend = ({ business }: StepInput): StepOutcome => {
  const tasks = tasksOf(business)
  const contradictions = contradictionsIn(business)
  const hits = Object.values(business.file.hits)
  const failures = tasks.filter(({ status }) => status === 'failure')
  const warnings = tasks.filter(({ status }) => status === 'warning')
  const grave = failures.filter(({ key }) => disqualifying.has(key))
  const verdict =
    hits.length > 0 || contradictions.length > 0
      ? 'review by a person'
      : grave.length > 0
        ? 'rejection'
        : failures.length > 0 || warnings.length > 1
          ? 'review by a person'
          : 'approval'
  const reasons = verdict === 'approval' ? tasks.filter(({ status }) => status === 'success') : [...failures, ...warnings]
  const cited = reasons.flatMap(({ sources }) => sources.map(({ id }) => id))
  const statements: Statement[] = [
    {
      text: `Recommendation: ${verdict}. ${failures.length} tasks failed, ${warnings.length} have a warning, ${hits.length} watchlist hits stand, ${contradictions.length} contradictions were found.`,
      sources: [...new Set(cited)].slice(0, 20),
      isAbsence: cited.length === 0,
    },
    ...reasons.map(({ label, sub_label, sources }) => ({
      text: `Because: ${label}, ${sub_label}.`,
      sources: sources.map(({ id }) => id),
      isAbsence: sources.length === 0,
    })),
    ...contradictions,
  ]
  const confidence = tasks.length === 0 ? 'low' : verdict === 'review by a person' ? 'medium' : 'high'
  return {
    drafts: [{ type: 'recommendation', title: `Recommendation: ${verdict}`, confidence, statements }],
    ...(verdict === 'approval' ? { resolution: 'auto_approve' as const } : {}),
  }
}

const readSite = ({ business }: StepInput): StepOutcome => {
  const { website } = business.file
  if (!website)
    return {
      drafts: [
        {
          type: 'website_review',
          title: 'Website',
          confidence: 'low',
          statements: [{ text: 'No website has been analysed: order the product website first.', sources: [], isAbsence: true }],
        },
      ],
    }
  const sources = idsOf([website])
  const statements: Statement[] = [
    { text: `The website is ${website.status}${website.parked ? ' and parked' : ''}.`, sources },
    { text: website.name_match ? 'It names the business.' : 'It does not name the business.', sources },
    ...website.indicators
      .filter(({ rating }) => rating !== 'neutral')
      .map(({ name, value, rating }) => ({ text: `${name}: ${value} (${rating}).`, sources })),
  ]
  return {
    drafts: [
      { type: 'website_review', title: 'What the website shows', confidence: website.status === 'online' ? 'high' : 'medium', statements },
    ],
  }
}

const listOwners = ({ business }: StepInput): StepOutcome => {
  const people = Object.values(business.file.people)
  const submitted = new Set(business.submitted.people.map(({ id }) => id))
  const missing = business.submitted.people.filter(({ id }) => !business.file.people[id])
  const statements: Statement[] = [
    ...people.map(({ id, name, titles, sources }) => ({
      text: `${name} stands on a registration${titles.length > 0 ? ` as ${titles.join(', ')}` : ''}${submitted.has(id) ? ', as submitted' : ', but was not submitted'}.`,
      sources: sources.map((source) => source.id),
    })),
    ...missing.map(({ name }) => ({
      text: `${name} was submitted, but stands on no registration that was found.`,
      sources: [],
      isAbsence: true,
    })),
  ]
  const none: Statement = { text: 'No registration names a person.', sources: [], isAbsence: true }
  return {
    drafts: [
      {
        type: 'ownership',
        title: 'Who stands behind the business',
        confidence: missing.length === 0 && people.length > 0 ? 'high' : 'low',
        statements: statements.length > 0 ? statements : [none],
      },
    ],
  }
}

/** Scores between which nobody but a person can say whether a listed party and the screened name are one. */
const unsure = { from: 0.85, to: 0.97 }

const weighHits = ({ business, answerTo }: StepInput): StepOutcome => {
  const { screening, hits } = business.file
  const standing = Object.values(hits)
  if (!screening)
    return {
      drafts: [
        {
          type: 'sanctions',
          title: 'Sanctions',
          confidence: 'low',
          statements: [{ text: 'The business has not been screened.', sources: [], isAbsence: true }],
        },
      ],
    }
  const questions = standing
    .filter(({ id, match }) => match.score >= unsure.from && match.score < unsure.to && answerTo(id) === undefined)
    .map(({ id, screened_name, matched_name, list, match }) => ({
      key: id,
      question: `Is "${screened_name}" the party listed as "${matched_name}" on ${list}? The names agree to ${Math.round(match.score * 100)} %: ${match.explanation}.`,
      options: ['same', 'different'],
      about: id,
    }))
  if (questions.length > 0) return { questions }
  const states = new Set(business.submitted.addresses.map(({ state }) => state).filter((state) => state !== null))
  const statements = standing.map((hit): Statement => {
    const answer = answerTo(hit.id)
    const sources = hit.sources.map(({ id }) => id)
    const nearby = hit.addresses.some((address) => [...states].some((state) => address.includes(`, ${state}`)))
    const judged = answer ? `a person says ${answer}` : hit.match.score >= unsure.to ? 'taken for the same' : 'taken for another'
    return {
      text: `${hit.matched_name} (${hit.entity_type}, ${hit.list}): ${judged}. Name: ${hit.match.explanation}. ${nearby ? 'An address of the listed party lies in a state of the business.' : 'No address of the listed party lies in a state of the business.'}`,
      sources,
    }
  })
  const none: Statement = {
    text: `No hit on ${screening.lists.length} lists.`,
    sources: screening.sources.map(({ id }) => id),
    isAbsence: screening.sources.length === 0,
  }
  return {
    drafts: [
      {
        type: 'sanctions',
        title: 'Watchlist hits, weighed',
        confidence: standing.length === 0 ? 'high' : 'medium',
        statements: statements.length > 0 ? statements : [none],
      },
    ],
  }
}

/** What a tax agency asks for before it registers an employer. */
const readiness = ({ business: { submitted, file } }: StepInput): StepOutcome => {
  const needs: readonly (readonly [string, boolean, readonly { readonly sources: readonly Source[] }[]])[] = [
    [
      'a legal name that a registry carries',
      Object.values(file.registrations).some(({ match }) => match.score >= 0.97),
      Object.values(file.registrations),
    ],
    ['an EIN', submitted.tin !== null && submitted.tin_type !== 'ssn', file.tin ? [file.tin] : []],
    [
      'a street address',
      submitted.addresses.some(({ address_line1 }) => address_line1 !== null && !/^po box/i.test(address_line1)),
      Object.values(file.assessments),
    ],
    ['a responsible person', submitted.people.length > 0 || Object.keys(file.people).length > 0, Object.values(file.people)],
    [
      'an active home-state registration',
      Object.values(file.registrations).some(({ status, jurisdiction }) => status === 'active' && jurisdiction !== 'FOREIGN'),
      Object.values(file.registrations),
    ],
    ['a formation date', Boolean(file.formation?.formation_date), file.formation ? [file.formation] : []],
  ]
  const statements = needs.map(
    ([what, isThere, facts]): Statement => ({
      text: isThere ? `There: ${what}.` : `Missing: ${what}.`,
      sources: isThere ? idsOf(facts) : [],
      isAbsence: !isThere || idsOf(facts).length === 0,
    }),
  )
  const missing = needs.filter(([, isThere]) => !isThere).length
  return {
    drafts: [
      {
        type: 'registration_readiness',
        title: missing === 0 ? 'Ready for a tax registration' : `${missing} things are missing`,
        confidence: 'high',
        statements,
      },
    ],
  }
}

const readEvidence: Step = { name: 'read_evidence', label: 'Reading the evidence', type: 'activity' }

const declared: readonly Omit<Agent, 'id'>[] = [
  {
    type: 'business_verification',
    name: 'Business verification',
    description: 'Reads the evidence, explains each review task, names contradictions and recommends a decision with its reasons.',
    steps: [
      {
        name: 'analysis',
        label: 'Analysing the evidence',
        type: 'activity',
        steps: [
          readEvidence,
          { name: 'explain_tasks', label: 'Explaining the review tasks', type: 'output', work: explainTasks },
          { name: 'reconcile', label: 'Looking for contradictions', type: 'output', work: reconcile },
        ],
      },
      { name: 'recommend', label: 'Recommending a decision', type: 'output', work: recommend },
    ],
  },
  {
    type: 'website_review',
    name: 'Website review',
    description: 'Says what the analysed website shows of the business.',
    steps: [
      readEvidence,
      { name: 'read_site', label: 'Reading the website analysis', type: 'output', work: readSite },
      { name: 'reconcile', label: 'Looking for contradictions', type: 'output', work: reconcile },
    ],
  },
  {
    type: 'ownership_review',
    name: 'Ownership review',
    description: 'Says who stands behind the business, and who was submitted but cannot be found.',
    steps: [readEvidence, { name: 'list_owners', label: 'Listing the people', type: 'output', work: listOwners }],
  },
  {
    type: 'sanctions_review',
    name: 'Sanctions review',
    description: 'Weighs each watchlist hit: the same party or not, and why. Asks a person where the names alone cannot tell.',
    steps: [readEvidence, { name: 'weigh_hits', label: 'Weighing the hits', type: 'output', work: weighHits }],
  },
  {
    type: 'registration_readiness',
    name: 'Registration readiness',
    description: 'Says what is missing before a tax registration.',
    steps: [readEvidence, { name: 'check_needs', label: 'Checking what an agency asks for', type: 'output', work: readiness }],
  },
]

/** The namespace of the agents' ids, the same in every installation. */
const agentSpace = '0d1b2c55-3a86-5d6e-8c0a-6a7f5c0b9d42'

export const agents: readonly Agent[] = declared.map((agent) => ({ id: uuidv5(agent.type, agentSpace), ...agent }))

/** Every source that the file on a business names. */
export const sourcesOf = ({ file, review }: Business): readonly Source[] => {
  const held = Object.values(file).flatMap((facet: unknown): readonly Source[] => {
    if (typeof facet !== 'object' || facet === null) return []
    if ('sources' in facet && Array.isArray(facet.sources)) return facet.sources as Source[]
    return Object.values(facet).flatMap((fact: unknown) =>
      typeof fact === 'object' && fact !== null && 'sources' in fact && Array.isArray(fact.sources) ? (fact.sources as Source[]) : [],
    )
  })
  return [...held, ...(review?.tasks ?? []).flatMap(({ sources }) => sources)]
}
