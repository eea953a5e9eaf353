// Technical records in memory, for tests of the edge: conditional writes and expiry as the port demands.
import type { ListOptions, Records, StoredRecord } from '../../src/stores/document-store.ts'

type Held = StoredRecord & { readonly expiresAt: Date | undefined }

export type MemoryRecords = Records & {
  /** Everything held, as text: what somebody with access to the store would read. */
  readonly dump: () => string
  /** How many records there are. */
  readonly size: () => number
}

export const memoryRecords = (now: () => number = Date.now): MemoryRecords => {
  const held = new Map<string, Held>()
  const find = (kind: string, key: string) => {
    const record = held.get(`${kind}/${key}`)
    return record && !(record.expiresAt && record.expiresAt.getTime() <= now()) ? record : undefined
  }
  const listed = (
    kind: string,
    { prefix = '', after, skip = 0, limit = Number.POSITIVE_INFINITY, backwards = false }: ListOptions = {},
  ) => {
    const found = ofKind(kind)
      .filter(({ key }) => find(kind, key))
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || (backwards ? key < after : key > after)))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    return (backwards ? found.toReversed() : found).slice(skip, skip + limit)
  }
  const ofKind = (kind: string) => [...held].filter(([name]) => name.startsWith(`${kind}/`)).map(([, record]) => record)
  return {
    place: 'memory',
    setAside: async () => [],
    get: async (kind, key) => find(kind, key),
    getMany: async (kind, keys) =>
      new Map(keys.flatMap((key) => (find(kind, key) ? [[key, find(kind, key) as StoredRecord] as const] : []))),
    put: async (kind, key, value, { expectedRevision, expiresAt, dueAt }) => {
      if ((find(kind, key)?.revision ?? -1) !== expectedRevision) return undefined
      const revision = expectedRevision + 1
      held.set(`${kind}/${key}`, { key, value, revision, expiresAt, ...(dueAt && { dueAt }) })
      return revision
    },
    remove: async (kind, key, expectedRevision) => {
      const record = find(kind, key)
      if (!record || (expectedRevision !== undefined && record.revision !== expectedRevision)) return false
      return held.delete(`${kind}/${key}`)
    },
    due: async (kinds, until, limit, after) =>
      kinds
        .flatMap((kind) => ofKind(kind).map((record) => ({ kind, ...record })))
        .filter(({ dueAt }) => dueAt && dueAt <= until)
        .filter(
          ({ dueAt, key }) =>
            !after || Number(dueAt) - Number(after.dueAt) > 0 || (Number(dueAt) === Number(after.dueAt) && key > after.key),
        )
        .toSorted((one, other) => Number(one.dueAt) - Number(other.dueAt) || (one.key < other.key ? -1 : 1))
        .slice(0, limit),
    list: async (kind, options) => listed(kind, options),
    keys: async (kind, options) => listed(kind, options).map(({ key }) => key),
    count: async (kind, { prefix, most }) => listed(kind, { prefix, limit: most }).length,
    dump: () => JSON.stringify([...held]),
    size: () => held.size,
  }
}
