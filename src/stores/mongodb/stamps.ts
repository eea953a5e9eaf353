// The stamps of selections on MongoDB: texts made of the positions of what is selected.
import type { Filter } from 'mongodb'
import { checkFields, declaredFields } from '../collections.ts'
import type { DocumentStore, SameField, Selection } from '../document-store.ts'
import { alive, decodeFields, encodePath, type StoredFields } from './documents.ts'
import { filterOf } from './query.ts'
import type { ReadOptions } from './reads.ts'

export const openStamps = ({ collections, documentsOf, reach: { repeatable } }: ReadOptions): DocumentStore['stamps'] => {
  /** Null where the document has none. */
  const sameValue = async ({ field, collection, key }: SameField) => {
    const spec = collections.at(collection)
    checkFields(spec, declaredFields(spec), { [field]: null })
    const found = await documentsOf(spec).findOne({ _id: key, ...alive }, { projection: { [encodePath(field)]: 1 } })
    const value = found && decodeFields(found)[field]
    return typeof value === 'string' || typeof value === 'number' ? value : null
  }

  /** Undefined: nothing is selected. */
  const filterFor = async (selection: Selection): Promise<Filter<StoredFields> | undefined> => {
    if ('key' in selection) return { _id: selection.key }
    const { collection, where, sameAs } = selection
    const spec = collections.at(collection)
    checkFields(spec, declaredFields(spec), sameAs ? { ...where, [sameAs.field]: null } : where)
    if (!sameAs) return filterOf(spec, where)
    const value = await sameValue(sameAs)
    return value === null ? undefined : filterOf(spec, { ...where, [sameAs.field]: value })
  }

  const stampOf = async (selection: Selection): Promise<string> => {
    const spec = collections.at(selection.collection)
    const filter = await filterFor(selection)
    const found = filter
      ? await documentsOf(spec)
          .find(filter, { projection: { _position: 1, _deleted: 1 } })
          .toArray()
      : []
    const newest = found
      .map(({ _position }) => _position)
      .toSorted(ascending)
      .at(-1)
    if (newest === undefined) return `${spec.version}:`
    return `${spec.version}:${found.length} ${newest}${found.some(({ _deleted }) => _deleted) ? ' deleted' : ''}`
  }

  return (selections) => Promise.all(selections.map((selection) => repeatable(() => stampOf(selection))))
}

const ascending = (one: bigint, other: bigint): number => (one < other ? -1 : 1)
