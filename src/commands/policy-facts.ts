// The facts that policies may use: the evidence as plain values. None of them names a person or quotes a number of the tax authority,
// because the log keeps the facts that a policy saw.
import { openHits } from '../events/evidence-file.ts'
import { ownValue } from '../events/own-value.ts'
import { yearsBetween } from '../events/years.ts'
import type { Business } from './business-state.ts'
import { atHome } from './home-record.ts'
import { withOwnFile } from './own-file.ts'
import { nameOn } from './registered-name.ts'
import { onFiling } from './review/people.ts'

/** Rounded down to hundredths. */
const years = (from: string, to: string): number => Math.floor(yearsBetween(from, to) * 100) / 100

/** @param at when it is judged (ISO 8601): ages count up to then */
export const policyFacts = (judged: Business, at: string) => {
  const business = withOwnFile(judged)
  const { submitted, file, orders, review, status } = business
  const registrations = Object.values(file.registrations)
  const assessments = Object.values(file.assessments)
  const hits = openHits(file)
  const count = (wanted: string) => registrations.filter((each) => each.status === wanted).length
  const outcome = file.tin?.outcome ?? null
  const categories = file.industry?.categories ?? []
  return {
    business: {
      status,
      mode: submitted.mode,
      name: submitted.name,
      tags: submitted.tags,
      external_id: submitted.external_id,
      products: Object.values(orders).map(({ product }) => product),
      states: [...new Set(submitted.addresses.map(({ state }) => state))],
      has_website: submitted.website !== null,
    },
    tin: {
      submitted: submitted.tin !== null,
      type: submitted.tin_type,
      outcome,
      verified:
        file.tin_vouched?.verified ?? (outcome === null || outcome === 'unknown' || outcome === 'unavailable' ? null : outcome === 'found'),
    },
    registrations: {
      count: registrations.length,
      active: count('active'),
      inactive: count('inactive'),
      unknown: count('unknown'),
      domestic_status: atHome(registrations)?.status ?? null,
      best_name_score: registrations.length > 0 ? Math.max(...registrations.map((each) => nameOn(each, business).score)) : null,
      states: [...new Set(registrations.map(({ state }) => state))],
    },
    formation: {
      entity_type: file.formation?.entity_type ?? null,
      state: file.formation?.formation_state ?? null,
      date: file.formation?.formation_date ?? null,
      age_years: file.formation?.formation_date ? years(file.formation.formation_date, at) : null,
    },
    addresses: {
      submitted: submitted.addresses.length,
      verified: assessments.filter(({ comparison }) => comparison?.kind === 'verified').length,
      undeliverable: assessments.filter(({ deliverable }) => deliverable === false).length,
      residential: assessments.filter(({ property_type }) => property_type === 'residential').length,
      private_mailbox: assessments.filter(({ cmra }) => cmra === true).length,
      registered_agent: assessments.filter(({ registered_agent_name }) => registered_agent_name !== null).length,
    },
    people: {
      submitted: submitted.people.length,
      verified: submitted.people.filter((person) => onFiling(business, person)).length,
      found: Object.keys(file.people).length,
    },
    watchlist: {
      screened: file.screening !== null,
      lists: file.screening?.lists.length ?? 0,
      hits: hits.length,
      business_hits: hits.filter(({ screened }) => screened === 'business').length,
      person_hits: hits.filter(({ screened }) => screened === 'person').length,
      dismissed: Object.keys(file.hits).length - hits.length,
      best_score: hits.length > 0 ? Math.max(...hits.map(({ match }) => match.score)) : null,
    },
    industry: {
      naics: categories.flatMap(({ naics_codes }) => naics_codes),
      mcc: categories.flatMap(({ mcc_codes }) => mcc_codes),
      high_risk: categories.some(({ high_risk }) => high_risk),
      prohibited: categories.some(({ prohibited_labels }) => prohibited_labels.length > 0),
    },
    website: {
      status: file.website?.status ?? null,
      parked: file.website?.parked ?? null,
    },
    loans: { count: Object.keys(file.loans).length },
    motor_carriers: { count: Object.keys(file.carriers).length },
    tax_exempt: { found: file.tax_exempt !== null, revoked: file.tax_exempt ? file.tax_exempt.revoked_at !== null : null },
    /** Each task of the review by its key. */
    tasks: Object.fromEntries((review?.tasks ?? []).map(({ key, status, sub_label }) => [key, { status, sub_label }])),
  }
}

export type PolicyFacts = ReturnType<typeof policyFacts>

/** The names of all facts but those of the tasks, whose keys are the review's: `watchlist.hits`, ... */
export const isFact = (path: string): boolean => {
  const [group = '', field, ...rest] = path.split('.')
  if (group === 'tasks') return field !== undefined && /^[a-z_]+$/.test(field) && ['', 'status', 'sub_label'].includes(rest.join('.'))
  return (ownValue<readonly string[]>(factNames, group) ?? []).includes(field ?? '') && rest.length === 0
}

export const factNames = {
  business: ['status', 'mode', 'name', 'tags', 'external_id', 'products', 'states', 'has_website'],
  tin: ['submitted', 'type', 'outcome', 'verified'],
  registrations: ['count', 'active', 'inactive', 'unknown', 'domestic_status', 'best_name_score', 'states'],
  formation: ['entity_type', 'state', 'date', 'age_years'],
  addresses: ['submitted', 'verified', 'undeliverable', 'residential', 'private_mailbox', 'registered_agent'],
  people: ['submitted', 'verified', 'found'],
  watchlist: ['screened', 'lists', 'hits', 'business_hits', 'person_hits', 'dismissed', 'best_score'],
  industry: ['naics', 'mcc', 'high_risk', 'prohibited'],
  website: ['status', 'parked'],
  loans: ['count'],
  motor_carriers: ['count'],
  tax_exempt: ['found', 'revoked'],
} as const satisfies { readonly [Group in Exclude<keyof PolicyFacts, 'tasks'>]: readonly (keyof PolicyFacts[Group] & string)[] }
