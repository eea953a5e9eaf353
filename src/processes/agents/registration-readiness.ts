// The agent for employers about to register for taxes: which of the needs of the agencies are met, what is missing, and with whom to register.
import type { Business } from '../../commands/business-state.ts'
import { sameName } from '../../evidence/matching/thresholds.ts'
import { stateAgencies } from '../../evidence/registrations/state-agencies.ts'
import type { AgentDeclaration, StepInput, StepOutcome } from './agent.ts'
import { count, lacking, listed, registrationsOf, sentence, told } from './evidence.ts'
import type { Statement } from './statements.ts'

type Facts = Parameters<typeof told>[1]
/** `missing`: what is missing and what to do about it; null: the need is met. */
type Need = { readonly what: string; readonly missing: string | null; readonly facts: Facts }

const isPostBox = (line: string): boolean => /^\s*p\.?\s*o\.?\s*box/i.test(line)

const needsOf = (business: Business): readonly Need[] => {
  const { submitted, file } = business
  const registrations = registrationsOf(business)
  const same = registrations.filter(({ match, name_type }) => match.score >= sameName && name_type === 'legal')
  const active = registrations.filter(({ status, jurisdiction }) => status === 'active' && jurisdiction !== 'FOREIGN')
  const streets = submitted.addresses.filter(({ address_line1 }) => address_line1 !== null && !isPostBox(address_line1))
  const people = Object.values(file.people)
  return [
    {
      what: `the legal name as the registry writes it${same[0] ? `, "${same[0].name}"` : ''}`,
      missing: same.length > 0 ? null : 'no registration carries the submitted name: register under the name in the formation document',
      facts: same,
    },
    einNeed(business),
    {
      what: 'a street address',
      missing: streets.length > 0 ? null : 'agencies take no post box for the place of work',
      facts: streets.map(({ id }) => file.assessments[id]),
    },
    {
      what: 'a responsible person',
      missing: submitted.people.length + people.length > 0 ? null : 'name the owner, officer or member who answers for the taxes',
      facts: people,
    },
    {
      what: 'an active registration in the home state',
      missing:
        active.length > 0
          ? null
          : registrations.length > 0
            ? `no registration that was found is active in the home state (${listed(registrations.map(({ state, status }) => `${state} ${status}`))}): reinstate it first`
            : 'none was found: form or register the business first',
      facts: active.length > 0 ? active : registrations,
    },
    {
      what: `the date of formation${file.formation?.formation_date ? `, ${file.formation.formation_date}` : ''}`,
      missing: file.formation?.formation_date ? null : 'take it from the formation document',
      facts: [file.formation],
    },
  ]
}

const einNeed = ({ submitted, file: { tin, tin_vouched: vouched } }: Business): Need => {
  const problems: Readonly<Record<string, string>> = {
    mismatch: 'the tax authority has the submitted number under another name',
    not_found: 'the tax authority does not know the submitted number',
    person: 'the submitted number is that of a person',
  }
  const none =
    submitted.tin === null ? 'apply to the IRS (form SS-4)' : submitted.tin_type === 'ssn' ? 'a social security number was submitted' : null
  const wrong = vouched ? (vouched.verified ? null : 'the number was found to be wrong by hand') : (problems[tin?.outcome ?? ''] ?? null)
  const isChecked = vouched?.verified || tin?.outcome === 'found'
  const what = none !== null || wrong !== null || isChecked ? 'an EIN' : 'an EIN, submitted but confirmed by nobody'
  return { what, missing: none ?? wrong, facts: none ? [] : [tin] }
}

const checkNeeds = ({ business }: StepInput): StepOutcome => {
  const needs = needsOf(business)
  const missing = needs.filter((need) => need.missing !== null)
  const statements = [...missing, ...needs.filter((need) => need.missing === null)].map(({ what, missing: why, facts }) =>
    told(why === null ? `On file: ${what}.` : `Missing: ${what}. ${sentence(why)}`, facts),
  )
  const title = missing.length === 0 ? 'Ready for a tax registration' : `Not ready: ${count(missing.length, 'thing')} missing`
  return { drafts: [{ type: 'registration_readiness', title, confidence: 'high', statements }] }
}

/** Where there are submitted addresses, people may work: each of these states has its own agencies. */
const nameAgencies = ({ business }: StepInput): StepOutcome => {
  const states = [...new Set(business.submitted.addresses.flatMap(({ state }) => (state === null ? [] : [state])))]
  const statements = states.flatMap((state): Statement[] => {
    const agencies = stateAgencies.get(state)
    if (!agencies) return []
    const { name, withholding, unemployment } = agencies
    const registered = registrationsOf(business).filter((registration) => registration.state === state)
    const tax = withholding
      ? `withholding with ${withholding.name} (its number: ${withholding.account})`
      : 'no withholding: the state does not tax wages'
    return [
      lacking(`${name}: ${tax}; unemployment insurance with ${unemployment.name} (its number: ${unemployment.account}).`),
      ...(registered.length > 0
        ? []
        : [
            told(
              `${name}: no registration was found there, though an address lies there. Qualify as a foreign business first, if one is at work there.`,
              registrationsOf(business),
            ),
          ]),
    ]
  })
  if (statements.length === 0) return { resolution: 'skip' }
  return { drafts: [{ type: 'registration_agencies', title: 'Agencies', confidence: 'medium', statements }] }
}

export const registrationReadiness: AgentDeclaration = {
  type: 'registration_readiness',
  name: 'Registration readiness',
  description: 'Says what is missing before a tax registration and what to do about it, and names the agencies of each state.',
  steps: [
    { name: 'check_needs', label: 'Checking what an agency asks for', type: 'output', work: checkNeeds },
    { name: 'name_agencies', label: 'Naming the agencies', type: 'output', work: nameAgencies },
  ],
}
