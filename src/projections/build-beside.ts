// A projection whose version was raised is built beside the version that stands: the old one goes on answering, kept current with the new fold, until
// the new one has caught up with the log. Workers fold both, each for its own shares of the accounts; which version answers stands in one record, so
// that all instances go over to the new one together.
import { setTimeout as pause } from 'node:timers/promises'
import { parsedAddress } from '../stores/collections.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { AnyProjection } from './projection.ts'
import { addressOf, least } from './projector.ts'

export type Plan = {
  /** What reads are answered from now: the current versions, or the ones before that stand complete. */
  readonly serving: readonly AnyProjection[]
  /** What has to be built before it can answer. */
  readonly building: readonly AnyProjection[]
  /** Versions that nothing is answered from any more. */
  readonly outdated: readonly string[]
}

const kind = 'read_models'
/** Which version of each collection answers, by the collection's name. Those that were never raised are not in it. */
const answeringKey = 'answering'

/** What has to be built while an older version answers: the same on every instance. */
export const planVersions = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<Plan> => {
  const answering = (await documents.records.get(kind, answeringKey))?.value ?? {}
  const { checkpoints } = await documents.inventory()
  const begun = [...new Set(checkpoints.map(({ collection }) => collection))].flatMap((address) => parsedAddress(address) ?? [])
  const [serving, building, outdated]: [AnyProjection[], AnyProjection[], string[]] = [[], [], []]
  for (const each of projections) {
    const { name, version } = each.spec
    const older = begun
      .filter((other) => other.name === name && other.version < version)
      .map((other) => other.version)
      .sort((one, other) => other - one)
    const former = answering[name] === version ? undefined : (older.find((old) => old === answering[name]) ?? older[0])
    if (former === undefined) serving.push(each)
    else {
      serving.push(carriedOn(withVersion(each, former)))
      building.push(each)
    }
    outdated.push(...older.filter((old) => old !== former).map((old) => addressOf(withVersion(each, old))))
  }
  return { serving, building, outdated }
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

export type Progress = {
  readonly collections: readonly string[]
  /** Up to where the new versions have been folded for all accounts. */
  readonly position: bigint
  /** The end of the log when the build began. */
  readonly end: bigint
  /** Undefined until something has been folded. */
  readonly secondsLeft: number | undefined
}

export type Build = {
  /** Whether the new versions answer. */
  readonly done: () => boolean
  /**
   * Whether a writer whose account is in this partition has to wait for the new versions too: they have caught up there and may answer from one
   * moment to the next, on this instance or on another.
   */
  readonly isNear: (partition: string) => boolean
  readonly progress: () => Progress
  /** Ends it. Before it is done that leaves the old versions answering; the next start goes on where it stopped. */
  readonly close: () => Promise<void>
}

export type BuildOptions = {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly plan: Plan
  readonly partitions: readonly string[]
  /** Between two looks at how far the new versions have come. */
  readonly lookEveryMs?: number
  /** All partitions must have been near for so many looks before the new versions answer: then every instance has seen it. */
  readonly settledAfter?: number
  readonly onProgress: (progress: Progress, done: boolean) => void
  readonly onError: (error: unknown) => void
}

/** Watches workers fold the new versions; once they have caught up, the bare names and the analysts' views speak of them, at one stroke. */
export const watchBuild = async (options: BuildOptions): Promise<Build> => {
  const { log, documents, plan, partitions, lookEveryMs = 250, settledAfter = 1, onProgress, onError } = options
  const { serving, building } = plan
  const olds = serving.filter(({ spec }) => building.some((each) => each.spec.name === spec.name)).map(addressOf)
  const news = building.map(addressOf)
  const closing = new AbortController()
  const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
  const end = last?.position ?? -1n
  const began = performance.now()
  const near = new Set<string>()
  const oldAt = new Map<string, bigint>()
  let toldAt = began
  let done = false
  let start: bigint | undefined
  let at = -1n
  let looksNear = 0

  const progress = (): Progress => {
    const folded = Number(at - (start ?? at))
    const perMs = folded / (performance.now() - began)
    const secondsLeft = folded > 0 ? Math.max(0, Math.round(Number(end - at) / perMs / 1000)) : undefined
    return { collections: news, position: at, end, secondsLeft }
  }

  /** Near is what has come to where the old versions were at the look before. */
  const lookAt = async (partition: string): Promise<bigint> => {
    const found = await documents.checkpoints([...olds, ...news], partition)
    const slowest = (addresses: readonly string[]) => least(addresses.map((address) => found.get(address) ?? -1n)) ?? -1n
    const before = oldAt.get(partition)
    if (before !== undefined && slowest(news) >= before) near.add(partition)
    oldAt.set(partition, slowest(olds))
    return slowest(news)
  }

  const isAnswering = async (): Promise<boolean> => {
    const record = await documents.records.get(kind, answeringKey)
    const answers = (value: object) => building.every(({ spec }) => Reflect.get(value, spec.name) === spec.version)
    if (record && answers(record.value)) return true
    if (looksNear < settledAfter) return false
    const value = { ...record?.value, ...Object.fromEntries(building.map(({ spec }) => [spec.name, spec.version])) }
    return (await documents.records.put(kind, answeringKey, value, { expectedRevision: record?.revision ?? -1 })) !== undefined
  }

  const look = async () => {
    at = least(await Promise.all(partitions.map(lookAt))) ?? -1n
    start ??= at
    looksNear = near.size === partitions.length ? looksNear + 1 : 0
    if (await isAnswering()) {
      for (const partition of partitions) near.add(partition)
      await documents.define(building.map(({ spec }) => spec))
      done = true
      onProgress(progress(), true)
    } else if (performance.now() > toldAt + betweenReportsMs) {
      toldAt = performance.now()
      onProgress(progress(), false)
    }
  }

  const looking = (async () => {
    while (!done && !closing.signal.aborted) {
      await look().catch(onError)
      if (!done) await pause(lookEveryMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  })()

  return {
    done: () => done,
    isNear: (partition) => near.has(partition),
    progress,
    close: async () => {
      closing.abort()
      await looking
    },
  }
}

const betweenReportsMs = 5_000
