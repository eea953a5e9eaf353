// The agent for the people: who is named on a registration, who was submitted but is not, and which other businesses the same people, agents and
// addresses lead to.
import type { Business } from '../../commands/business-state.ts'
import { onFiling } from '../../commands/review/people.ts'
import { openHits } from '../../events/evidence-file.ts'
import { compareNames } from '../../evidence/matching/names.ts'
import { compareParties, isSameParty, type SubmittedParty } from '../../evidence/matching/parties.ts'
import { nearPerson } from '../../evidence/matching/thresholds.ts'
import type { AgentDeclaration, ConnectedBusiness, StepInput, StepOutcome } from './agent.ts'
import { lacking, listed, registrationsOf, sentence, shown, told } from './evidence.ts'
import type { Statement } from './statements.ts'

const listPeople = ({ business }: StepInput): StepOutcome => {
  const { submitted, file } = business
  const registered = Object.values(file.people)
  const known = new Set(submitted.people.flatMap((person) => onFiling(business, person)?.id ?? []))
  const missing = submitted.people.filter((person) => !onFiling(business, person))
  const statements: Statement[] = [
    ...registered.map((person) =>
      shown(
        `${person.name} stands on a registration${person.titles.length > 0 ? ` as ${listed(person.titles)}` : ''}${known.has(person.id) ? ', as submitted.' : ', but was not submitted: ask whether they still hold that role.'}`,
        [person],
      ),
    ),
    ...missing.map((person) => notFound(business, person)),
    ...agentsOf(business),
    ...openHits(file)
      .filter(({ screened }) => screened === 'person')
      .map((hit) => shown(`A watchlist hit on ${hit.screened_name} stands (${hit.list}): run the sanctions review.`, [hit])),
  ]
  const none = lacking(
    registrationsOf(business).length === 0
      ? 'No registration was found and no person was submitted: nothing says who stands behind the business.'
      : 'No person was submitted, and the registrations found name none: ask for the owners of a quarter or more and for the person who controls the business.',
  )
  const confidence = registered.length === 0 ? 'low' : missing.length === 0 ? 'high' : 'medium'
  const draft = { type: 'ownership', title: 'Who stands behind the business', confidence } as const
  return { drafts: [{ ...draft, statements: registered.length + missing.length > 0 ? statements : [none, ...statements] }] }
}

/** Submitted, but on no registration: why, and what comes nearest. */
const notFound = (business: Business, submitted: SubmittedParty): Statement => {
  const { name } = submitted
  const registrations = registrationsOf(business)
  const proof = 'Ask for a document that names them: the operating agreement, the minutes or the latest annual report.'
  if (registrations.length === 0) return lacking(`${name} was submitted; no registration was found that could name them. ${proof}`)
  const people = registrations.flatMap((registration) => registration.officers.map((officer) => ({ officer, registration })))
  if (people.length === 0)
    return told(
      `${name} was submitted; the registrations found name no people, so that this neither confirms nor denies it. ${proof}`,
      registrations,
    )
  const nearest = people
    .map((each) => ({ ...each, ...compareParties(submitted, each.officer.name) }))
    .toSorted((a, b) => b.score - a.score)[0]
  const near = nearest && nearest.score >= nearPerson ? ` The nearest name is ${nearest.officer.name}: ${nearest.explanation}.` : ''
  return told(`${name} was submitted, but stands on none of the registrations that name people.${near} ${proof}`, [
    ...(near === '' ? registrations : [nearest?.registration]),
  ])
}

const agentsOf = (business: Business): readonly Statement[] =>
  registrationsOf(business).flatMap((registration) => {
    const { registered_agent: agent, state } = registration
    if (!agent) return []
    const own = business.submitted.people.some((person) => isSameParty(person, agent.name))
    return [
      shown(
        `The registered agent in ${state} is ${own ? `${agent.name}, who was submitted as one of its people.` : sentence(agent.name)}`,
        [registration],
      ),
    ]
  })

/** More than these a reviewer does not read. */
const mostConnections = 10

const findConnections = async ({ business, tools }: StepInput): Promise<StepOutcome> => {
  const connected = await tools.connections()
  if (connected === null) return { resolution: 'skip' }
  const isRejected = ({ status }: ConnectedBusiness) => status === 'rejected'
  // Rejected ones first: a reviewer must not miss one behind ten that say less.
  const shownOnes = connected.toSorted((a, b) => Number(isRejected(b)) - Number(isRejected(a))).slice(0, mostConnections)
  const left = connected.length - shownOnes.length
  const statements =
    connected.length === 0
      ? [lacking('No other business shares its people, agents or addresses, among those of this account and of the loaded registries.')]
      : [
          ...shownOnes.map((each) => connection(each, business.submitted.name)),
          ...(left > 0 ? [lacking(`${left} more ${left === 1 ? 'is' : 'are'} connected; the business’s page lists all of them.`)] : []),
        ]
  const rejected = shownOnes.filter(isRejected).length
  return {
    sources: shownOnes.flatMap(({ links }) => links.flatMap(({ sources }) => sources)),
    drafts: [
      {
        type: 'connections',
        title:
          rejected > 0
            ? `Connected with ${rejected === 1 ? 'a rejected business' : `${rejected} rejected businesses`}`
            : 'Which businesses it is connected with',
        confidence: 'medium',
        statements,
      },
    ],
  }
}

const connection = ({ name, links, confidence, status }: ConnectedBusiness, itself: string): Statement => {
  const shared = links.map(({ kind, label, titles }) => `the ${kind} ${label}${titles.length > 0 ? ` (${listed(titles)})` : ''}`)
  const isRepeated = status !== null && compareNames(name, itself).kind === 'exact'
  const meaning = isRepeated ? ' It has the same name: probably the same business, submitted before.' : ''
  const text = `${name} shares ${listed(shared)}; how telling that is: ${Math.round(confidence * 100)} %.${meaning}${decided[status ?? ''] ?? ''}`
  const sources = [...new Set(links.flatMap((link) => link.sources.map(({ id }) => id)))]
  return { text, sources, isAbsence: sources.length === 0 }
}

const decided: Readonly<Record<string, string>> = {
  rejected: ' Your account rejected it: read why before deciding here.',
  approved: ' Your account approved it.',
}

export const ownershipReview: AgentDeclaration = {
  type: 'ownership_review',
  name: 'Ownership review',
  description: 'Says who stands behind the business, who was submitted but cannot be confirmed, and which other businesses they lead to.',
  steps: [
    { name: 'list_people', label: 'Listing the people', type: 'output', work: listPeople },
    { name: 'find_connections', label: 'Looking for connected businesses', type: 'output', work: findConnections },
  ],
}
