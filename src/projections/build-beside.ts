// A projection whose version was raised is built beside the current version: the old one goes on answering, kept current with the new fold, until
// the new one has caught up with the log. Workers fold both, each for its own shares of the accounts. One record says which version answers, so
// that all instances switch to the new one together, or drop it together when the operator abandons the build.
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { lastEvent } from '../stores/event-store.ts'
import { pauseFor } from '../stores/pause-for.ts'
import { addressOf, least } from './checkpoints.ts'
import { changeVersions, clearAbandoned, isAbandoned, type Plan, readVersions, type Versions } from './versions.ts'

export type Progress = {
  readonly collections: readonly string[]
  /** Up to where the new versions have been folded for all accounts. */
  readonly position: bigint
  /** The end of the log when the build began. */
  readonly end: bigint
  /** Undefined until something has been folded. */
  readonly secondsLeft: number | undefined
}

/** Why the operator's command cannot be done now. */
export class BuildRefused extends Error {
  override readonly name = 'BuildRefused'
}

export type Build = {
  /** Whether the new versions answer. */
  readonly done: () => boolean
  /** Whether the operator abandoned it. */
  readonly abandoned: () => boolean
  /** Ends it on every instance until it is resumed. The old versions go on answering. @throws BuildRefused once the new ones answer */
  readonly abandon: () => Promise<void>
  /** Begins it again on every instance. @throws BuildRefused when it was not abandoned, or while its documents are still being dropped */
  readonly resume: () => Promise<void>
  /**
   * Whether a writer whose account is in this partition has to wait for the new versions too: they have caught up there and may begin to answer
   * at any moment, on this instance or on another.
   */
  readonly isNear: (partition: string) => boolean
  readonly progress: () => Progress
  /** Stops it on this instance. The old versions go on answering, and the next start goes on from there. */
  readonly close: () => Promise<void>
}

export type BuildOptions = {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly plan: Plan
  readonly partitions: readonly string[]
  /** Between two looks at how far the new versions have come. */
  readonly lookEveryMs?: number
  /** The number of looks that all partitions must have been near before the new versions answer: every instance has seen it then. */
  readonly settledAfter?: number
  /** Begins or ends the folding of the new versions on this instance. At first it is as the plan says. */
  readonly fold: (on: boolean) => Promise<void>
  readonly onProgress: (progress: Progress, done: boolean) => void
  /** Called when the build was abandoned, and again at every start. */
  readonly onAbandoned: (collections: readonly string[]) => void
  readonly onError: (error: unknown) => void
}

/** Watches workers fold the new versions. Once they have caught up, the bare names and the analysts' views switch to them, all at once. */
export const watchBuild = async (options: BuildOptions): Promise<Build> => {
  const { log, documents, plan, partitions, lookEveryMs = 250, settledAfter = 1, fold, onProgress, onAbandoned, onError } = options
  const { building } = plan
  const { records } = documents
  const news = building.map(addressOf)
  const near = nearPartitions(documents, plan)
  const closing = new AbortController()
  let done = false
  let abandoned = plan.abandoned
  /** The number of looks in a row with every partition near, or since the build was abandoned. */
  let looks = 0
  let course = await startedCourse(log)
  const progress = () => ({ collections: news, ...progressOf(course) })

  const goOver = async () => {
    for (const partition of partitions) near.add(partition)
    await documents.define(building.map(({ spec }) => spec))
    done = true
    onProgress(progress(), true)
  }

  /** Drops what was built, once every instance has had time to see that it is abandoned and to stop folding. */
  const lookAtAbandoned = async ({ abandoned: left }: Versions) => {
    if (!abandoned) {
      abandoned = true
      near.clear()
      looks = 0
      onAbandoned(news)
    }
    await fold(false)
    if (left?.cleared || ++looks <= settledAfter) return
    await clearAbandoned(documents, building)
    looks = 0
  }

  const lookAtProgress = async () => {
    if (abandoned) {
      course = await startedCourse(log)
      abandoned = false
      looks = 0
    }
    await fold(true)
    const wereNear = partitions.every(near.has)
    const looked = await Promise.all(partitions.map(near.lookAt))
    course.at = least(looked.map(({ at }) => at)) ?? -1n
    course.start ??= course.at
    // An old version may have to be folded anew itself: being even with it is not enough.
    looks = wereNear && course.at >= course.end && looked.every(({ isEven }) => isEven) ? looks + 1 : 0
    if (looks >= settledAfter && answers(await changeVersions(records, takeOver(building)), building)) return goOver()
    if (performance.now() <= course.toldAt + betweenReportsMs) return
    course.toldAt = performance.now()
    onProgress(progress(), false)
  }

  const look = async () => {
    const versions = await readVersions(records)
    if (answers(versions, building)) return goOver()
    return isAbandoned(versions, building) ? lookAtAbandoned(versions) : lookAtProgress()
  }

  if (abandoned) onAbandoned(news)
  const looking = (async () => {
    while (!done && !closing.signal.aborted) {
      await look().catch(onError)
      if (!done) await pauseFor(lookEveryMs, closing.signal)
    }
  })()

  return {
    done: () => done,
    abandoned: () => abandoned,
    isNear: near.has,
    progress,
    abandon: () => abandonBuild(records, building),
    resume: () => resumeBuild(records, { building, lookEveryMs, clearedWithinMs: (settledAfter + 2) * lookEveryMs + clearingMs }),
    close: async () => {
      closing.abort()
      await looking
    },
  }
}

/** A partition is near when the new versions have reached the position that the old ones had at the look before. */
const nearPartitions = (documents: DocumentStore, { serving, building }: Plan) => {
  const olds = serving.filter(({ spec }) => building.some((each) => each.spec.name === spec.name)).map(addressOf)
  const news = building.map(addressOf)
  const near = new Set<string>()
  const oldAt = new Map<string, bigint>()
  return {
    has: (partition: string): boolean => near.has(partition),
    add: (partition: string) => near.add(partition),
    clear: () => {
      near.clear()
      oldAt.clear()
    },
    /**
     * `at`: up to where the new versions have been folded in the partition. `isEven`: they hold what the old ones held at the look before, so all that a
     * writer was told then, who did not wait for them yet.
     */
    lookAt: async (partition: string): Promise<{ readonly at: bigint; readonly isEven: boolean }> => {
      const found = await documents.checkpoints([...olds, ...news], partition)
      const slowest = (addresses: readonly string[]) => least(addresses.map((address) => found.get(address) ?? -1n)) ?? -1n
      const before = oldAt.get(partition)
      const isEven = before !== undefined && slowest(news) >= before
      if (isEven) near.add(partition)
      oldAt.set(partition, slowest(olds))
      return { at: slowest(news), isEven }
    },
  }
}

type Building = Plan['building']
type Records = DocumentStore['records']

const answers = ({ answering }: Versions, building: Building): boolean =>
  building.every(({ spec }) => answering[spec.name] === spec.version)

const takeOver =
  (building: Building) =>
  (versions: Versions): Versions | undefined => {
    if (answers(versions, building) || isAbandoned(versions, building)) return undefined
    const answering = Object.fromEntries(building.map(({ spec }) => [spec.name, spec.version]))
    return { answering: { ...versions.answering, ...answering }, abandoned: null }
  }

const abandonBuild = async (records: Records, building: Building): Promise<void> => {
  const collections = building.map(addressOf)
  const abandon = (versions: Versions) =>
    answers(versions, building) || isAbandoned(versions, building) ? undefined : { ...versions, abandoned: { collections, cleared: false } }
  if (answers(await changeVersions(records, abandon), building)) throw new BuildRefused('the new versions answer already')
}

type Resuming = { readonly building: Building; readonly lookEveryMs: number; readonly clearedWithinMs: number }

const resumeBuild = async (records: Records, { building, lookEveryMs, clearedWithinMs }: Resuming): Promise<void> => {
  const until = performance.now() + clearedWithinMs
  for (;;) {
    const versions = await readVersions(records)
    if (!isAbandoned(versions, building)) throw new BuildRefused('no build is abandoned')
    if (versions.abandoned?.cleared) break
    if (performance.now() > until) throw new BuildRefused('what was built is still being cleared away: ask again in a minute')
    await pause(lookEveryMs)
  }
  await changeVersions(records, (versions) =>
    isAbandoned(versions, building) && versions.abandoned?.cleared ? { ...versions, abandoned: null } : undefined,
  )
}

type Course = { readonly began: number; readonly end: bigint; start: bigint | undefined; at: bigint; toldAt: number }

const startedCourse = async (log: EventLog): Promise<Course> => {
  const last = await lastEvent(log.store)
  const began = performance.now()
  return { began, end: last?.position ?? -1n, start: undefined, at: -1n, toldAt: began }
}

const progressOf = ({ at, start, began, end }: Course): Omit<Progress, 'collections'> => {
  const folded = Number(at - (start ?? at))
  const perMs = folded / (performance.now() - began)
  const secondsLeft = folded > 0 ? Math.max(0, Math.round(Number(end - at) / perMs / 1000)) : undefined
  return { position: at, end, secondsLeft }
}

const betweenReportsMs = 5_000
/** How long a caller waits for the documents of a build to be dropped. */
const clearingMs = 10_000
