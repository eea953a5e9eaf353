// Which version of each read model answers, which is built beside it, and which build the operator abandoned: one record that all instances share.
import { parsedAddress } from '../stores/collections.ts'
import type { DocumentStore, Records } from '../stores/document-store.ts'
import { addressOf } from './checkpoints.ts'
import type { AnyProjection } from './projection.ts'

export type Versions = {
  /** The version by the collection's name. Collections whose version was never raised are not in it. */
  readonly answering: { readonly [name: string]: number }
  /** The build that goes on only when the operator resumes it. A release that raises other versions begins a new one. */
  readonly abandoned: {
    readonly collections: readonly string[]
    /** Whether all of its documents are dropped. Before that it cannot be resumed. */
    readonly cleared: boolean
  } | null
}

export type Plan = {
  /** The versions that answer reads now: the current ones, or the complete ones before them. */
  readonly serving: readonly AnyProjection[]
  /** The versions that must be built before they can answer. */
  readonly building: readonly AnyProjection[]
  /** Whether the operator abandoned the build. */
  readonly abandoned: boolean
  /** Whether this release can make its answers of the versions that answer now. */
  readonly isReadable: boolean
  /** Versions that answer no reads any more. */
  readonly outdated: readonly string[]
}

const kind = 'read_models'
const key = 'versions'

export const readVersions = async (records: Records): Promise<Versions & { readonly revision: number }> => {
  const record = await records.get(kind, key)
  const value = { answering: {}, abandoned: null, ...(record?.value as Versions | undefined) }
  return { ...value, revision: record?.revision ?? -1 }
}

/** @param change returns undefined to change nothing. @returns the versions after it. Of two instances that change them at once, the later one sees the change of the earlier */
export const changeVersions = async (records: Records, change: (versions: Versions) => Versions | undefined): Promise<Versions> => {
  for (;;) {
    const { revision: expectedRevision, ...versions } = await readVersions(records)
    const changed = change(versions)
    if (changed === undefined || (await records.put(kind, key, changed, { expectedRevision })) !== undefined) return changed ?? versions
  }
}

/** Whether the abandoned build is that of these versions. */
export const isAbandoned = ({ abandoned }: Versions, building: readonly AnyProjection[]): boolean =>
  abandoned !== null && abandoned.collections.toSorted().join() === building.map(addressOf).sort().join()

/**
 * Drops, without traces, what an earlier release kept with the analysts' collections and this one keeps apart. Only for a single instance: others would
 * still answer from it. The collections are then built from the log like missing ones.
 */
export const dropMoved = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<void> => {
  const apart = new Set(projections.filter(({ spec }) => spec.store === 'authentication').map(({ spec }) => spec.name))
  const { checkpoints } = await documents.inventory()
  const misplaced = checkpoints.filter(({ collection, store }) => store === undefined && apart.has(parsedAddress(collection)?.name ?? ''))
  for (const address of new Set(misplaced.map(({ collection }) => collection))) await documents.drop(address)
  if (misplaced.length > 0) await documents.scrub()
}

/** What has to be built while an older version answers: the same on every instance. */
export const planVersions = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<Plan> => {
  const versions = await readVersions(documents.records)
  const { answering } = versions
  const { checkpoints } = await documents.inventory()
  const begun = [...new Set(checkpoints.map(({ collection }) => collection))].flatMap((address) => parsedAddress(address) ?? [])
  const [serving, building, outdated]: [AnyProjection[], AnyProjection[], string[]] = [[], [], []]
  let isReadable = true
  for (const each of projections) {
    const { name, version } = each.spec
    const older = begun
      .filter((other) => other.name === name && other.version < version)
      .map((other) => other.version)
      .sort((one, other) => one - other)
    // A version that was begun after the first and never answered is an unfinished build.
    const former = answering[name] === version ? undefined : (older.find((old) => old === answering[name]) ?? older[0])
    if (former === undefined) serving.push(each)
    else {
      serving.push(carriedOn(withVersion(each, former)))
      building.push(each)
      isReadable &&= former >= (each.readableSince ?? 0)
    }
    outdated.push(...older.filter((old) => old !== former).map((old) => addressOf(withVersion(each, old))))
  }
  return { serving, building, abandoned: isAbandoned(versions, building), isReadable, outdated }
}

/** Without the abbreviations of this version: the store has kept those of the former one, if it had any. */
const withVersion = ({ spec: { abbreviations: _, ...spec }, ...projection }: AnyProjection, version: number): AnyProjection => ({
  ...projection,
  spec: { ...spec, version },
})

/** The new fold over documents of the old shape. A document that it cannot fold stays as it is until the new version answers. */
const carriedOn = ({ render: _, ...projection }: AnyProjection): AnyProjection => ({
  ...projection,
  fold: (before, events, key) =>
    events.reduce((document, event) => {
      try {
        return projection.fold(document, [event], key)
      } catch {
        return document
      }
    }, before),
})

const clearing = 'clearing'
const clearedWithinMs = 60_000

/** Drops the documents of an abandoned build, unless it was resumed or another instance is dropping them. */
export const clearAbandoned = async (documents: DocumentStore, building: readonly AnyProjection[]): Promise<void> => {
  const { records } = documents
  const expiresAt = new Date(Date.now() + clearedWithinMs)
  const mine = await records.put(kind, clearing, {}, { expectedRevision: -1, expiresAt })
  if (mine === undefined) return
  try {
    const versions = await readVersions(records)
    if (!isAbandoned(versions, building) || versions.abandoned?.cleared) return
    for (const each of building) await documents.drop(addressOf(each))
    await changeVersions(records, (now) =>
      isAbandoned(now, building) && now.abandoned ? { ...now, abandoned: { ...now.abandoned, cleared: true } } : undefined,
    )
  } finally {
    await records.remove(kind, clearing, mine)
  }
}
