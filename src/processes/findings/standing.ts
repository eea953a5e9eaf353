// Facts on file out of data that are not loaded now, as when their folder was lost: that a search did not find them says nothing, so they stand until one
// can look again.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { undated } from '../../events/fact-file.ts'
import type { Source } from '../../events/parts.ts'
import type { EvidenceSource, Subject } from '../../evidence/ports.ts'
import { isSample } from '../../evidence/reference/sample-version.ts'

type Sourced = { readonly sources: readonly Source[] }

/** Those of these facts that stand. What came out of the invented sample does not. @param loaded the kinds of data sets */
const standing = <Each extends Sourced>(held: readonly Each[], loaded: readonly string[]): readonly Each[] => {
  const isMissing = ({ metadata: { kind, version } }: Source) =>
    typeof kind === 'string' && !loaded.includes(kind) && !isSample(String(version))
  return held.filter(({ sources }) => sources.length > 0 && sources.every(isMissing))
}

/** With the hits that stand. A list that the account no longer chooses, and a party that is screened no longer, leave none. */
export const withStandingHits = ({ file }: Business, { watchlists }: Pick<Subject, 'watchlists'>, evidence: Evidence): Evidence => {
  const { hits = [], screening } = evidence
  // Without an index, as in the sandbox, nothing was read from data that may be missing.
  if (!screening?.index) return evidence
  const screened = new Set(screening.screened?.map(({ id }) => id))
  const wanted = Object.values(file.hits).filter(
    ({ list, screened_id }) => (watchlists?.includes(list) ?? true) && screened.has(screened_id),
  )
  const loaded = screening.index.map(({ data_set }) => data_set)
  const stand = standing(wanted, loaded)
  // The file keeps the hits that its screening names.
  const hit_ids = [...screening.hit_ids, ...stand.map(({ id }) => id)]
  return { ...evidence, hits: [...hits, ...stand.map(undated)], screening: { ...screening, hit_ids } }
}

/** Those of the facts that a search did not find again and that stand all the same. */
export const stillStanding = async <Each extends Sourced>(
  source: Pick<EvidenceSource, 'loadedKinds'>,
  notFound: readonly Each[],
  signal?: AbortSignal,
): Promise<readonly Each[]> => (notFound.length > 0 && source.loadedKinds ? standing(notFound, await source.loadedKinds(signal)) : [])
