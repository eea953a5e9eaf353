// The document store port on MongoDB: each version of a collection is one MongoDB collection of ordinary documents, changed only by
// events they have not seen, so that no transaction is needed and a standalone server serves as well as a replica set.
import {
  type AnyBulkWriteOperation,
  type Collection,
  type Db,
  MongoBulkWriteError,
  MongoClient,
  type Document as MongoDocument,
  ReadConcern,
  type UpdateFilter,
} from 'mongodb'
import { addressOf, checkFields, checkSpec, declaredFields, definedCollections, pageOf, parsedAddress } from '../collections.ts'
import { type Change, type CollectionSpec, type Commit, type Document, type DocumentStore, Fenced } from '../document-store.ts'
import { duplicateKey, type Reach, reach } from './availability.ts'
import { alive, decodeFields, encodeFields, type Fields, type StoredFields } from './documents.ts'
import { hasLayout, layOut, physicalName, pointView, standingIn } from './layout.ts'
import { filterOf, sortOf } from './query.ts'
import { openRecords, recordKinds } from './records.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>

/** `_id` is `collection@version/partition`. Only a fenced writer leaves a token, and it may do so before its first position. */
type CheckpointFields = { _id: string; collection: string; version: number; partition: string; position?: bigint; token?: number }

/** `counters` is the same database for what may be lost with a server, such as rate limits. */
export type MongoDocumentStore = DocumentStore & { readonly counters: Db }

const readAtOnce = 1000

/**
 * @param options.url a MongoDB connection string
 * @param options.database absent, the one the url names, or `probity`
 * @param options.timeoutMs how long an operation waits for a server (a primary, where there is a replica set) to be found; 10 s when absent.
 *   A server that was found and does not answer within three times as long counts as away.
 * @throws StoreUnavailable
 */
export async function openMongoDB(options: {
  readonly url: string
  readonly database?: string
  readonly timeoutMs?: number
}): Promise<MongoDocumentStore> {
  const timeoutMs = options.timeoutMs ?? 10_000
  const client = new MongoClient(options.url, {
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
  })
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
    throw error
  }
}

function databaseIn(url: string): string | undefined {
  const name = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

async function storeOn(client: MongoClient, db: Db, { repeatable, once }: Reach): Promise<DocumentStore> {
  const collections = definedCollections<CollectionSpec>()
  const laidOut = new Map<string, CollectionSpec>()
  const checkpoints = db.collection<CheckpointFields>('projection_checkpoints')
  const records = await openRecords(db, { repeatable, once })

  const documentsOf = ({ name, version }: Version): Collection<StoredFields> => db.collection(physicalName(name, version))

  /** Refuses a writer whose lease another took over, and makes the token of one that is new here the latest. @throws Fenced */
  const admit = async (commits: readonly Commit[]): Promise<void> => {
    const fenced = commits.flatMap(({ collection, partition, token }) =>
      token === undefined ? [] : [{ ...checkpointOf(collections.at(collection), partition), token }],
    )
    if (fenced.length === 0) return
    const tokens = new Map<string, number | undefined>()
    for await (const { _id, token } of checkpoints.find({ _id: { $in: fenced.map(({ _id }) => _id) } })) tokens.set(_id, token)
    await raise(
      checkpoints,
      fenced
        .filter(({ _id, token }) => tokens.get(_id) !== token)
        .map(({ _id, ...of }) => ({ _id, token: of.token, update: { $set: of } })),
    )
  }

  const advance = (commits: readonly Commit[]): Promise<void> =>
    raise(
      checkpoints,
      commits.map(({ collection, partition, position, token }) => {
        const { _id, ...of } = checkpointOf(collections.at(collection), partition)
        return { _id, token, update: { $max: { position }, $set: { ...of, ...(token !== undefined && { token }) } } }
      }),
    )

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
      await repeatable(() => admit(commits))
      await settled(
        commits
          .filter(({ changes }) => changes.length > 0)
          .map(({ collection, changes }) => repeatable(() => apply(documentsOf(collections.at(collection)), changes))),
      )
      await repeatable(() => advance(commits))
    },

    checkpoint: (collection, partition) =>
      repeatable(async () => (await checkpoints.findOne({ _id: checkpointOf(collections.at(collection), partition)._id }))?.position),

    checkpoints: (names, partition) =>
      repeatable(async () => {
        const ids = new Map(names.map((name) => [checkpointOf(collections.at(name), partition)._id, name]))
        const found = new Map<string, bigint>()
        for await (const { _id, position } of checkpoints.find({ _id: { $in: [...ids.keys()] } }))
          if (position !== undefined) found.set(ids.get(_id) ?? _id, position)
        return found
      }),

    // Checkpoints first: documents without one are folded again, a checkpoint without its documents would hide that they are missing.
    drop: (collection) =>
      repeatable(async () => {
        const version = parsedAddress(collection) ?? collections.at(collection)
        await checkpoints.deleteMany({ collection: version.name, version: version.version })
        await documentsOf(version).drop()
        const spec = laidOut.get(addressOf(version))
        if (spec && hasLayout(spec)) await layOut(db, spec, await standingIn(db))
      }),

    inventory: () =>
      repeatable(async () => {
        const found = await checkpoints.find({}, { sort: [['_id', 1]] }).toArray()
        return {
          recordKinds: await recordKinds(db),
          checkpoints: found.flatMap(({ collection, version, partition, position }) =>
            position === undefined ? [] : [{ collection: addressOf({ name: collection, version }), partition, position }],
          ),
        }
      }),

    // The server reuses the space of what was overwritten by itself; docs/operating.md says how to hurry it.
    scrub: async () => undefined,

    close: () => client.close(),
  }
}

/**
 * Inserts what is new and replaces what lies behind. Reading the positions first keeps a repeated batch from writing at all; the
 * conditions on the writes keep it right when another writer comes between.
 */
async function apply(documents: Collection<StoredFields>, changes: readonly Change[]): Promise<void> {
  const positions = await positionsOf(documents, changes)
  const ahead = changes.filter(({ key, position }) => (positions.get(key) ?? -1n) < position)
  const overtaken = await write(documents, ahead, (change) => (positions.has(change.key) ? replacement(change) : insertion(change)))
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
  const duplicates = await writeAll(documents, changes.map(operation))
  return changes.filter((_, index) => duplicates.has(index))
}

/** @returns the indexes of the operations that met a document of the same key */
async function writeAll<Fields extends MongoDocument>(
  collection: Collection<Fields>,
  operations: readonly AnyBulkWriteOperation<Fields>[],
): Promise<ReadonlySet<number>> {
  if (operations.length === 0) return new Set()
  try {
    await collection.bulkWrite(operations, { ordered: false })
    return new Set()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const failures = [error.writeErrors].flat()
    if (failures.length === 0 || failures.some((failure) => failure.code !== duplicateKey)) throw error
    return new Set(failures.map((failure) => failure.index))
  }
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

type Raise = { readonly _id: string; readonly token: number | undefined; readonly update: UpdateFilter<CheckpointFields> }

/** Updates checkpoints unless a later lease has written to them. @throws Fenced */
async function raise(checkpoints: Collection<CheckpointFields>, raises: readonly Raise[]): Promise<void> {
  const filterFor = ({ _id, token }: Raise) => (token === undefined ? { _id } : { _id, token: { $not: { $gt: token } } })
  const updates = raises.map((each) => ({ updateOne: { filter: filterFor(each), update: each.update, upsert: true } }))
  for (const index of await writeAll(checkpoints, updates)) {
    const each = raises[index]
    if (!each) continue
    // Either the token was refused, or another writer created the checkpoint at this moment.
    const { matchedCount } = await checkpoints.updateOne(filterFor(each), each.update)
    if (matchedCount === 0) throw new Fenced(`the lease on ${each._id} was taken over: token ${each.token} is no longer the latest`)
  }
}

function checkpointOf({ name, version }: Version, partition: string) {
  return { _id: `${addressOf({ name, version })}/${partition}`, collection: name, version, partition }
}

/** Waits for all, so that nothing is still being written when the first failure is told. */
async function settled(operations: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(operations)).find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}

function* chunks<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
