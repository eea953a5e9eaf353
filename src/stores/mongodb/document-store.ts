// The document store port on MongoDB: each version of a collection is one MongoDB collection of ordinary documents, changed only by
// events they have not seen, so that no transaction is needed and a standalone server serves as well as a replica set.
import { type Collection, type Db, MongoAPIError, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb'
import { addressOf, checkSpec, definedCollections, parsedAddress, positionsByName } from '../collections.ts'
import type { CollectionSpec, DocumentStore } from '../document-store.ts'
import { StoreMisconfigured } from '../event-store.ts'
import { isServerError, type Reach, reach } from './availability.ts'
import { openCheckpoints } from './checkpoints.ts'
import { EndingConnection } from './connection.ts'
import type { StoredFields } from './documents.ts'
import { hasLayout, layOut, type Patiently, physicalName, pointView } from './layout.ts'
import { openPlaces, type Places } from './places.ts'
import { openReads } from './reads.ts'
import { openRecords } from './records.ts'
import { openStamps } from './stamps.ts'
import { applyChanges } from './writes.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>

/** `counters` is the same database for what may be lost with a server, such as rate limits. */
export type MongoDocumentStore = DocumentStore & { readonly counters: Db }

/** Unauthorized, AuthenticationFailed, and what Atlas says instead. */
const deniedAccess = [13, 18, 8000]
/** InvalidNamespace: a name that no database may have. */
const invalidName = 73

/**
 * @param options.url a MongoDB connection string
 * @param options.database absent, the one the url names, or `probity`
 * @param options.timeoutMs how long an operation waits for a server (a primary, where there is a replica set) to be found; 10 s when absent.
 *   A server that was found and does not answer within three times as long counts as away, unless it builds indexes of a collection that is there.
 * @throws StoreUnavailable, StoreMisconfigured
 */
export async function openMongoDocumentStore(options: {
  readonly url: string
  readonly database?: string
  readonly timeoutMs?: number
  /** Called with the name of each command that goes to the server. */
  readonly onCommand?: (command: string) => void
  /** Called when something waits until the server has built this, which may take minutes. */
  readonly onBuild?: (what: string) => void
}): Promise<MongoDocumentStore> {
  const timeoutMs = options.timeoutMs ?? 10_000
  const settings: MongoClientOptions = {
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
  }
  const client = clientFor(options.url, settings)
  client.on('commandStarted', ({ commandName }) => options.onCommand?.(commandName))
  try {
    const reaching = reach(timeoutMs, { tls: client.options.tls === true })
    const hello = await reaching.repeatable(() => client.db('admin').command({ hello: 1 }))
    const name = options.database ?? databaseIn(options.url) ?? 'probity'
    // What a primary that is being deposed has not passed on may be rolled back: a document read there must not count as written.
    const replicated = 'setName' in hello || hello.msg === 'isdbgrid'
    const reading = replicated ? { readConcern: new ReadConcern('majority') } : {}
    const places = openPlaces({ analysts: client.db(name, reading), authentication: client.db(authenticationDatabase(name), reading) })
    await reaching.repeatable(places.look)
    const patiently: Patiently = async (db, what, operation) => {
      options.onBuild?.(what)
      const patient = clientFor(options.url, { ...settings, socketTimeoutMS: 0, writeConcern: { w: 'majority' } })
      await operation(patient.db(db.databaseName)).finally(() => patient.close())
    }
    return { ...(await storeOn(client, places, reaching, patiently)), counters: client.db(name, { writeConcern: { w: 1 } }) }
  } catch (error) {
    await client.close()
    if (isServerError(error, ...deniedAccess))
      throw new StoreMisconfigured(
        `MongoDB denies access: check the user and password in MONGODB_URL, and that the user may write to both databases, NAME and NAME_authentication (${error.message})`,
        { cause: error },
      )
    if (error instanceof MongoAPIError || isServerError(error, invalidName)) throw unusable(error)
    throw error
  }
}

/** An option that the driver takes, and its types do not name. */
const ending: object = { connectionType: EndingConnection }

function clientFor(url: string, settings: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, { ...settings, ...ending })
  } catch (error) {
    throw unusable(error)
  }
}

const unusable = (error: unknown) =>
  new StoreMisconfigured(`MONGODB_URL cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error })

function databaseIn(url: string): string | undefined {
  const name = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** The database beside the service's own for what holds secrets of signing in. Analysts have no rights there. */
const authenticationDatabase = (name: string): string => `${name}_authentication`

async function storeOn(client: MongoClient, places: Places, reach: Reach, patiently: Patiently): Promise<DocumentStore> {
  const { repeatable } = reach
  const collections = definedCollections<CollectionSpec>()
  const laidOut = new Map<string, CollectionSpec>()
  const checkpoints = openCheckpoints(places.analysts)
  const { records, kinds } = await openRecords(places.analysts, reach)
  const documentsOf = (version: Version): Collection<StoredFields> =>
    places.of(version).collection(physicalName(version.name, version.version))
  const addressAt = (name: string) => addressOf(collections.at(name))

  return {
    ...openReads({ collections, documentsOf, reach }),
    stamps: openStamps({ collections, documentsOf, reach }),
    records,

    define: (specs) =>
      repeatable(async () => {
        specs.forEach(checkSpec)
        if (specs.some(hasLayout)) await places.look()
        for (const spec of specs) {
          const db = places.choose(spec)
          if (hasLayout(spec)) await layOut(db, spec, places.existingIn(db), patiently)
          collections.define(spec, spec)
          laidOut.set(addressOf(spec), spec)
        }
        for (const { name } of specs.filter(hasLayout)) {
          const spec = collections.at(name)
          const db = places.of(spec)
          await pointView(db, spec, places.existingIn(db))
        }
      }),

    // Refused before anything is written, or else checkpointed after everything is.
    commit: async (commits, { after } = {}) => {
      await after
      const notes = commits.map(({ collection, ...note }) => ({ ...note, address: addressAt(collection) }))
      const changed = commits.filter(({ changes }) => changes.length > 0)
      await repeatable(() => checkpoints.admit(notes))
      await settled(
        changed.map(({ collection, changes }) => {
          const spec = collections.at(collection)
          return repeatable(() => applyChanges(documentsOf(spec), spec, changes))
        }),
      )
      await repeatable(() => checkpoints.advance(notes))
    },

    checkpoint: (name, partition) => repeatable(async () => (await checkpoints.positions(partition)).get(addressAt(name))),

    checkpoints: (names, partition) => repeatable(async () => positionsByName(names, await checkpoints.positions(partition), addressAt)),

    // Checkpoints first: documents without one are folded again, a checkpoint without its documents would hide that they are missing.
    drop: (name) =>
      repeatable(async () => {
        const version = parsedAddress(name) ?? collections.at(name)
        await checkpoints.forget(addressOf(version))
        const spec = laidOut.get(addressOf(version))
        if (!spec) return places.drop(version)
        await documentsOf(version).drop()
        await places.look()
        if (hasLayout(spec)) await layOut(places.of(version), spec, places.existingIn(places.of(version)), patiently)
      }),

    inventory: () => repeatable(async () => ({ recordKinds: await kinds(), checkpoints: await checkpoints.all() })),

    // The server reuses the overwritten space later; docs/operating/backup.md says how to force it.
    scrub: async () => undefined,

    close: () => client.close(),
  }
}

/** Waits for all, so that nothing is still being written when the first failure is reported. */
async function settled(operations: readonly Promise<void>[]): Promise<void> {
  const failure = (await Promise.allSettled(operations)).find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}
