// A projection whose version was raised is built beside the version that stands: the old one goes on answering, kept current with the new fold, until
// the new one has caught up with the log. For one instance that folds the whole log.

import { parsedAddress } from '../stores/collections.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { AnyProjection } from './projection.ts'
import { addressOf, type Projector, startProjector, wholeLog } from './projector.ts'

export type Plan = {
  /** What reads are answered from now: the current versions, or the ones before that stand complete. */
  readonly serving: readonly AnyProjection[]
  /** What has to be built before it can answer. */
  readonly building: readonly AnyProjection[]
  /** Versions that nothing is answered from any more. */
  readonly outdated: readonly string[]
}

/** From the checkpoints: which collections have to be built while an older version answers. */
export const planVersions = async (documents: DocumentStore, projections: readonly AnyProjection[]): Promise<Plan> => {
  const { checkpoints } = await documents.inventory()
  const reached = new Map(
    checkpoints.filter(({ partition }) => partition === wholeLog.partition).map((each) => [each.collection, each.position]),
  )
  const [serving, building, outdated]: [AnyProjection[], AnyProjection[], string[]] = [[], [], []]
  for (const each of projections) {
    const { name, version } = each.spec
    const older = [...reached.keys()]
      .map(parsedAddress)
      .filter((address) => address !== undefined && address.name === name && address.version < version)
      .map((address) => address?.version ?? 0)
      .sort((one, other) => other - one)
    const [newest, ...rest] = older.map((old) => withVersion(each, old))
    if (newest === undefined || (reached.get(addressOf(each)) ?? -1n) >= (reached.get(addressOf(newest)) ?? -1n)) {
      serving.push(each)
      outdated.push(...older.map((old) => addressOf(withVersion(each, old))))
    } else {
      serving.push(carriedOn(newest))
      building.push(each)
      outdated.push(...rest.map(addressOf))
    }
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
  fold: (document, event, key) => {
    try {
      return projection.fold(document, event, key)
    } catch {
      return document
    }
  },
})

export type Progress = {
  readonly collections: readonly string[]
  readonly position: bigint
  /** The end of the log when the build began. */
  readonly end: bigint
  /** Undefined until something has been folded. */
  readonly secondsLeft: number | undefined
}

export type Build = {
  /** Whether the new versions answer. */
  readonly done: () => boolean
  readonly progress: () => Progress
  /** Whether the new versions have passed the position. */
  readonly passed: Projector['passed']
  /** Ends it. Before it is done that leaves the old versions answering; the next start goes on where it stopped. */
  readonly close: () => Promise<void>
}

/** Folds the new versions in the background; once they have caught up, the bare names and the analysts' views speak of them, at one stroke. */
export const buildBeside = async ({
  log,
  documents,
  building,
  onProgress,
  onError,
}: {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly building: readonly AnyProjection[]
  readonly onProgress: (progress: Progress, done: boolean) => void
  readonly onError: (error: unknown) => void
}): Promise<Build> => {
  const end = await endOf(log)
  const began = performance.now()
  let toldAt = began
  let done = false
  let start = -1n
  let at = -1n

  const progress = (): Progress => {
    const folded = Number(at - start)
    const perMs = folded / (performance.now() - began)
    return {
      collections: building.map(addressOf),
      position: at,
      end,
      secondsLeft: folded > 0 ? Math.max(0, Math.round(Number(end - at) / perMs / 1000)) : undefined,
    }
  }

  const swap = async () => {
    await documents.define(building.map(({ spec }) => spec))
    done = true
    onProgress(progress(), true)
  }

  const projector = await startProjector({
    log,
    documents,
    projections: building,
    onError,
    onCommit: (_, position) => {
      at = position
      if (done || performance.now() < toldAt + betweenReportsMs) return
      toldAt = performance.now()
      onProgress(progress(), false)
    },
  })
  start = projector.position()
  at = start

  // The log grows meanwhile: it is caught up with what stands at its end when that end was asked for last.
  const following = (async () => {
    for (let target = end; await projector.passed(target, longestBuildMs); ) {
      const next = await endOf(log)
      if (next - target < closeEnough) {
        if (await projector.passed(next, longestBuildMs)) await swap()
        return
      }
      target = next
    }
  })().catch(onError)

  return {
    done: () => done,
    progress,
    passed: projector.passed,
    close: async () => {
      await projector.close()
      await following
    },
  }
}

const endOf = async (log: EventLog): Promise<bigint> => {
  const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
  return last?.position ?? -1n
}

const betweenReportsMs = 5_000
const longestBuildMs = 2 ** 31 - 1
/** So few events behind are folded in a moment. */
const closeEnough = 1_000n
