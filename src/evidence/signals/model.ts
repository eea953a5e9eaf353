// The scoring models for signals. A model is a version of the rules: the same evidence always gives the same score and reasons.
import { ownValue } from '../../events/own-value.ts'
import { parseAddress } from '../matching/addresses.ts'
import type { EvidenceSource, PostalAddress, Subject } from '../ports.ts'
import { factsOf } from './facts.ts'
import { type ReasonRule, reasonRules } from './reasons.ts'

export type SignalRequest = {
  readonly id: string
  readonly name: string
  readonly addresses: readonly string[]
  readonly people: readonly string[]
  /** Nine digits. */
  readonly tin: string | null
  readonly at: Date
}

export type Scored = {
  readonly model_version: number
  /** 0 to 1 with three decimals, higher is better. */
  readonly score: number
  /** The most important first. */
  readonly reasons: readonly { readonly code: string; readonly importance: number }[]
}

type Model = (source: EvidenceSource, request: SignalRequest) => Promise<Scored>

const signs = { for: 1, against: -1, neither: 0 } as const

/** How fast the score moves away from the middle as reasons add up. */
const steepness = 1.5

const byRules =
  (version: number): Model =>
  async (source, request) => {
    const facts = await factsOf(source, subjectOf(request), request.at)
    const rules = Object.entries<ReasonRule>(reasonRules).filter(([, { holds }]) => holds(facts))
    const sum = rules.reduce((total, [, { importance, speaks }]) => total + signs[speaks] * importance, 0)
    const score = Math.round(1000 / (1 + Math.exp(-steepness * sum))) / 1000
    return {
      model_version: version,
      score: Math.min(score, ...rules.map(([, { atMost = 1 }]) => atMost)),
      reasons: rules
        .map(([code, { importance }]) => ({ code, importance }))
        .toSorted((a, b) => b.importance - a.importance || (a.code < b.code ? -1 : 1)),
    }
  }

/** By slug. Raise the version with every change of rules, importances or thresholds. */
const models: { readonly [slug: string]: Model } = { default: byRules(2) }

export const modelSlugs: readonly string[] = Object.keys(models)

/** @throws RangeError for an unknown model; errors of the source */
export const scoreSignal = (slug: string, source: EvidenceSource, request: SignalRequest): Promise<Scored> => {
  const model = ownValue(models, slug)
  if (!model) throw new RangeError(`there is no model ${slug}`)
  return model(source, request)
}

const subjectOf = ({ id, name, addresses, people, tin }: SignalRequest): Subject => ({
  business_id: id,
  names: [name],
  addresses: addresses.map(addressOf),
  people: people.map((person, index) => ({ id: `${id}-${index}`, name: person })),
  tin,
  website: null,
})

const addressOf = (text: string): PostalAddress => {
  const { address } = parseAddress(text)
  return {
    full_address: address?.full_address ?? text,
    address_line1: address?.address_line1 ?? null,
    address_line2: address?.address_line2 ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postal_code: address?.postal_code ?? null,
  }
}
