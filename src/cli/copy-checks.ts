// What is looked at before anything is copied: nobody works on the stores, and the target's records are not those of another service.
import { setTimeout as pause } from 'node:timers/promises'
import { countsOf, leaseTtlMs, workerKind } from '../processes/running/leases.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { subjectKeyKind } from '../stores/key-ring.ts'
import { CopyRefused } from './copy-log.ts'

/** @throws CopyRefused when a worker shows life there: what it writes meanwhile would be missing in the target. */
export const requireStopped = async ({ records }: Pick<DocumentStore, 'records'>, option: string): Promise<void> => {
  const before = await records.list(workerKind)
  if (before.length === 0) return
  await pause(Math.max(...before.map(({ value }) => countsOf(value, leaseTtlMs))))
  const known = new Map(before.map(({ key, revision }) => [key, revision]))
  const running = (await records.list(workerKind)).filter(({ key, revision }) => known.get(key) !== revision).length
  if (running > 0)
    throw new CopyRefused(`${running === 1 ? 'a worker runs' : `${running} workers run`} on the store of ${option}: stop the service first`)
}

/** Keys that are looked up. Those of another service are other ones, so some among the first show it. */
const lookedAt = 100

/** @throws CopyRefused when the target has keys that the source lacks. Records of an earlier attempt are the source's own. */
export const requireOwnRecords = async (from: Pick<DocumentStore, 'records'>, to: Pick<DocumentStore, 'records'>): Promise<void> => {
  const there = await to.records.keys(subjectKeyKind, { limit: lookedAt })
  const here = await Promise.all(there.map((key) => from.records.get(subjectKeyKind, key)))
  if (here.includes(undefined))
    throw new CopyRefused(
      'the target of the keys holds those of another log: name an empty database or folder, or continue an earlier copy of the same source',
    )
}
