// The database of each version of a collection: that of authentication lies apart from what analysts are given. A version that an earlier release began
// in the analysts' database stays there until it is dropped, because instances of that release still answer from it.
import type { Db } from 'mongodb'
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import { type Existing, existingIn, physicalName } from './layout.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>

export type Places = {
  readonly analysts: Db
  /** Where a version lies that was chosen for; the analysts' database for others. */
  readonly of: (version: Version) => Db
  /** Asks both databases what exists in them. */
  readonly look: () => Promise<void>
  /** As of the last look. */
  readonly existingIn: (db: Db) => Existing
  readonly choose: (spec: CollectionSpec) => Db
  /** Drops a version that nothing in this process was chosen for, wherever it lies. */
  readonly drop: (version: Version) => Promise<void>
}

export const openPlaces = ({ analysts, authentication }: { readonly analysts: Db; readonly authentication: Db }): Places => {
  const chosen = new Map<string, Db>()
  const apart = new Set<string>()
  let existing = new Map<Db, Existing>()

  const look = async () => {
    existing = new Map(await Promise.all([analysts, authentication].map(async (db) => [db, await existingIn(db)] as const)))
  }
  const found = (db: Db): Existing => existing.get(db) ?? new Map()

  return {
    analysts,
    look,
    existingIn: found,
    of: (version) => chosen.get(addressOf(version)) ?? analysts,
    choose: (spec) => {
      const isApart = spec.store === 'authentication'
      if (isApart) apart.add(spec.name)
      const db = isApart && !found(analysts).has(physicalName(spec.name, spec.version)) ? authentication : analysts
      chosen.set(addressOf(spec), db)
      return db
    },
    drop: async ({ name, version }) => {
      for (const db of [analysts, authentication]) await db.collection(physicalName(name, version)).drop()
      await look()
      // The view of the earlier release. A collection of the analysts' own may bear the plain name.
      const view = found(analysts).get(name)
      const rest = [...found(analysts).keys()].some((other) => other.startsWith(`${name}_v`))
      if (apart.has(name) && view?.type === 'view' && !rest) await analysts.collection(name).drop()
    },
  }
}
