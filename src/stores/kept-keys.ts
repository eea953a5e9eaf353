// Whether the keys of personal data are there: the log names the subject of every sealed value, so it knows which keys must exist. A start without them would
// read every person as lost, and would make new keys beside the missing ones.
import { hkdfSync } from 'node:crypto'
import { sealedSubjectsIn } from '../events/personal-data.ts'
import type { Records } from './document-store.ts'
import type { EventStore } from './event-store.ts'
import { openKeyRing, subjectKeyKind } from './key-ring.ts'

/** The data was written under another master key; the message is one line for the operator. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

/** The log holds personal data whose keys are missing. The message is one line for the operator. */
export class LostKeys extends Error {
  override readonly name = 'LostKeys'
}

/** How many events at either end of the log are looked at: keys that are missing from a store, or older than the log, show at one of them. */
const eventsAtAnEnd = 300

/** The subjects of personal data at the beginning and at the end of the log. */
export const subjectsKept = async (events: EventStore): Promise<ReadonlySet<string>> => {
  const subjects = new Set<string>()
  for (const direction of ['forwards', 'backwards'] as const)
    for await (const { data } of events.readAll({ direction, limit: eventsAtAnEnd })) sealedSubjectsIn(data, subjects)
  return subjects
}

export type KeptKeys = {
  /** As `subjectsKept` found them. */
  readonly subjects: ReadonlySet<string>
  readonly records: Records
  readonly masterKey: Buffer
  /** The operator accepts that keys are gone for good. The data under them reads `[lost]`. */
  readonly acceptLoss: boolean
}

/** Writes nothing. @throws LostKeys, WrongMasterKey */
export const checkKeys = async ({ subjects, records, masterKey, acceptLoss }: KeptKeys): Promise<void> => {
  if (await records.get(...keyChangeKey))
    throw new WrongMasterKey(
      'a change of the master key has begun and not ended: run npm run stores -- change-master-key again, with the same keys as before',
    )
  const kept = await records.getMany(subjectKeyKind, [...subjects])
  // A damaged key is one person's loss, which the service shows, and no reason to stop.
  const aside = new Set((await records.setAside()).filter(({ kind }) => kind === subjectKeyKind).map(({ key }) => key))
  const missing = [...subjects].filter((subject) => !kept.has(subject) && !aside.has(subject)).length
  if (missing > 0 && !acceptLoss) throw lostKeys(records.place, `lacks ${missing} of ${subjects.size} keys that were looked for`)
  if (!(await isUnderKey(records, masterKey, [...kept.keys()])))
    throw new WrongMasterKey('the master key (MASTER_KEY, or master.key in the data folder) is not the one that the data was written with')
}

/** Notes which master key the records belong to, so that another one shows at the next start even before anything was sealed. */
export const noteMasterKey = async ({ records, masterKey }: Pick<KeptKeys, 'records' | 'masterKey'>): Promise<void> => {
  await records.put(...markKey, { mark: markOf(masterKey) }, { expectedRevision: -1 })
}

/** Notes that the records belong to this master key from now on. */
export const replaceMasterKey = async ({ records, masterKey }: Pick<KeptKeys, 'records' | 'masterKey'>): Promise<void> => {
  const { revision = -1 } = (await records.get(...markKey)) ?? {}
  await records.put(...markKey, { mark: markOf(masterKey) }, { expectedRevision: revision })
}

/** The mark of the master key that the records belong to; undefined in those of an early release. */
export const masterKeyMark = async (records: Records): Promise<string | undefined> => {
  const record = await records.get(...markKey)
  return record && String(record.value.mark)
}

/** Whether the records belong to this master key. @param subjects some that have keys, which tell where the records have no mark */
export const isUnderKey = async (records: Records, masterKey: Buffer, subjects: readonly string[]): Promise<boolean> => {
  const mark = await masterKeyMark(records)
  return mark === undefined ? !(await opensNothing({ subjects, records, masterKey })) : mark === markOf(masterKey)
}

export const lostKeys = (place: string, finding: string): LostKeys =>
  new LostKeys(
    `the log holds personal data, but ${place} ${finding}; restore the records that belong to this log, or accept the loss with ACCEPT_LOST_KEYS=true`,
  )

const markKey = ['installation', 'master_key_mark'] as const
/** It is there while the master key is being changed. */
export const keyChangeKey = ['installation', 'master_key_change'] as const

/** Tells master keys apart without telling anything about them. */
export const markOf = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'master key check', 32)).toString('base64')

/** The keys themselves tell. */
const opensNothing = async ({
  subjects,
  ...options
}: Pick<KeptKeys, 'records' | 'masterKey'> & { readonly subjects: readonly string[] }) => {
  const states = [...(await openKeyRing(options).find(subjects)).values()]
  return states.includes('lost') && !states.some((state) => typeof state === 'object')
}
