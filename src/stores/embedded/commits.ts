// Writes the results of folding, on the main thread or in a thread of its own: the changes of all collections and their checkpoints, in one transaction.
import type { DatabaseSync } from 'node:sqlite'
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import { openCheckpoints } from './checkpoints.ts'
import { optimize } from './optimize.ts'
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
  /** @throws Fenced */
  readonly commit: (commits: readonly PreparedCommit[]) => void
}

/** After this number of changes SQLite analyses again how the fields' values are spread; it then chooses indexes better. */
const changesBetweenLooks = 50_000

export const openCommits = (database: DatabaseSync, write: (work: () => void) => void): Commits => {
  const checkpoints = openCheckpoints(database)
  const specs = new Map<string, CollectionSpec>()
  const writers = new Map<string, (change: PreparedChange) => void>()
  let changesSince = 0

  /** Made when it is needed: in a thread, the tables may be those of a later definition by the time that an earlier one arrives. */
  const writerOf = (address: string) => {
    const spec = specs.get(address)
    if (!spec) throw new Error(`the collection ${address} was not defined before it was written to`)
    const write = writers.get(address) ?? changeWriter(database, spec)
    writers.set(address, write)
    return write
  }

  const apply = ({ changes, ...checkpoint }: PreparedCommit) => {
    const write = writerOf(checkpoint.address)
    checkpoints.advance(checkpoint)
    for (const change of changes) write(change)
    changesSince += changes.length
  }

  return {
    define: (spec) => {
      specs.set(addressOf(spec), spec)
      writers.delete(addressOf(spec))
    },
    commit: (commits) => {
      write(() => commits.forEach(apply))
      if (changesSince < changesBetweenLooks) return
      changesSince = 0
      optimize(database)
    },
  }
}
