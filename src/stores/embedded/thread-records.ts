// The technical records of another thread of the service. It has no connection to their file: what is removed must leave no trace, and a connection that
// reads could keep one. So each read and write is a call.
import type { DocumentStore, Records } from '../document-store.ts'
import type { RecordKinds } from './document-store.ts'
import type { Line } from './line.ts'

/** What the thread that has the file open does for another one. */
export type RecordKeeper = { readonly [Name in keyof Omit<Records, 'place'> as `records.${Name}`]: Records[Name] } & {
  readonly 'records.kinds': RecordKinds['kinds']
}

export const offerRecords = ({ records, inventory }: Pick<DocumentStore, 'records' | 'inventory'>): RecordKeeper => ({
  'records.get': records.get,
  'records.getMany': records.getMany,
  'records.put': records.put,
  'records.remove': records.remove,
  'records.due': records.due,
  'records.setAside': records.setAside,
  'records.list': records.list,
  'records.keys': records.keys,
  'records.count': records.count,
  'records.kinds': async () => (await inventory()).recordKinds,
})

/** `place`: see `Records`. */
export const threadRecords = (place: string, { call }: Line<RecordKeeper>): Records & RecordKinds => ({
  place,
  get: (...given) => call('records.get', ...given),
  getMany: (...given) => call('records.getMany', ...given),
  put: (...given) => call('records.put', ...given),
  remove: (...given) => call('records.remove', ...given),
  due: (...given) => call('records.due', ...given),
  setAside: () => call('records.setAside'),
  list: (...given) => call('records.list', ...given),
  keys: (...given) => call('records.keys', ...given),
  count: (...given) => call('records.count', ...given),
  kinds: () => call('records.kinds'),
})
