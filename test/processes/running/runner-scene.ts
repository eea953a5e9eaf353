// What the tests of the runner share: stores of their own for each test, runners on them, and what the retry inbox holds.
import type { Test } from 'uvu'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import type { Delivery, Later } from '../../../src/processes/process.ts'
import { retryInboxKind } from '../../../src/processes/running/retry-inbox.ts'
import { type Runner, type RunnerOptions, startRunner } from '../../../src/processes/running/runner.ts'
import { beginning } from '../../../src/stores/event-log.ts'
import { replaceProcessCheckpoints } from '../../../src/stores/process-checkpoints.ts'
import { until } from '../../eventually.ts'
import { context, openStores, type Stores, switched } from '../../stores/log.ts'

export type Switched = StoredEvent<'FeatureSwitched'>
export type React = (event: Switched, delivery: Delivery) => Promise<Later | undefined>

export const stream = (name: string) => `account-${name}`
export const notes = (of: readonly Switched[]) => of.map(({ data }) => data.feature)

/** Another account than the one that the stores append for. */
export const other = '0198c0de-0000-7000-8000-0000000000ad'

export const runnerScene = (test: Test) => {
  const scene = {
    /** Those of the test that runs. A test that opens them again puts the new ones here. */
    stores: {} as Stores,
    /** Closed after the test. */
    runners: [] as Runner[],

    start: async (react: React, options: Partial<RunnerOptions> = {}): Promise<Runner> => {
      const { log, documents } = scene.stores
      const process = { name: 'watcher', on: { FeatureSwitched: react } }
      const runner = await startRunner({ log, documents, process, pause: () => 0, ...options })
      scene.runners.push(runner)
      return runner
    },

    closeRunners: async () => {
      await Promise.all(scene.runners.splice(0).map((runner) => runner.close()))
    },

    /** As a kill leaves it: closed without its checkpoint, which is what stood before. */
    killed: async (runner: Runner, checkpoint: bigint | undefined) => {
      await runner.close()
      const positions = new Map(checkpoint === undefined ? [] : [['watcher', checkpoint]])
      await replaceProcessCheckpoints(scene.stores.documents.records, 'all', { positions, logEnd: checkpoint ?? -1n })
    },

    /** What the retry inbox holds. */
    works: async () =>
      (await scene.stores.documents.records.list(retryInboxKind('watcher', 'all'))).map(({ value }) => `${value.state} ${value.revision}`),

    worksBecome: (...expected: readonly string[]) =>
      until(`the retry inbox holds ${expected.join(', ') || 'nothing'}`, async () => (await scene.works()).join() === expected.join()),

    appendOfOther: (name: string) =>
      scene.stores.log.append(stream(name), [switched(name)], beginning(stream(name)), context({ accountId: other })),
  }

  test.before.each(async () => {
    scene.stores = await openStores()
  })
  test.after.each(async () => {
    await scene.closeRunners()
    await scene.stores.close()
  })
  return scene
}
