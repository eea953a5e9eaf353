// Writes the results of folding, on the main thread or in a thread of its own: the changes of all collections and their checkpoints, in one transaction.
import type { DatabaseSync } from 'node:sqlite'
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import { bareSpec, openBareCollections } from './bare.ts'
import { openCheckpoints } from './checkpoints.ts'
import { fitCounts } from './counts.ts'
import { optimize } from './optimize.ts'
import { fitSearches } from './searches.ts'
import { createTables } from './tables.ts'
import { changeWriter, type PreparedChange } from './writes.ts'

/** A commit of the port, made ready: it can go to another thread. */
export type PreparedCommit = {
  /** The collection with its version. */
  readonly address: string
  readonly partition: string
  readonly position: bigint
  readonly token?: number
  readonly changes: readonly PreparedChange[]
}

export type Commits = {
  /** Before the next commit the tables are there, with the columns that the collection declares. */
  readonly define: (spec: CollectionSpec) => void
  /** `filling`: see the port. @throws Fenced */
  readonly commit: (commits: readonly PreparedCommit[], filling?: boolean) => void
}

/** After this number of changes SQLite analyses again how the fields' values are spread; it then chooses indexes better. */
const changesBetweenLooks = 50_000

const fits = [createTables, fitCounts, fitSearches] as const

/** Makes what a collection lacks, and drops what it no longer declares. */
export const createAll = (database: DatabaseSync, spec: CollectionSpec): void => {
  for (const fit of fits) fit(database, spec)
}

export const openCommits = (database: DatabaseSync, write: (work: () => void) => void): Commits => {
  const checkpoints = openCheckpoints(database)
  const bare = openBareCollections(database)
  const specs = new Map<string, CollectionSpec>()
  const writers = new Map<string, (change: PreparedChange) => void>()
  let changesSince = 0

  /** Made when it is needed: in a thread, the tables may be those of a later definition by the time that an earlier one arrives. */
  const writerOf = (address: string, isBare: boolean) => {
    const name = isBare ? bareWriter(address) : address
    const known = writers.get(name)
    if (known) return known
    const spec = specOf(address)
    const write = changeWriter(database, isBare ? bareSpec(spec) : spec)
    writers.set(name, write)
    return write
  }

  const specOf = (address: string): CollectionSpec => {
    const spec = specs.get(address)
    if (!spec) throw new Error(`the collection ${address} was not defined before it was written to`)
    return spec
  }

  const layBare = (address: string) => {
    createAll(database, bareSpec(specOf(address)))
    bare.add(address)
  }

  /** Makes what the collections lack that were being filled, step by step in transactions of their own: in a large one each takes its time, and the write-ahead log is to stay short. */
  const complete = (addresses: readonly string[]) => {
    for (const address of addresses) {
      for (const fit of fits) write(() => fit(database, specOf(address)))
      write(() => bare.remove(address))
    }
  }

  const apply = ({ changes, ...checkpoint }: PreparedCommit, isBare: boolean) => {
    const writeChange = writerOf(checkpoint.address, isBare)
    checkpoints.advance(checkpoint)
    for (const change of changes) writeChange(change)
    changesSince += changes.length
  }

  return {
    define: (spec) => {
      specs.set(addressOf(spec), spec)
      writers.delete(addressOf(spec))
      writers.delete(bareWriter(addressOf(spec)))
    },
    commit: (commits, filling = false) => {
      const addresses = commits.map(({ address }) => address)
      if (!filling) complete(bare.all().filter((address) => addresses.includes(address)))
      write(() => {
        if (filling) for (const address of addresses) if (!checkpoints.has(address)) layBare(address)
        const barely = new Set(bare.all())
        for (const commit of commits) apply(commit, barely.has(commit.address))
      })
      if (changesSince < changesBetweenLooks) return
      changesSince = 0
      optimize(database)
    },
  }
}

const bareWriter = (address: string): string => `${address} bare`
