// The review's rules about formation: how old the business is, what kind of entity, and where it was formed. The home-state record alone answers;
// where it was not found, the tasks say so and which state would have it.
import type { Product } from '../../events/business.ts'
import type { Registration } from '../../events/business-evidence.ts'
import { entityTypeName, filedWords } from '../../events/entity-types.ts'
import type { Source } from '../../events/parts.ts'
import { yearsBetween } from '../../events/years.ts'
import { stateName } from '../../evidence/matching/states.ts'
import type { Business } from '../business-state.ts'
import { homeRecordOf, homeRecordsOf, isEntity } from '../home-record.ts'
import { registrationsOf } from './registrations.ts'
import { forInformation, type Judgement, judged, type ReviewRule, unanswered } from './rule.ts'

/** Nothing where nothing is registered, or where the home-state record was found and leaves it out. */
const unknown = (business: Business): Judgement | null => {
  const registrations = registrationsOf(business)
  if (registrations.length === 0 || homeRecordOf(registrations)) return null
  const sources = registrations.flatMap((registration) => registration.sources)
  return unanswered('Unknown', whoWouldKnow(registrations), sources)
}

/** Why no registration on file says when and where the entity was formed, and whose record would. */
const whoWouldKnow = (registrations: readonly Registration[]): string => {
  const entities = registrations.filter(isEntity)
  const home = homeRecordsOf(entities)
  if (home.length > 0) {
    const states = [...new Set(home.map(({ state }) => stateName(state)))].join(' and ')
    return `The registrations in ${states} each say that it was formed there; one of them at most is the home-state record.`
  }
  if (entities.length === 0)
    return `${registrations.map(namedOnly).join(' ')} An assumed business name is a name of its owners, not an entity.`
  const elsewhere = entities.map((each) => {
    if (each.vanished) return `Registration ${each.file_number} in ${stateName(each.state)}: ${each.status_details}.`
    const filed = `Registration ${each.file_number} in ${stateName(each.state)} is ${each.jurisdiction === 'FOREIGN' ? 'of a foreign entity' : 'not said to be of its home state'}${
      each.registration_date ? `, filed there on ${each.registration_date}` : ''
    }`
    return each.formed_in && each.formed_in !== each.state
      ? `${filed}; it says that the entity was formed in ${stateName(each.formed_in)}, whose record is not available.`
      : `${filed}; the record of its home state is needed, and this source does not name that state.`
  })
  return elsewhere.join(' ')
}

const namedOnly = ({ name, state, file_number, registration_date }: Registration): string =>
  `"${name}" is an assumed business name in ${stateName(state)} (${file_number}${registration_date ? `, registered on ${registration_date}` : ''}).`

const judgeAge = (business: Business, at: string): Judgement | null => {
  const { formation } = business.file
  if (!formation?.formation_date) return unknown(business)
  const age = yearsBetween(formation.formation_date, at)
  const where = formation.formation_state ? ` in ${formation.formation_state}` : ''
  const message = `Formed on ${formation.formation_date}${where}.${toldAhead(formation.formation_date, formation.sources, at)}`
  if (age >= 3) return judged('success', 'Established', message, formation.sources)
  return age >= 1 ? judged('warning', 'Recent', message, formation.sources) : judged('failure', 'Very Recent', message, formation.sources)
}

/** Registries take filings that take effect on a later day. */
const toldAhead = (formed: string, sources: readonly Source[], at: string): string => {
  if (formed > at.slice(0, 10)) return ' That day is in the future: the entity may not exist yet.'
  const asOf = sources
    .flatMap(({ metadata: { as_of } }) => (typeof as_of === 'string' ? [as_of] : []))
    .toSorted()
    .at(-1)
  const isAfter = asOf !== undefined && formed.slice(0, asOf.length) > asOf
  return isAfter ? ` The source is as of ${asOf}, before that day: it tells what was to be.` : ''
}

/** The registry's wording, where a source has it. */
const wordedIn = (sources: readonly Source[]): string => {
  const filed = sources.map(({ metadata }) => metadata.filed_as).find((each) => typeof each === 'string')
  return filed === undefined ? '' : `, filed as "${filedWords(filed)}"`
}

const judgeEntityType = (business: Business): Judgement | null => {
  const { formation } = business.file
  if (!formation?.entity_type) return unknown(business)
  const name = entityTypeName(formation.entity_type)
  return forInformation(name, `Registered as ${name}${wordedIn(formation.sources)}.`, formation.sources)
}

const judgeFormationState = (business: Business): Judgement | null => {
  const { formation } = business.file
  if (formation?.formation_state)
    return forInformation(formation.formation_state, `Formed in ${formation.formation_state}.`, formation.sources)
  return unknown(business)
}

const judgeTypeMatch = ({ submitted, file }: Business): Judgement | null => {
  const told = submitted.formation?.entity_type
  const found = file.formation?.entity_type
  if (!told || !file.formation || !found) return null
  return told === found
    ? judged('success', 'Match', `Submitted and registered as ${entityTypeName(found)}.`, file.formation.sources)
    : judged('warning', 'Mismatch', `Submitted as ${entityTypeName(told)}, registered as ${entityTypeName(found)}.`, file.formation.sources)
}

export const formationRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'formation', key: 'time_in_business', label: 'Time in Business', products, judge: judgeAge },
  { category: 'formation', key: 'entity_type', label: 'Entity Type', products, judge: judgeEntityType },
  { category: 'formation', key: 'entity_type_match', label: 'Entity Type Match', products, judge: judgeTypeMatch },
  { category: 'formation', key: 'formation_state', label: 'Formation State', products, judge: judgeFormationState },
]
