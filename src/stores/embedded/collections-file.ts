// Collections with their checkpoints in one SQLite file: a cache of the log whose last commits may be lost with the power, never a part of one.
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { addressOf, type Collections, checkSpec, definedCollections, parsedAddress, positionsByName } from '../collections.ts'
import { type Change, type CollectionSpec, type Commit, type DocumentStore, type Inventory, TraceKept } from '../document-store.ts'
import { inSlices, type Slices } from '../slices.ts'
import { type BareCollections, bareSpec, openBareCollections } from './bare.ts'
import { openCheckpoints } from './checkpoints.ts'
import { openCommitThread } from './commit-thread.ts'
import { createAll, openCommits, type PreparedCommit } from './commits.ts'
import { addTextSearch } from './conditions.ts'
import { dropCounts } from './counts.ts'
import { emptyLog } from './emptied-log.ts'
import { type EmptyingThread, openEmptyingThread } from './emptying-thread.ts'
import { openKeptLayouts } from './kept-layouts.ts'
import { optimize } from './optimize.ts'
import { openOverwriting } from './overwriting.ts'
import { openReadModels } from './read-models.ts'
import { type CollectionReads, openReads, type Reads, readsOf } from './reads.ts'
import { asUnavailable } from './room.ts'
import { openSearchThread } from './search-thread.ts'
import { dropSearches, scrubSearches } from './searches.ts'
import { dropTables, type Version } from './tables.ts'
import { transactions } from './transactions.ts'
import { createView, dropView } from './view.ts'
import { changePreparer, type PreparedChange } from './writes.ts'

export type CollectionsFile = Omit<DocumentStore, 'records' | 'inventory' | 'stamps'> &
  Pick<Reads, 'stampOf'> & { readonly allCheckpoints: () => Inventory['checkpoints'] }

export type CollectionsFileOptions = {
  readonly file: string
  /** Thrown away after the one thing it is for: nothing of it has to outlast a crash. */
  readonly scratch?: boolean
  /** See `EmbeddedEventStoreOptions`. Commits are then written without a thread. */
  readonly alone?: boolean
  /** Writes commits in a thread of their own, and empties the write-ahead log in another. */
  readonly threaded?: boolean
  /** Queries that may look through a collection of more than this number of documents are answered in a thread of their own. */
  readonly searchThreadFrom?: number | undefined
}

/** How long a scrub waits for others who read the file, and everything else with it. */
const scrubPatienceMs = 250

type Collection = CollectionReads & { readonly prepared: (change: Change) => PreparedChange }

export const openCollectionsFile = (options: CollectionsFileOptions): CollectionsFile => {
  const { file, scratch = false, alone = false } = options
  const database = openReadModels(file, { scratch, alone })
  addTextSearch(database)
  const collections = definedCollections<Collection>()
  const { read, endRead, write } = transactions(database)
  const checkpoints = openCheckpoints(database)
  const bare = openBareCollections(database)
  const layouts = openKeptLayouts(database)
  const threads = openThreads(options)
  const commits = threads.commits ?? openCommits(database, write)
  const { here: _, ...reads } = openReads({ database, collections, beginRead: read, elsewhere: threads.elsewhere })
  const addressAt = (name: string) => addressOf(collections.at(name).spec)
  const traces = openTraces(database, file, threads.emptying)

  const dropAll = (version: Version) => {
    dropTables(database, version)
    dropCounts(database, version)
    dropSearches(database, version)
    checkpoints.forget(addressOf(version))
    bare.remove(addressOf(version))
  }

  /** The declaration with the layout of its table. A table that cannot be read goes, and is filled from the log like a missing one. */
  const laidOut = (spec: CollectionSpec): CollectionSpec => {
    const known = layouts.laidOut(spec)
    if (!known) dropAll(spec)
    return known ?? spec
  }

  return {
    ...reads,

    define: async (declared) => {
      declared.forEach(checkSpec)
      let specs: readonly CollectionSpec[] = []
      write(() => {
        specs = declared.map(laidOut)
        layOut(database, specs, bare)
      })
      for (const spec of specs) {
        collections.define(spec, { ...readsOf(database, spec), prepared: changePreparer(spec) })
        commits.define(spec)
        threads.searches?.define(spec)
      }
    },

    commit: async (all, { after, filling = false, slices } = {}) => {
      // If it fails during the preparation, that is told below.
      after?.catch(() => undefined)
      const prepared = await preparedCommits(all, collections, slices)
      await after
      try {
        await commits.commit(prepared, filling)
      } catch (error) {
        throw asUnavailable(file, error)
      }
      // A caller that learns of the commit must not read the state before it.
      endRead()
      threads.emptying?.look()
    },

    checkpoint: async (name, partition) => checkpoints.positions(partition).get(addressAt(name)),

    checkpoints: async (names, partition) => positionsByName(names, checkpoints.positions(partition), addressAt),

    drop: async (name) => {
      const defined = collections.has(name) ? collections.at(name).spec : undefined
      const version = defined ?? parsedAddress(name) ?? collections.at(name).spec
      write(() => {
        dropAll(version)
        if (defined) return createAll(database, defined)
        layouts.forget(addressOf(version))
        dropView(database, version)
        if (!scratch) traces.mark()
      })
      traces.overwrite()
    },

    allCheckpoints: checkpoints.all,

    scrub: async () => {
      // While another connection empties the log, this one cannot.
      await threads.emptying?.idle()
      endRead()
      traces.scrub()
    },

    close: async () => {
      if (!database.isOpen) return
      await threads.close()
      endRead()
      optimize(database)
      database.close()
    },
  }
}

/** The threads that the options ask for. */
const openThreads = ({ file, alone = false, threaded = false, searchThreadFrom }: CollectionsFileOptions) => {
  const isThreaded = threaded && !alone
  const commits = isThreaded ? openCommitThread(file) : undefined
  const emptying = isThreaded ? openEmptyingThread(file) : undefined
  const searches = searchThreadFrom === undefined || alone ? undefined : openSearchThread(file)
  const elsewhere = searches && searchThreadFrom !== undefined ? { ...searches, from: searchThreadFrom } : undefined
  return {
    commits,
    emptying,
    searches,
    /** Where long queries are answered. */
    elsewhere,
    close: () => Promise.all([commits?.close(), searches?.close(), emptying?.close()]),
  }
}

/** What dropped and erased documents leave in the file, and how it goes. */
const openTraces = (database: DatabaseSync, file: string, emptying: EmptyingThread | undefined) => {
  const overwriting = openOverwriting(database)
  /** Beside the commits where there is a thread for it. */
  const overwrite = () => {
    if (emptying) emptying.overwrite()
    else while (overwriting.piece() === 'more');
  }
  // The work of an earlier start goes on.
  if (emptying && overwriting.isMarked()) overwrite()

  /** The file is written anew only if nobody keeps what it held before. */
  const emptyForGood = () => {
    if (emptyLog(database, scrubPatienceMs)) return
    throw new TraceKept(`another program reads ${basename(file)} and keeps in its log what was erased`)
  }

  return {
    /** To be called in the transaction of a drop. */
    mark: overwriting.mark,
    overwrite,
    /** Writes the whole file anew. @throws TraceKept */
    scrub: () => {
      emptyForGood()
      scrubSearches(database)
      overwriting.unmark()
      database.exec('vacuum')
      emptyForGood()
    },
  }
}

/** @throws for a collection that is not defined, before anything is prepared */
const preparedCommits = async (
  all: readonly Commit[],
  collections: Pick<Collections<Collection>, 'at'>,
  slices: Slices | undefined,
): Promise<readonly PreparedCommit[]> => {
  const touched = all.map((commit) => [commit, collections.at(commit.collection)] as const)
  const prepared: PreparedCommit[] = []
  for (const [{ collection: _, changes, ...checkpoint }, { spec, prepared: prepare }] of touched)
    prepared.push({ ...checkpoint, address: addressOf(spec), changes: await inSlices(changes, prepare, slices) })
  return prepared
}

const layOut = (database: DatabaseSync, specs: readonly CollectionSpec[], bare: BareCollections): void => {
  for (const spec of specs) {
    createAll(database, bare.has(spec) ? bareSpec(spec) : spec)
    createView(database, spec)
  }
}
