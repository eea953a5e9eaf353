// What folding brings is written here, on whichever thread: the changes of all collections and their checkpoints, in one transaction.
import type { DatabaseSync } from 'node:sqlite'
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import { checkpointsIn } from './checkpoints.ts'
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
  /** The tables are there, with the columns that the collection declares. */
  readonly define: (spec: CollectionSpec) => void
  /** @throws Fenced */
  readonly commit: (commits: readonly PreparedCommit[]) => void
}

/** After so many changes SQLite looks again at how the fields' values are spread; it then chooses indexes better. */
const changesBetweenLooks = 50_000

export const openCommits = (database: DatabaseSync, write: (work: () => void) => void): Commits => {
  const checkpoints = checkpointsIn(database)
  const collections = new Map<string, { readonly spec: CollectionSpec; readonly write: (change: PreparedChange) => void }>()
  let changesSince = 0

  const apply = ({ address, changes, ...checkpoint }: PreparedCommit) => {
    const collection = collections.get(address)
    if (!collection) throw new Error(`the collection ${address} was not defined before it was written to`)
    checkpoints.advance(collection.spec, checkpoint)
    for (const change of changes) collection.write(change)
    changesSince += changes.length
  }

  return {
    define: (spec) => {
      collections.set(addressOf(spec), { spec, write: changeWriter(database, spec) })
    },
    commit: (commits) => {
      write(() => commits.forEach(apply))
      if (changesSince < changesBetweenLooks) return
      changesSince = 0
      database.exec('pragma optimize')
    },
  }
}
