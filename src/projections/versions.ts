// Which version of each read model answers, which is built beside it, and which build the operator abandoned: one record that all instances share.
import { parsedAddress } from '../stores/collections.ts'
import type { DocumentStore, Records } from '../stores/document-store.ts'
import { addressOf } from './checkpoints.ts'
import type { AnyProjection } from './projection.ts'

export type Versions = {
  /** By the collection's name. Those that were never raised are not in it. */
  readonly answering: { readonly [name: string]: number }
  /** The build that goes on only when the operator says so; a release that raises other versions begins one of its own. */
  readonly abandoned: {
    readonly collections: readonly string[]
    /** Whether nothing of it is left; before that it cannot be taken up again. */
    readonly cleared: boolean
  } | null
}

export type Plan = {
  /** What reads are answered from now: the current versions, or the ones before that stand complete. */
  readonly serving: readonly AnyProjection[]
  /** What has to be built before it can answer. */
  readonly building: readonly AnyProjection[]
  /** Whether the operator said that it is not to be built. */
  readonly abandoned: boolean
  /** Versions that nothing is answered from any more. */
  readonly outdated: readonly string[]
}

const kind = 'read_models'
const key = 'versions'

export const readVersions = async (records: Records): Promise<Versions & { readonly revision: number }> => {
  const record = await records.get(kind, key)
  const value = { answering: {}, abandoned: null, ...(record?.value as unknown as Versions | undefined) }
  return { ...value, revision: record?.revision ?? -1 }
}

/** @param change undefined leaves it as it is. @returns what stands then; of two instances that change it at once the later sees what the earlier wrote */
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

/** What has to be built while an older version answers: the same on every instance. */
export const planVersions = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<Plan> => {
  const versions = await readVersions(documents.records)
  const { answering } = versions
  const { checkpoints } = await documents.inventory()
  const begun = [...new Set(checkpoints.map(({ collection }) => collection))].flatMap((address) => parsedAddress(address) ?? [])
  const [serving, building, outdated]: [AnyProjection[], AnyProjection[], string[]] = [[], [], []]
  for (const each of projections) {
    const { name, version } = each.spec
    const older = begun
      .filter((other) => other.name === name && other.version < version)
      .map((other) => other.version)
      .sort((one, other) => one - other)
    // What was begun after the first, and never answered, is an unfinished build.
    const former = answering[name] === version ? undefined : (older.find((old) => old === answering[name]) ?? older[0])
    if (former === undefined) serving.push(each)
    else {
      serving.push(carriedOn(withVersion(each, former)))
      building.push(each)
    }
    outdated.push(...older.filter((old) => old !== former).map((old) => addressOf(withVersion(each, old))))
  }
  return { serving, building, abandoned: isAbandoned(versions, building), outdated }
}

const withVersion = (projection: AnyProjection, version: number): AnyProjection => ({
  ...projection,
  spec: { ...projection.spec, version },
})

/** The new fold over documents of the old shape: one that it cannot go on with stays as it was until the new version answers. */
const carriedOn = (projection: AnyProjection): AnyProjection => ({
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

/** Drops what an abandoned build left, unless it was taken up again or another instance is at it. */
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
