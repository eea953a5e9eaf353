// What a projection is: a pure fold from events to the documents of one collection. It knows nothing of databases.

import { aggregateIdOf, type EventType, type StoredEvent } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { CollectionSpec } from '../stores/document-store.ts'
import type { FieldOf } from './fields.ts'

/** Starts a document (again); null: there is none. Where `mode` is a field, the document gets that of its stream. */
type Starts<Doc> = { readonly [Type in EventType]?: (event: StoredEvent<Type>, key: string) => BeforeMode<Doc> | null }
type BeforeMode<Doc> = Omit<Doc, 'mode'> & { readonly mode?: Mode }
/** Goes on with a document; events for a document that never started are passed over. null deletes it. */
type On<Doc> = { readonly [Type in EventType]?: (doc: Doc, event: StoredEvent<Type>, key: string) => Doc | null }

/** `Field`: the names that its documents may be filtered on. */
export type Projection<Doc, Field extends string = string> = {
  readonly spec: CollectionSpec<Field>
  /** The oldest version whose documents this release can read. While an older one answers, no request is served. Absent: all are readable. */
  readonly readableSince?: number
  /** The event types that it folds. */
  readonly types: ReadonlySet<string>
  /** Which documents an event concerns. */
  readonly keys: (event: StoredEvent) => readonly string[]
  /** Whether the document after this event is the same whatever it was before. It then need not be read. Absent: never. */
  readonly begins?: (event: StoredEvent) => boolean
  /** The document after these events, in their order; the same object where they change nothing. */
  fold(doc: Doc | null, events: readonly StoredEvent[], key: string): Doc | null
  /** Present where its documents are states of a stream, one after every `every` events. Each is folded from the one before it. */
  readonly snapshots?: Snapshots
  /** A text to keep beside the document, so that it is made once for all reads; null: none. */
  render?(doc: Doc): string | null
}

export type Snapshots = {
  readonly every: number
  /** The key of the snapshot before the one that this event completes; undefined where that is the first. */
  readonly before: (event: StoredEvent) => string | undefined
}

/** `fold` is a method above, so that every projection is one of these too: the caller gives it the documents of its own collection. */
export type AnyProjection = Projection<object>

type Declaration<Doc, Whole, Field extends string> = {
  collection: string
  /** Raised when the fold changes: the collection is then built again. */
  version: number
  /** Raised to `version` when documents of the version before lack what answers are made of. */
  readableSince?: number
  /** Fields of the document: no others can be filtered or sorted on. */
  indexes: CollectionSpec<Field>['indexes']
  /** Filtered or sorted on, but only together with an index. */
  filters?: readonly Field[]
  schema?: NonNullable<CollectionSpec['schema']>
  /** Members in which an earlier release wrote repeated lists of sources once. */
  repeating?: NonNullable<CollectionSpec['repeating']>
  /** How its documents, which are many and much alike, may be written shorter. Others need another version. */
  abbreviations?: NonNullable<CollectionSpec['abbreviations']>
  /** Whether its documents have a rendering. The composition adds what makes it. */
  rendered?: boolean
  /** `authentication` for what holds secrets of signing in: analysts never see it. */
  store?: NonNullable<CollectionSpec['store']>
  /** What is stored masked and sealed. */
  sealed?: NonNullable<CollectionSpec['sealed']>
  /** Fields of few values, the first one in every document: lists that are filtered on them alone say their total without counting. */
  counted?: readonly Field[]
  /** Filtered by words often: `contains` on it has an index. */
  search?: readonly Field[]
  /** The aggregate's id when absent. */
  key?: (event: StoredEvent) => string | readonly string[]
  starts: Starts<Doc>
  on?: On<Doc>
  /** Adds the fields that follow from the rest of the document: once, however many events were folded. */
  completed?: (doc: Doc) => Whole
}

/**
 * Declares a collection and how it is folded. Called twice, because the document is named and its fields are taken from the declaration.
 * @example
 * const decisions = projection<{ status: string }>()({
 *   collection: 'decisions',
 *   version: 1,
 *   indexes: ['status'],
 *   starts: { BusinessCreated: () => ({ status: 'open' }) },
 *   on: { BusinessApproved: (decision) => ({ ...decision, status: 'approved' }) },
 * })
 * [...decisions.types] // => ['BusinessCreated', 'BusinessApproved']
 */
export const projection =
  <Doc extends object, Whole extends Doc = Doc>() =>
  <const Field extends FieldOf<Whole>>({
    collection,
    version,
    readableSince,
    indexes,
    filters = [],
    schema,
    repeating,
    abbreviations,
    rendered = false,
    store,
    sealed,
    search,
    counted,
    key = ({ stream }) => aggregateIdOf(stream),
    starts,
    on = {},
    completed,
  }: Declaration<Doc, Whole, Field>): Projection<Whole, Field> => {
    type Start = (event: StoredEvent, key: string) => Doc | null
    type GoOn = (doc: Doc, event: StoredEvent, key: string) => Doc | null
    const hasMode = isApart({ indexes, filters })
    const marked = (doc: Doc | null, { metadata: { mode } }: StoredEvent) => (doc !== null && mode && hasMode ? { ...doc, mode } : doc)
    const folded = (doc: Doc | null, event: StoredEvent, each: string): Doc | null => {
      const start = starts[event.type] as Start | undefined
      if (start && (doc === null || !(event.type in on))) return marked(start(event, each), event)
      const goOn = on[event.type] as GoOn | undefined
      return doc !== null && goOn ? goOn(doc, event, each) : doc
    }
    return {
      spec: {
        name: collection,
        version,
        indexes,
        filters,
        ...(schema ? { schema } : {}),
        ...(repeating ? { repeating } : {}),
        ...(abbreviations ? { abbreviations } : {}),
        ...(rendered ? { rendered } : {}),
        ...(store ? { store } : {}),
        ...(sealed ? { sealed } : {}),
        ...(search ? { search } : {}),
        ...(counted ? { counted } : {}),
      },
      ...(readableSince ? { readableSince } : {}),
      types: new Set([...Object.keys(starts), ...Object.keys(on)]),
      keys: (event) => {
        const keys = key(event)
        return typeof keys === 'string' ? [keys] : keys
      },
      begins: ({ type }) => type in starts && !(type in on),
      fold: (before, events, each) => {
        const after = events.reduce<Doc | null>((doc, event) => folded(doc, event, each), before)
        return after === null || after === before || !completed ? (after as Whole | null) : completed(after)
      },
    }
  }

/** Whether the documents of test and live are told apart: where `mode` is a field that they can be filtered on. */
export const isApart = ({ indexes, filters = [] }: Pick<CollectionSpec, 'indexes' | 'filters'>): boolean =>
  [indexes, filters].flat(2).includes('mode')
