// The hits on file against lists whose data are not loaded now, as when their folder was lost: that a screening did not find them says nothing, so they
// stand until one can look again.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { undated } from '../../events/fact-file.ts'
import type { Source } from '../../events/parts.ts'
import type { Subject } from '../../evidence/ports.ts'
import { isSample } from '../../evidence/reference/sample-version.ts'

/** With those that stand. A list that the account no longer chooses, and a party that is screened no longer, leave none. */
export const withStandingHits = ({ file }: Business, { watchlists }: Pick<Subject, 'watchlists'>, evidence: Evidence): Evidence => {
  const { hits = [], screening } = evidence
  // Without an index, as in the sandbox, nothing was read from data that may be missing.
  if (!screening?.index) return evidence
  const loaded = new Set(screening.index.map(({ data_set }) => data_set))
  const screened = new Set(screening.screened?.map(({ id }) => id))
  const isWanted = (list: string) => watchlists?.includes(list) ?? true
  const isMissing = ({ metadata: { kind, version } }: Source) => typeof kind === 'string' && !loaded.has(kind) && !isSample(String(version))
  const standing = Object.values(file.hits).filter(
    ({ list, screened_id, sources }) => isWanted(list) && screened.has(screened_id) && sources.length > 0 && sources.every(isMissing),
  )
  return standing.length === 0 ? evidence : { ...evidence, hits: [...hits, ...standing.map(undated)] }
}
