// Statements and artifacts: what an agent says, each statement with the sources it rests on. A statement that cites an unknown source is dropped.
import { derivedId } from '../../events/derived-id.ts'
import type { Source } from '../../events/parts.ts'
import type { Artifact } from '../../events/run.ts'

export type Statement = {
  readonly text: string
  /** Ids of the sources it rests on; none only for statements about what is missing. */
  readonly sources: readonly string[]
  /** It says that something is not there, so that there is nothing to cite. */
  readonly isAbsence?: boolean
  /** It judges: no model words it otherwise. */
  readonly isVerdict?: boolean
}

export type Draft = {
  readonly type: string
  readonly title: string
  readonly confidence: Artifact['confidence']
  readonly statements: readonly Statement[]
}

/** The evidence's sources by id. */
export type SourceBook = ReadonlyMap<string, Source>

export const sourceBook = (sources: readonly Source[]): SourceBook => new Map(sources.map((source) => [source.id, source]))

/** Whether every source that it cites exists, and there is one where there has to be. */
export const isSupported = ({ sources, isAbsence = false }: Statement, book: SourceBook): boolean =>
  sources.every((id) => book.has(id)) && (isAbsence || sources.length > 0)

/** Published registers and lists speak with more weight than what a business says of itself. */
const tierOf = (source: Source): string => (isMadeUp(source) ? 'made_up' : (tiers[source.type] ?? 'official_record'))

const tiers: Readonly<Record<string, string>> = { website: 'self_published', submitted: 'submitted' }

/** Of the sandbox, also where the type says what it is about: registrations name its kind, lists its version. */
const isMadeUp = ({ type, metadata: { kind, version } }: Source): boolean => [type, kind, version].includes('sandbox')

/** The artifact that a draft makes: only supported statements, numbered citations, every cited source once. */
export const artifactOf = ({ type, title, confidence, statements }: Draft, book: SourceBook, runId: string): Artifact => {
  const supported = statements.filter((statement) => isSupported(statement, book))
  const cited = [...new Set(supported.flatMap(({ sources }) => sources))]
  const lines = supported.map(
    ({ text, sources }) => `${text}${sources.length > 0 ? ` ${sources.map((id) => `[${cited.indexOf(id) + 1}]`).join('')}` : ''}`,
  )
  return {
    id: derivedId(`artifact/${type}`, runId),
    title,
    type,
    confidence,
    summary: lines.length > 0 ? lines.join('\n') : 'There is nothing to say that a source supports.',
    sources: cited.flatMap((id) => {
      const source = book.get(id)
      if (!source) return []
      const { data_set, version, row, url } = source.metadata
      return [
        {
          id,
          url: typeof url === 'string' ? url : `urn:uuid:${id}`,
          source_name: `${data_set ?? source.type} ${version ?? ''} ${row ?? ''}`.trim(),
          source_tier: tierOf(source),
          source_type: source.type,
        },
      ]
    }),
  }
}
