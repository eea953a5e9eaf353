// A service of which a process gave up a piece of work: what operators see of it, and do about it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { retryInboxKind } from '../../src/processes/running/retry-inbox.ts'
import { partitionNames } from '../../src/projections/partitions.ts'
import { openStores } from '../../src/stores/open.ts'
import { masterKey, startTestService } from './browser.ts'

/** `key`: of the dead letter, in the retry inbox of webhooks. `stop` also removes the data. */
export const startWithGivenUpWork = async (error: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probity-given-up-'))
  const before = await startTestService({ DATA_DIR: dataDir })
  const created = await before.api('POST', '/v1/partner/companies', { legal_name: 'Given Up LLC' })
  const { id, account_id: accountId } = (await created.json()) as { readonly id: string; readonly account_id: string }
  await before.stop()
  const stores = await openStores(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }))
  const stream = `partner_company-${id}`
  const event = { stream, revision: 0, type: 'PartnerCompanyCreated', accountId }
  const work = { ...event, state: 'dead_letter', deliveries: 8, failures: 8, error }
  const key = `${stream}/0000000000`
  const [partition = ''] = partitionNames(1)
  await stores.documents.records.put(retryInboxKind('webhooks', partition), key, work, { expectedRevision: -1 })
  await stores.close()
  const service = await startTestService({ DATA_DIR: dataDir })
  const stop = async () => {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { service, key, stop }
}
