// The document store port: read models, their checkpoints, and the few technical records that several instances share.
// It has two adapters (embedded SQLite, MongoDB). test/contract/document-store.ts tests what both must do.
//
// Each version of a collection is stored separately. Wherever a collection is named, `businesses@2` is version 2, and `businesses`
// is the version that was last defined in this process; either must have been defined, or the answer is UnknownCollection.
import type { JsonObject } from './event-store.ts'
import type { Slices } from './slices.ts'

export type Document = JsonObject

/**
 * One collection of read models. `indexes` names every field that `find` may filter or sort on: a string is one field
 * (dotted for nested ones, `tags[]` for an array's members), a list of names is a compound index over them.
 * A name is letters, digits and underscores, begins with a letter, and does not end like a version (`_v1`).
 */
export type CollectionSpec<Field extends string = string> = {
  readonly name: string
  /** Raised when the fold changes; versions of one collection live side by side while the new one is built. */
  readonly version: number
  readonly indexes: readonly (Field | readonly Field[])[]
  /** Fields that `find` may filter or sort on without an index of their own: within what another condition has narrowed down. */
  readonly filters?: readonly Field[]
  /** Declared fields whose words are searched often: they have an index of their own for `contains`. One that is added later raises the version. */
  readonly search?: readonly Field[]
  /**
   * Declared fields whose values are few: how many documents there are with each combination may be kept with every write, for `count`. The first is in
   * every document. No value may identify a person: it stays when its last document is deleted.
   */
  readonly counted?: readonly Field[]
  /** JSON schema of a document: MongoDB's validator, and the typed columns of the embedded SQL view. */
  readonly schema?: JsonObject
  /** Members in which an earlier release wrote repeated lists of `sources` once. Its table is read until a newer version answers. */
  readonly repeating?: readonly string[]
  /**
   * For a collection with a schema, whose documents are many and much alike: how a store may write them shorter. A store keeps these and the schema as they
   * were when it made the table, so a change of either needs a new version.
   */
  readonly abbreviations?: Abbreviations
  /** Whether its changes come with a rendering. */
  readonly rendered?: boolean
  /** `authentication`: it holds secrets of signing in, so it is kept apart from what analysts are given. */
  readonly store?: 'authentication'
  /** Fields that are stored masked and sealed (`sealed-details.ts`). */
  readonly sealed?: readonly SealedField[]
}

/** What stands in many of the documents of a collection, or several times in one. */
export type Abbreviations = {
  /** By member that is an object or a list: texts that its JSON has in many documents. */
  readonly words: { readonly [member: string]: readonly string[] }
  /** The same of lists of `sources`, which stand several times in one document. */
  readonly sources?: readonly string[]
  /** Fields of the document itself that hold texts which its members repeat. */
  readonly own?: readonly string[]
}

/** A text that identifies a person. It cannot be filtered or sorted on. */
export type SealedField = {
  /** The path in the document; `*` is every member. */
  readonly at: string
  readonly mask: 'date' | 'digits'
  /** Sealed only where the field beside it has this value. */
  readonly only?: { readonly field: string; readonly is: string }
  /** Clients see the whole value, so a rendering holds it too. */
  readonly rendered?: boolean
}

/** `document: null` is one that cannot be read: its text was overwritten. */
export type ListedDocument = { readonly key: string; readonly document: Document | null; readonly position: bigint }

/**
 * What a batch of events made of one document; `document: null` deletes it. Applied only when `position` lies behind the stored one, so that
 * the same events again, or a writer that was overtaken, change nothing. A deleted document leaves its position behind for the same reason.
 */
export type Change = {
  readonly key: string
  readonly document: Document | null
  readonly position: bigint
  /** Whether the writer found nothing at this key, not even a deleted document: spares the store a read. Absent: the writer did not look. There is usually nothing. */
  readonly isNew?: boolean
  /** A text made from the document, kept beside it until its next change. null or absent: none. */
  readonly rendering?: string | null
}

/** All changes of one collection up to `position`, with the checkpoint that says so. */
export type Commit = {
  readonly collection: string
  /** The share of the accounts that the checkpoint is of; `all` on a single instance. */
  readonly partition: string
  readonly changes: readonly Change[]
  /** The checkpoint: never moves backwards. */
  readonly position: bigint
  /** Fencing token of the lease under which this is written; a lower one than the last seen is refused. */
  readonly token?: number
}

type Scalar = string | number | boolean | null

/**
 * What a field must be. null means null or absent. Ranges compare values of their own type only, strings by code point; without bounds there is no
 * condition.
 * For a field `tags[]`, one member at least must meet the condition.
 */
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly gt?: string | number; readonly gte?: string | number; readonly lt?: string | number; readonly lte?: string | number }
  /** Text search: each word (separated by whitespace) occurs in the field, in upper or lower case. Without words there is no condition. */
  | { readonly contains: string }

export type Where = { readonly [field: string]: Condition }

export type FindOptions = {
  readonly where?: Where
  /** By key, ascending, when absent. Documents without the field are the first ascending, the last descending. */
  readonly sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  /** Only what comes after this place in the order. The document that was there need not be there any more. */
  readonly after?: Place
  /** From 1, which it is when absent. */
  readonly page?: number
  /** All when absent. */
  readonly perPage?: number
}

/** A place in an order: the key, and the value of each field that is sorted by. */
export type Place = { readonly key: string; readonly values: readonly Scalar[] }

/** One document by its key, or those whose fields have these values, and one the same as another document. */
export type Selection = { readonly collection: string } & (
  | { readonly key: string }
  | { readonly where: { readonly [field: string]: string | number }; readonly sameAs?: SameField }
)

/** A field at the top that has the value that it has in the document `key` of `collection`, in the same store. Where that has none, nothing is selected. */
export type SameField = { readonly field: string; readonly collection: string; readonly key: string }

type CommitOptions = {
  readonly after?: Promise<unknown>
  readonly filling?: boolean
  readonly slices?: Slices
}

export interface DocumentStore {
  /**
   * Creates what is missing (tables, views, validators, indexes) for these collections, and makes these versions the ones that their
   * bare names speak of. Repeatable; a later list of indexes replaces the earlier one and holds for the documents already there.
   */
  define(collections: readonly CollectionSpec[]): Promise<void>

  get(collection: string, key: string): Promise<Document | undefined>

  /** The text that came with the last change of the document; undefined where there is none. Only of a collection that is `rendered`. */
  rendering(collection: string, key: string): Promise<string | undefined>

  /** Documents with their positions, deleted ones left out of `document` but not of the map: what a projector folds on. */
  getMany(
    collection: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly document: Document | null; readonly position: bigint }>>

  /** Ties are broken by key in the direction of the last sort field, so that pages never overlap. @throws UnknownField */
  find(collection: string, options?: FindOptions): Promise<readonly Document[]>

  /** @throws UnknownField */
  count(collection: string, where?: Where): Promise<number>

  /**
   * A stamp for each selection: a text that is another one once a document of it was changed, added or deleted, or a new version of the collection answers.
   * It is made of positions, without the documents. A document that goes from one selection to another changes both stamps only if its position changes.
   * The time grows with the number of documents in the selection. So select little, not all signals of an account.
   * `findsNothing` says of a stamp whether there was no document at all.
   * @throws UnknownField
   */
  stamps(selections: readonly Selection[]): Promise<readonly string[]>

  /** Every document in key order, read as it is consumed: for comparisons and exports. */
  all(collection: string): AsyncIterable<ListedDocument>

  /**
   * Applies each commit's changes, then its checkpoint (embedded: all of them in one transaction). `after`: nothing is written before that has resolved, and
   * nothing at all when it rejects; then this rejects too. The commits are made ready meanwhile, in `slices`.
   * `filling`: more of a long log follows at once. A collection that it fills from the beginning may lack what only makes reads quick, until a commit without it.
   * @throws Fenced when the token is lower than the last one seen for that collection and partition
   */
  commit(commits: readonly Commit[], options?: CommitOptions): Promise<void>

  /** The checkpoint, or undefined before the first commit. */
  checkpoint(collection: string, partition: string): Promise<bigint | undefined>

  /** The checkpoints of several collections, read at once; those before their first commit are left out. */
  checkpoints(collections: readonly string[], partition: string): Promise<ReadonlyMap<string, bigint>>

  /**
   * Drops a collection's documents, their positions and its checkpoints (of that version), for a rebuild from zero: it stays defined, and
   * any position may be committed again. A version named outright need not be defined, so that those of the past can be cleared away.
   */
  drop(collection: string): Promise<void>

  readonly records: Records

  /** The content of the store that cannot be folded again: the kinds of its records, and each checkpoint (`collection` with its version). */
  inventory(): Promise<Inventory>

  /** Removes all traces of overwritten and deleted values from the store's own files, where the store can do that itself. @throws TraceKept */
  scrub(): Promise<void>

  close(): Promise<void>
}

export type Inventory = {
  readonly recordKinds: readonly string[]
  readonly checkpoints: readonly {
    readonly collection: string
    readonly partition: string
    readonly position: bigint
    /** Present where an embedded store keeps the collection apart. */
    readonly store?: 'authentication'
  }[]
}

/** A technical record: `revision` counts its writes from 0. */
export type StoredRecord = {
  readonly key: string
  readonly value: JsonObject
  readonly revision: number
  readonly dueAt?: Date
  readonly expiresAt?: Date
}

/** A record that could not be opened, in words for the operator: which one, and the file or collection that holds it. */
export type SetAside = { readonly kind: string; readonly key: string; readonly file: string; readonly found_at: string }

export type DueRecord = StoredRecord & { readonly kind: string }

/** Where a record stands among those that are due. */
export type DuePlace = { readonly dueAt: Date; readonly key: string }

/**
 * Small durable records that are not read models and are not folded from events: subject keys, idempotency keys, leases, deferred work.
 * Every write is conditional, so that of two instances one wins.
 * A record that cannot be opened, because its bytes changed, is set aside where it is found: it counts as absent, and everything else goes on.
 */
export interface Records {
  /** Where they are kept, for messages to the operator. */
  readonly place: string

  get(kind: string, key: string): Promise<StoredRecord | undefined>

  getMany(kind: string, keys: readonly string[]): Promise<ReadonlyMap<string, StoredRecord>>

  /**
   * Writes when the record is at `expectedRevision` (-1: must not exist; an expired one does not). Durable when it resolves.
   * Value, expiry and due time are replaced together: those not given are gone. A record that is written again counts from 0.
   * `withoutTrace`: the value before can be read nowhere any more when it resolves.
   * @returns the new revision, or undefined when the record was at another one
   * @throws TraceKept
   */
  put(
    kind: string,
    key: string,
    value: JsonObject,
    options: {
      readonly expectedRevision: number
      readonly expiresAt?: Date
      readonly dueAt?: Date
      readonly withoutTrace?: boolean
    },
  ): Promise<number | undefined>

  /**
   * After it resolves, no reader gets the record. The embedded store has then wiped its bytes from its files; while another program reads the file of
   * the records, it does so with a later write. A server keeps them in freed blocks and in its replication log until it has reused the space
   * (docs/operating/backup.md, Erasing for good).
   * @returns whether it was removed; without `expectedRevision`, whether it existed
   */
  remove(kind: string, key: string, expectedRevision?: number): Promise<boolean>

  /** Records of these kinds whose `dueAt` is `now` or before it, earliest first. `after`: of one kind, those behind this place in that order. */
  due(kinds: readonly string[], now: Date, limit: number, after?: DuePlace): Promise<readonly DueRecord[]>

  /** Those that were set aside, until they are removed; in order of kind and key. */
  setAside(): Promise<readonly SetAside[]>

  /** Records in key order, behind `after`, whose key begins with `prefix`. `backwards`: the greatest key first, and those before `after`. */
  list(kind: string, options?: ListOptions): Promise<readonly StoredRecord[]>

  /** The keys of the same records, without reading what the records hold. One that cannot be opened counts until it was set aside. */
  keys(kind: string, options?: ListOptions): Promise<readonly string[]>

  /** How many records have a key that begins with `prefix`; no more than `most` are counted. As with `keys`, none is opened. */
  count(kind: string, options: { readonly prefix: string; readonly most: number }): Promise<number>
}

export type ListOptions = {
  readonly prefix?: string
  readonly after?: string
  /** This many of them are passed over first; they are not opened. */
  readonly skip?: number
  readonly limit?: number
  readonly backwards?: boolean
}

/**
 * Whether the stamp is of a selection without documents.
 * @example
 * [findsNothing('5:'), findsNothing('5:1 17')] // => [true, false]
 */
export const findsNothing = (stamp: string): boolean => stamp.endsWith(':')

/** A filter or sort on a field that the collection does not declare, or a sort on an array's members. */
export class UnknownField extends Error {
  override readonly name = 'UnknownField'
}

/** A collection, or a version of one, that was not defined in this process. */
export class UnknownCollection extends Error {
  override readonly name = 'UnknownCollection'
}

/** Another program reads a file of the store and keeps what was overwritten or removed there; what was asked for is done otherwise. To be tried again later. */
export class TraceKept extends Error {
  override readonly name = 'TraceKept'
}

/** The writer's lease was taken over. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}
