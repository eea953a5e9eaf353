// The document store port on MongoDB: each version of a collection is one MongoDB collection of ordinary documents, changed only by
// events they have not seen, so that no transaction is needed and a standalone server serves as well as a replica set.
import { type AnyBulkWriteOperation, type Collection, type Db, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb'
import { addressOf, checkFields, checkSpec, declaredFields, definedCollections, pageOf, parsedAddress } from '../collections.ts'
import type { Change, CollectionSpec, Document, DocumentStore } from '../document-store.ts'
import { StoreMisconfigured } from '../event-store.ts'
import { isServerError, type Reach, reach } from './availability.ts'
import { duplicatesIn } from './bulk.ts'
import { openCheckpoints } from './checkpoints.ts'
import { alive, decodeFields, encodeFields, type Fields, type StoredFields } from './documents.ts'
import { hasLayout, layOut, physicalName, pointView, standingIn } from './layout.ts'
import { filterOf, sortOf } from './query.ts'
import { openRecords, recordKinds } from './records.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>

/** `counters` is the same database for what may be lost with a server, such as rate limits. */
export type MongoDocumentStore = DocumentStore & { readonly counters: Db }

const readAtOnce = 1000

/** Unauthorized, AuthenticationFailed, and what Atlas says instead. */
const deniedAccess = [13, 18, 8000]

/**
 * @param options.url a MongoDB connection string
 * @param options.database absent, the one the url names, or `probity`
 * @param options.timeoutMs how long an operation waits for a server (a primary, where there is a replica set) to be found; 10 s when absent.
 *   A server that was found and does not answer within three times as long counts as away.
 * @throws StoreUnavailable, StoreMisconfigured
 */
export async function openMongoDB(options: {
  readonly url: string
  readonly database?: string
  readonly timeoutMs?: number
  /** Told of each command that goes to the server, by its name. */
  readonly onCommand?: (command: string) => void
}): Promise<MongoDocumentStore> {
  const timeoutMs = options.timeoutMs ?? 10_000
  const client = clientFor(options.url, {
    appName: 'probity',
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    socketTimeoutMS: 3 * timeoutMs,
    readPreference: 'primary',
    writeConcern: { w: 'majority', wtimeoutMS: 2 * timeoutMs },
    retryReads: true,
    retryWrites: true,
    useBigInt64: true,
    monitorCommands: options.onCommand !== undefined,
  })
  client.on('commandStarted', ({ commandName }) => options.onCommand?.(commandName))
  try {
    const reaching = reach(timeoutMs)
    const hello = await reaching.repeatable(() => client.db('admin').command({ hello: 1 }))
    const name = options.database ?? databaseIn(options.url) ?? 'probity'
    // What a primary that is being deposed has not passed on may be rolled back: a document read there must not count as written.
    const replicated = 'setName' in hello || hello.msg === 'isdbgrid'
    const db = client.db(name, replicated ? { readConcern: new ReadConcern('majority') } : {})
    return { ...(await storeOn(client, db, reaching)), counters: client.db(name, { writeConcern: { w: 1 } }) }
  } catch (error) {
    await client.close()
    if (isServerError(error, ...deniedAccess))
      throw new StoreMisconfigured(`MongoDB denies access: check the user and password in MONGODB_URL (${error.message})`, { cause: error })
    throw error
  }
}

function clientFor(url: string, settings: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, settings)
  } catch (error) {
    throw new StoreMisconfigured(`MONGODB_URL cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function databaseIn(url: string): string | undefined {
  const name = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

async function storeOn(client: MongoClient, db: Db, { repeatable, once }: Reach): Promise<DocumentStore> {
  const collections = definedCollections<CollectionSpec>()
  const laidOut = new Map<string, CollectionSpec>()
  const checkpoints = openCheckpoints(db)
  const records = await openRecords(db, { repeatable, once })

  const documentsOf = ({ name, version }: Version): Collection<StoredFields> => db.collection(physicalName(name, version))

  return {
    records,

    define: (specs) =>
      repeatable(async () => {
        specs.forEach(checkSpec)
        const standing = specs.some(hasLayout) ? await standingIn(db) : new Map()
        for (const spec of specs) {
          if (hasLayout(spec)) await layOut(db, spec, standing)
          collections.define(spec, spec)
          laidOut.set(addressOf(spec), spec)
        }
        for (const { name } of specs.filter(hasLayout)) await pointView(db, collections.at(name), standing)
      }),

    get: (collection, key) =>
      repeatable(async () => {
        const found = await documentsOf(collections.at(collection)).findOne({ _id: key, ...alive })
        return found === null ? undefined : decodeFields(found)
      }),

    getMany: (collection, keys) =>
      repeatable(async () => {
        const found = new Map<string, { document: Document | null; position: bigint }>()
        for (const some of chunks(keys, readAtOnce)) {
          for await (const stored of documentsOf(collections.at(collection)).find({ _id: { $in: some } }, { batchSize: readAtOnce })) {
            found.set(stored._id, { document: stored._deleted ? null : decodeFields(stored), position: stored._position })
          }
        }
        return found
      }),

    find: (collection, options = {}) =>
      repeatable(async () => {
        const spec = collections.at(collection)
        checkFields(spec, declaredFields(spec), options.where, options.sort)
        const { skip, limit } = pageOf(options)
        const found = documentsOf(spec).find(filterOf(options.where), {
          sort: sortOf(options.sort),
          skip,
          ...(limit !== undefined && { limit }),
        })
        return (await found.toArray()).map((stored) => decodeFields(stored))
      }),

    count: (collection, where) =>
      repeatable(async () => {
        const spec = collections.at(collection)
        checkFields(spec, declaredFields(spec), where)
        return Number(await documentsOf(spec).countDocuments(filterOf(where)))
      }),

    // Page by page from the last key on, so that neither a slow reader nor a change of primary loses the place.
    all: async function* (collection) {
      const documents = documentsOf(collections.at(collection))
      let after: string | undefined
      while (true) {
        const behind = after === undefined ? {} : { _id: { $gt: after } }
        const page = await repeatable(() => documents.find({ ...alive, ...behind }, { sort: [['_id', 1]], limit: readAtOnce }).toArray())
        for (const stored of page) yield { key: stored._id, document: decodeFields(stored), position: stored._position }
        after = page.at(-1)?._id
        if (page.length < readAtOnce) return
      }
    },

    // Refused before anything is written, or else checkpointed after everything is.
    commit: async (commits) => {
      const notes = commits.map(({ collection, ...note }) => ({ ...note, address: addressOf(collections.at(collection)) }))
      await repeatable(() => checkpoints.admit(notes))
      await settled(
        commits
          .filter(({ changes }) => changes.length > 0)
          .map(({ collection, changes }) => repeatable(() => apply(documentsOf(collections.at(collection)), changes))),
      )
      await repeatable(() => checkpoints.advance(notes))
    },

    checkpoint: (collection, partition) =>
      repeatable(async () => (await checkpoints.positions(partition)).get(addressOf(collections.at(collection)))),

    checkpoints: (names, partition) =>
      repeatable(async () => {
        const positions = await checkpoints.positions(partition)
        return new Map(
          names.flatMap((name) => {
            const position = positions.get(addressOf(collections.at(name)))
            return position === undefined ? [] : [[name, position] as const]
          }),
        )
      }),

    // Checkpoints first: documents without one are folded again, a checkpoint without its documents would hide that they are missing.
    drop: (collection) =>
      repeatable(async () => {
        const version = parsedAddress(collection) ?? collections.at(collection)
        await checkpoints.forget(addressOf(version))
        await documentsOf(version).drop()
        const spec = laidOut.get(addressOf(version))
        if (spec && hasLayout(spec)) await layOut(db, spec, await standingIn(db))
      }),

    inventory: () => repeatable(async () => ({ recordKinds: await recordKinds(db), checkpoints: await checkpoints.all() })),

    // The server reuses the space of what was overwritten by itself; docs/operating.md says how to hurry it.
    scrub: async () => undefined,

    close: () => client.close(),
  }
}

/**
 * Inserts what is new and replaces what lies behind. Where the writer does not say which it is, reading the positions first keeps a repeated
 * batch from writing at all; the conditions on the writes keep it right when another writer comes between.
 */
async function apply(documents: Collection<StoredFields>, changes: readonly Change[]): Promise<void> {
  const untold = changes.filter(({ isNew }) => isNew === undefined)
  const positions = await positionsOf(documents, untold)
  const ahead = changes.filter(({ key, position }) => (positions.get(key) ?? -1n) < position)
  const inserts = ({ key, isNew }: Change) => isNew ?? !positions.has(key)
  const overtaken = await write(documents, ahead, (change) => (inserts(change) ? insertion(change) : replacement(change)))
  await write(documents, overtaken, replacement)
}

async function positionsOf(documents: Collection<StoredFields>, changes: readonly Change[]): Promise<ReadonlyMap<string, bigint>> {
  const positions = new Map<string, bigint>()
  for (const some of chunks(changes, readAtOnce)) {
    const filter = { _id: { $in: some.map((change) => change.key) } }
    for await (const stored of documents.find(filter, { projection: { _position: 1 }, batchSize: readAtOnce })) {
      positions.set(stored._id, stored._position)
    }
  }
  return positions
}

/** @returns the changes whose document another writer had inserted meanwhile */
async function write(
  documents: Collection<StoredFields>,
  changes: readonly Change[],
  operation: (change: Change) => AnyBulkWriteOperation<StoredFields>,
): Promise<readonly Change[]> {
  const duplicates = await duplicatesIn(documents, changes.map(operation))
  return changes.filter((_, index) => duplicates.has(index))
}

const insertion = (change: Change): AnyBulkWriteOperation<StoredFields> => ({
  insertOne: { document: { _id: change.key, ...fieldsOf(change) } },
})

const replacement = (change: Change): AnyBulkWriteOperation<StoredFields> => ({
  replaceOne: { filter: { _id: change.key, _position: { $lt: change.position } }, replacement: fieldsOf(change) },
})

const fieldsOf = ({ document, position }: Change): Fields => ({
  _position: position,
  ...(document === null ? { _deleted: true as const } : encodeFields(document)),
})

/** Waits for all, so that nothing is still being written when the first failure is told. */
async function settled(operations: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(operations)).find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

function* chunks<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
