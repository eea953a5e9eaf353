// The auditor's work that has to be done inside the running service, because it writes: sealing the log and erasing personal data.
import { v7 as uuidv7 } from 'uuid'
import { filesHolding, planErasure } from '../audit/erasure.ts'
import { makeSeal, sealingKey, sealStream, sealsIn, surveyOf } from '../audit/seals.ts'
import { business } from '../commands/business.ts'
import { seal, sealStreamId } from '../commands/seal.ts'
import type { AuditTools } from '../http/operator/audit.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Kernel } from './kernel.ts'

export const auditTools = ({
  kernel,
  passed,
  dataDir,
  now,
}: {
  readonly kernel: Kernel
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  /** null where the stores are no files of this machine. */
  readonly dataDir: string | null
  readonly now: () => Date
}): AuditTools => {
  const { log, handle, keyRing, stores } = kernel
  const { documents, masterKey } = stores
  const context = (accountId: string): WriteContext => ({
    accountId,
    actor: { type: 'operator', id: 'command_line' },
    commandId: uuidv7(),
    at: now(),
  })

  return {
    seal: async () => {
      const before = (await sealsIn(log.store)).at(-1)
      const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
      // A seal as the last event: nothing has happened since, and one more would seal only the one before.
      const survey = await surveyOf(log.store, last?.stream === sealStream ? before?.events : undefined)
      const made =
        before?.events === survey.events ? before : makeSeal({ survey, previousRoot: before?.root ?? null, key: sealingKey(masterKey) })
      await handle(seal, sealStreamId, { type: 'SealLog', seal: made }, context('service'))
      return { seal: made, heads: Object.fromEntries(survey.heads) }
    },

    erase: async ({ business_id, person_id, reason, requested_by, dry_run }) => {
      const plan = await planErasure(log, business_id, person_id)
      if (plan.subjects.length === 0) return null
      const { kind, subjects, events, values } = plan
      const report = { kind, subjects, events, values: values.length }
      if (dry_run) return { ...report, erased: false, still_in: null }
      const [first] = await log.store.read(plan.stream, { limit: 1 })
      const accountId = String(first?.metadata.account_id)
      // The keys go first: interrupted behind it, the same request finds nothing to destroy and records the erasure all the same.
      for (const subject of subjects) await keyRing.destroy(subject)
      const erasure = { subjects: [...subjects], kind, reason, requested_by }
      const { position } = await handle(business, business_id, { type: 'RecordErasure', erasure }, context(accountId))
      if (position !== null) await passed(position, accountId)
      await documents.scrub()
      return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
    },
  }
}
