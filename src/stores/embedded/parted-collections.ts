// Two files of collections as one: those of authentication are kept apart from those that analysts are given.
import { addressOf, parsedAddress } from '../collections.ts'
import type { CollectionSpec, DocumentStore } from '../document-store.ts'
import type { CollectionsFile } from './collections-file.ts'

type Parts = { readonly analysts: CollectionsFile; readonly authentication: CollectionsFile }

type PartedCollections = Omit<CollectionsFile, 'stampOf' | 'close'> & Pick<DocumentStore, 'stamps'>

/** Each file has the checkpoints of its own collections, so that each is whole whatever becomes of the other. */
export const partCollections = ({ analysts, authentication }: Parts): PartedCollections => {
  const apart = new Set<string>()
  const placeOf = (name: string): CollectionsFile => (apart.has(name) ? authentication : analysts)
  const placeFor = ({ store }: CollectionSpec): CollectionsFile => (store === 'authentication' ? authentication : analysts)

  return {
    define: async (specs) => {
      for (const [place, some] of Map.groupBy(specs, placeFor)) await place.define(some)
      for (const spec of specs)
        for (const name of [spec.name, addressOf(spec)]) apart[placeFor(spec) === authentication ? 'add' : 'delete'](name)
    },

    get: (name, key) => placeOf(name).get(name, key),
    rendering: (name, key) => placeOf(name).rendering(name, key),
    getMany: (name, keys) => placeOf(name).getMany(name, keys),
    find: (name, options) => placeOf(name).find(name, options),
    count: (name, where) => placeOf(name).count(name, where),
    all: (name) => placeOf(name).all(name),
    stamps: async (selections) => selections.map((selection) => placeOf(selection.collection).stampOf(selection)),

    commit: async (commits, options) => {
      for (const [place, some] of Map.groupBy(commits, ({ collection }) => placeOf(collection))) await place.commit(some, options)
    },

    checkpoint: (name, partition) => placeOf(name).checkpoint(name, partition),
    checkpoints: async (names, partition) => {
      const found = [...Map.groupBy(names, placeOf)].map(([place, some]) => place.checkpoints(some, partition))
      return new Map((await Promise.all(found)).flatMap((positions) => [...positions]))
    },
    allCheckpoints: () => [
      ...analysts.allCheckpoints(),
      ...authentication.allCheckpoints().map((each) => ({ ...each, store: 'authentication' as const })),
    ],

    // A version of the past may lie in either.
    drop: async (name) => {
      const isPast = parsedAddress(name) !== undefined && !apart.has(name)
      await placeOf(name).drop(name)
      if (isPast) await authentication.drop(name)
    },

    scrub: async () => {
      await analysts.scrub()
      await authentication.scrub()
    },
  }
}
