// Identities from the imported open data: companies in the state registries, and exempt organisations.
import { getDomainWithoutSuffix } from 'tldts'
import { type Identity, type IdentitySource, nameInWebsite, type Prefill, type PrefillQuestion } from '../identities.ts'
import { addressKey } from '../matching/addresses.ts'
import { placeKey } from '../matching/link-keys.ts'
import { compareNames } from '../matching/names.ts'
import { comparePeople } from '../matching/people.ts'
import { ownRecord, samePersonOnRecord } from '../matching/thresholds.ts'
import type { EvidenceSource, IndustryFinding, LabelledAddress, PostalAddress } from '../ports.ts'
import type { SiteProbe } from '../website/finding.ts'
import { entityIdentity, exemptIdentity } from './identity-records.ts'
import type { NameFound } from './records.ts'
import type { NameQuestion } from './reference.ts'
import type { ReferenceThread } from './thread.ts'

/** @param siteProbe reads the names on a website's first page */
export const referenceIdentities = (
  reference: ReferenceThread,
  evidence: Pick<EvidenceSource, 'industry'>,
  siteProbe: SiteProbe = async () => null,
): IdentitySource => {
  const byIdentity = async (id: string): Promise<Known | null> => {
    const entity = await reference.entity(id)
    if (entity) return { ...entityIdentity(entity), tin: entity.record.tin }
    const exempt = id.startsWith('irs_eo:') ? await reference.taxExemptByEin(id.slice('irs_eo:'.length)) : null
    return exempt && { ...exemptIdentity(exempt), tin: exempt.record.ein }
  }

  const byTin = async (tin: string): Promise<Known | null> => {
    const [entity] = await reference.entitiesByTin(tin)
    if (entity) return { ...entityIdentity(entity), tin }
    const exempt = await reference.taxExemptByEin(tin)
    return exempt && { ...exemptIdentity(exempt), tin }
  }

  const byName = async (name: string, { addresses }: PrefillQuestion): Promise<Known | null> => {
    const states = [...new Set(addresses.flatMap(({ state }) => (state === null ? [] : [state])))]
    const inStates = async <Each>(search: (question: NameQuestion) => Promise<readonly Each[]>): Promise<readonly Each[]> =>
      (await Promise.all((states.length > 0 ? states : [undefined]).map((state) => search({ name, state, limit: 20 })))).flat()
    const entity = theOne(await inStates(reference.searchEntities), addresses, (record) => record.addresses)
    if (entity) return { ...entityIdentity(entity), tin: entity.record.tin }
    const exempt = theOne(await inStates(reference.searchTaxExempt), addresses, ({ address }) => (address ? [address] : []))
    return exempt && { ...exemptIdentity(exempt), tin: exempt.record.ein }
  }

  /** The company that the page names, at an address on the page; otherwise the company with the name that the domain spells. */
  const byWebsite = async (url: string, question: PrefillQuestion): Promise<Known | null> => {
    const seen = await siteProbe(url)
    const there = seen ? { ...question, addresses: [...question.addresses, ...seen.addresses] } : question
    const spelled = nameInWebsite(url, (address) => getDomainWithoutSuffix(address))
    for (const name of [...(seen?.names ?? []).slice(0, 5).map((each) => each.name), ...(spelled ? [spelled] : [])]) {
      const known = await byName(name, there)
      if (known) return known
    }
    return null
  }

  return {
    autocomplete: (question) => reference.autocomplete(question),
    prefill: async (question) => {
      const { identity, tin, website, names } = question
      const asks = [
        ...(identity ? [() => byIdentity(identity)] : []),
        ...(tin ? [() => byTin(tin)] : []),
        ...names.map((name) => () => byName(name, question)),
        ...(website ? [() => byWebsite(website, question)] : []),
      ]
      for (const ask of asks) {
        const known = await ask()
        if (known) return prefilled(known, question, evidence)
      }
      return null
    },
  }
}

type Known = Identity & { readonly tin: string | null }

/** The record with the name at one of the addresses, else the only one that has it, or is nearest to it. */
const theOne = <Content>(
  found: readonly NameFound<Content>[],
  addresses: readonly PostalAddress[],
  addressesOf: (record: Content) => readonly PostalAddress[],
): NameFound<Content> | null => {
  const same = found.filter(({ match }) => match.score >= ownRecord)
  const keys = new Set(addresses.map((address) => placeKey(address)))
  const here = same.find(({ record }) => addressesOf(record).some((address) => keys.has(placeKey(address))))
  const closest = Math.max(...same.map(({ match }) => match.score))
  const [nearest, ...others] = same.filter(({ match }) => match.score === closest)
  return here ?? (others.length === 0 ? (nearest ?? null) : null)
}

/** What is known, completed with what was submitted. */
const prefilled = async (
  known: Known,
  { tin, website, names, addresses }: PrefillQuestion,
  evidence: Pick<EvidenceSource, 'industry'>,
): Promise<Prefill> => {
  const { id, ...identity } = known
  const keys = new Set(known.addresses.map((address) => addressKey(address)))
  const given: LabelledAddress[] = addresses
    .filter((address) => !keys.has(addressKey(address)))
    .map((address) => ({ ...address, labels: ['given'] }))
  const industries: readonly IndustryFinding[] = await evidence.industry({
    business_id: '',
    names: known.names.map(({ name }) => name),
    addresses: known.addresses,
    people: [],
    tin: known.tin,
    website,
  })
  return {
    ...identity,
    names: [
      ...known.names,
      ...names
        .filter((name) => !known.names.some((each) => compareNames(each.name, name).score >= ownRecord))
        .map((name) => ({ name, type: 'dba' as const })),
    ],
    addresses: [...known.addresses, ...given],
    people: distinctPeople(known.people),
    tin: known.tin ?? tin,
    website,
    industries,
  }
}

const distinctPeople = (people: Identity['people']): Identity['people'] =>
  people.filter(({ name }, at) => !people.slice(0, at).some((other) => comparePeople(other.name, name).score >= samePersonOnRecord))
