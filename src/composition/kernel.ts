// The core of a running service: the stores, the log with the keys of its personal data, and the handling of commands.
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { isWriter } from '../auth/rights.ts'
import { onClocks, openClockTimes, type TimeOf } from '../commands/clock-times.ts'
import { type Aggregates, openAggregates } from '../commands/handler.ts'
import type { HasAnother } from '../commands/needs-another.ts'
import type { Config } from '../config.ts'
import { eachFound, type Read, reader } from '../projections/read.ts'
import { testClocks } from '../projections/test-clocks.ts'
import { users } from '../projections/users.ts'
import type { Records } from '../stores/document-store.ts'
import { type EventLog, openEventLog } from '../stores/event-log.ts'
import { documentFolder, type Files, folderFiles, recordFiles } from '../stores/files.ts'
import { type KeyRing, openKeyRing } from '../stores/key-ring.ts'
import { openStores, type StoreSettings, type Stores } from '../stores/open.ts'
import { openInParts } from '../stores/opening.ts'
import { s3Files } from '../stores/s3-files.ts'
import { openSealedDocuments, type SealedDocuments } from '../stores/sealed-documents.ts'

export type Kernel = Aggregates & {
  readonly stores: Stores
  /** Whether several instances share the stores. */
  readonly isClustered: boolean
  readonly keyRing: KeyRing
  readonly log: EventLog
  readonly read: Read
  /** The time of the test clock that a stream follows. */
  readonly timeOf: TimeOf
  readonly sealedDocuments: SealedDocuments
  /** 32 bytes for one purpose, derived from the master key and equal on every instance. */
  readonly secretFor: (purpose: string) => Uint8Array
}

/** @throws DataFolderInUse, DataFolderUnusable, StoreUnavailable, LostKeys, WrongMasterKey */
export const openKernel = (
  config: Config,
  hooks: Pick<StoreSettings, 'onCommand' | 'onBuild'>,
): Promise<Kernel & { readonly close: () => Promise<void> }> =>
  openInParts(async (kept) => kernelOver(kept(await openStores({ ...config, ...hooks })), config))

export const kernelOver = (stores: Stores, config: Config): Kernel => {
  const { records } = stores.documents
  const { masterKey } = stores
  const keyRing = openKeyRing({ records, masterKey })
  const log = openEventLog({ store: stores.events, keyRing })
  const isClustered = config.eventStoreUrl !== null
  const read = reader(stores.documents)
  const aggregates = openAggregates(log, { hasAnother: hasAnotherUser(read) })
  const hasClocks = async (accountId: string) => (await read(testClocks).count({ account_id: accountId })) > 0
  const clockTimes = openClockTimes({ load: aggregates.load, hasClocks })
  return {
    stores,
    isClustered,
    keyRing,
    log,
    read,
    sealedDocuments: openSealedDocuments({ records, keyRing, files: filesOf(config, isClustered, records) }),
    timeOf: clockTimes.timeOf,
    ...onClocks(aggregates, clockTimes),
    secretFor: (purpose) => new Uint8Array(hkdfSync('sha256', masterKey, '', purpose, 32)),
  }
}

/** Whether the account has another user who could confirm. */
const hasAnotherUser =
  (read: Read): HasAnother =>
  async (accountId, principals) => {
    for await (const { id, roles, status } of eachFound(read(users), { where: { account_id: accountId }, by: 'created_at' }))
      if (status === 'active' && isWriter({ roles }) && !principals.includes(`user:${id}`)) return true
    return false
  }

/** Instances that share the stores have no folder in common. */
const filesOf = ({ documentStore, dataDir }: Config, isClustered: boolean, records: Records): Files => {
  if (documentStore) return s3Files(documentStore)
  return isClustered ? recordFiles(records) : folderFiles(join(dataDir, documentFolder))
}
