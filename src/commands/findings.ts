// New findings compared with the file: only what differs becomes an event. The same for an order's evidence and for a monitor's re-check.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { JudgementEvent } from '../events/business-judgements.ts'
import { catalogue } from '../events/catalogue.ts'
import { emptyFile } from '../events/evidence-file.ts'
import type { FactEvent, FactKind, FactKinds, Plain } from '../events/fact.ts'
import { type Fact, type FactFile, type Held, heldById, idOf, nothingHeld, undated } from '../events/fact-file.ts'
import { type BusinessFactEvent, facts } from '../events/facts.ts'
import { firstOfEach, type Source } from '../events/parts.ts'

/** A finding: a fact without its times. */
type Finding<Content> = Content & { readonly sources: readonly Source[] }
type FindingOf<Kind extends FactKind> = Finding<z.output<Kind['schema']>>

/** What was found, by kind. An absent kind was not searched. An empty list, and null for a single fact, mean that a search found nothing. */
export type Findings<Kinds extends FactKinds> = {
  readonly [Name in keyof Kinds]?: Kinds[Name]['many'] extends true ? readonly FindingOf<Kinds[Name]>[] : FindingOf<Kinds[Name]> | null
}
export type Evidence = Findings<typeof facts>

const allKinds = Object.entries(facts as FactKinds)
const pooledKinds = allKinds.filter(([, { pooled }]) => pooled)

/** What several looks found. */
export const together = (parts: readonly Evidence[]): Evidence => {
  const all: { [name: string]: unknown } = Object.assign({}, ...parts)
  for (const [name, kind] of pooledKinds) {
    const searched = parts.map((each) => findingsOf(name, kind, each)).filter((found) => found !== undefined)
    if (searched.length > 0) all[name] = firstOfEach(searched.flat(), (each) => idOf(name, kind, each))
  }
  return all
}

/** The events that lead from a file to the findings, for facts of these kinds. */
export const differencesIn = <Kinds extends FactKinds>(kinds: Kinds) => {
  const all = Object.entries(kinds)
  return (file: FactFile<Kinds>, found: Findings<Kinds>, orderId: string | null): readonly FactEvent<Kinds>[] =>
    searchedOf(all, file, found).flatMap((searched) => changesOf<FactEvent<Kinds>>(searched, orderId))
}

export const differences = differencesIn(facts)

/** What an event of a fact is about: the kind of the fact, or the kind of a product's record. */
export const factKindOf = ({ type, data }: BusinessFactEvent): string =>
  'record' in data && 'kind' in data.record ? data.record.kind : (allKinds.find(([, { events }]) => type in events)?.[0] ?? type)

/** @throws ZodError for a finding that its event cannot carry: the source answered in a form that nobody knows */
export const recordable = (found: Evidence): Evidence => {
  for (const { type, data } of differences(emptyFile, found, null)) catalogue[type].parse(data)
  return found
}

/** What newer versions of the reference data say as it is on file, with their sources; no event where nothing has newer ones. */
export const confirmations = (file: FactFile<typeof facts>, found: Evidence): readonly Confirmation[] => {
  const confirmed = searchedOf(allKinds, file, found).flatMap(({ name, kind, held, findings }) => {
    if (held === nothingHeld) return []
    return findings.flatMap((finding) => {
      const id = idOf(name, kind, finding)
      const known = held[id]
      const isNewer = known && isSame(undated(known), finding) && isOfData(finding) && !isDeepStrictEqual(known.sources, finding.sources)
      return isNewer ? [{ kind: name, id, sources: [...finding.sources] }] : []
    })
  })
  return confirmed.length > 0 ? [{ type: 'EvidenceConfirmed', data: { facts: confirmed } }] : []
}

type Confirmation = Extract<JudgementEvent, { type: 'EvidenceConfirmed' }>

/** Other sources say when they were asked, and that is newer each time. */
const isOfData = ({ sources }: Finding<Plain>): boolean => sources.some(({ metadata }) => metadata.kind !== undefined)

/** The findings of one kind as a list; undefined: it was not searched. */
const findingsOf = (name: string, { many }: FactKind, found: object): readonly Finding<Plain>[] | undefined => {
  const findings = (found as { readonly [name: string]: readonly Finding<Plain>[] | Finding<Plain> | null | undefined })[name]
  if (findings === undefined || many) return findings as readonly Finding<Plain>[] | undefined
  return findings === null ? [] : [findings as Finding<Plain>]
}

/** A kind that was searched: what is on file of it by id, and what was found. */
type Searched = {
  readonly name: string
  readonly kind: FactKind
  readonly held: { readonly [id: string]: Fact<Plain> }
  readonly findings: readonly Finding<Plain>[]
}

const searchedOf = (kinds: readonly (readonly [name: string, kind: FactKind])[], file: object, found: object): readonly Searched[] => {
  const searched: Searched[] = []
  for (const [name, kind] of kinds) {
    const findings = findingsOf(name, kind, found)
    const held = findings && heldById(name, kind, (file as { readonly [name: string]: Held })[name])
    // Most searches find nothing of a kind, and nothing of it is on file.
    if (findings && held && (findings.length > 0 || held !== nothingHeld)) searched.push({ name, kind, held, findings })
  }
  return searched
}

type Told = { readonly type: string; readonly data: object }

const changesOf = <Event extends Told>({ name, kind, held, findings }: Searched, orderId: string | null): readonly Event[] => {
  const { found, changed, gone, pooled, as, telling } = kind

  // The event of a kind carries a finding of that kind: so it is declared, and its schema checks it when it is written.
  const event = (type: string, finding: Finding<Plain>, more?: Plain) => {
    const content = as === undefined ? finding : { sources: finding.sources, [as]: contentOf(finding) }
    const told: Told = { type, data: { ...content, order_id: orderId, ...more } }
    return told as Event
  }

  const lost = (type: string): readonly Event[] => {
    const ids = new Set(findings.map((each) => idOf(name, kind, each)))
    return Object.entries(held).flatMap(([id, fact]) => (ids.has(id) ? [] : [event(type, undated(fact))]))
  }

  const news = findings.flatMap((each) => {
    const known = held[idOf(name, kind, each)]
    const before = known && undated(known)
    if (before && isSame(before, each)) return []
    return [before && changed !== undefined ? event(changed, each, telling?.tell(before, each)) : event(found, each)]
  })
  return gone === undefined || pooled || held === nothingHeld ? news : [...lost(gone), ...news]
}

const contentOf = ({ sources: _, ...content }: Finding<Plain>): Plain => content

/** Whether a finding says what is on file. A newer release of the same data set makes no difference. */
const isSame = (before: Finding<Plain>, after: Finding<Plain>): boolean => isDeepStrictEqual(contentOf(before), contentOf(after))
