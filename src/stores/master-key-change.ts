// The change of the master key, in the technical records: every subject's key is wrapped by the new one. It can be interrupted anywhere and run again:
// a record says that it is under way until all is done, and the service does not start meanwhile (`checkKeys`).
import { createSecretKey } from 'node:crypto'
import type { Records } from './document-store.ts'
import { isUnderKey, keyChangeKey, markOf, masterKeyMark, noteMasterKey, WrongMasterKey } from './kept-keys.ts'
import { subjectKeyKind, unwrap, wrap } from './key-ring.ts'
import { recordPages } from './record-pages.ts'

export type MasterKeys = { readonly records: Records; readonly from: Buffer; readonly to: Buffer }

/** The mark of the new key, while a change is under way. */
export const keyChangeUnderWay = async (records: Records): Promise<string | undefined> => {
  const record = await records.get(...keyChangeKey)
  return record && String(record.value.to)
}

/**
 * Notes that the change is under way. Repeatable.
 * @returns whether the records belong to the new key already: only what follows them may be left to do
 * @throws WrongMasterKey when they belong to neither key, or a change to a third one is under way
 */
export const beginKeyChange = async ({ records, from, to }: MasterKeys): Promise<boolean> => {
  const begun = await keyChangeUnderWay(records)
  if (begun !== undefined && begun !== markOf(to))
    throw new WrongMasterKey('a change to another new master key has begun and not ended: run it again with the same two keys first')
  const isOver = (await masterKeyMark(records)) === markOf(to)
  const subjects = await records.keys(subjectKeyKind, { limit: lookedAt })
  if (!isOver && !(await isUnderKey(records, from, subjects)))
    throw new WrongMasterKey(
      'the old master key (MASTER_KEY, or master.key in the data folder) is not the one that the data was written with',
    )
  await noteMasterKey({ records, masterKey: from })
  await records.put(...keyChangeKey, { to: markOf(to) }, { expectedRevision: -1 })
  return isOver
}

/** Keys that tell whether records without a mark belong to a master key. */
const lookedAt = 100

export type Rewrapped = {
  /** All keys that were not destroyed. */
  readonly keys: number
  /** Those that the old master key wrapped. */
  readonly changed: number
  /** Those that neither master key opens: they were damaged before. */
  readonly unopened: number
}

/** Wraps every subject's key by the new master key. One that it wraps already stays as it is. @param onProgress called with the number of keys behind it */
export const rewrapKeys = async ({ records, from, to }: MasterKeys, onProgress?: (keys: number) => void): Promise<Rewrapped> => {
  const [before, after] = [createSecretKey(from), createSecretKey(to)]
  const counts = { keys: 0, changed: 0, unopened: 0 }
  for await (const page of recordPages(records, subjectKeyKind)) {
    const writing = page.map(async ({ key: subject, value, revision }) => {
      if (typeof value.wrapped !== 'string') return
      counts.keys++
      if (unwrap(after, subject, value.wrapped) !== 'lost') return
      const key = unwrap(before, subject, value.wrapped)
      if (typeof key !== 'object') return void counts.unopened++
      const wrapped = wrap(after, subject, key)
      await records.put(subjectKeyKind, subject, { ...value, wrapped }, { expectedRevision: revision, withoutTrace: true })
      counts.changed++
    })
    await Promise.all(writing)
    onProgress?.(counts.keys)
  }
  return counts
}

export const endKeyChange = async (records: Records): Promise<void> => {
  await records.remove(...keyChangeKey)
}
