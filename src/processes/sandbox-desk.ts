// The automatic desk of the sandbox: what a person would do for a live business happens after a few seconds (records.md, Finer points).
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { type Lien, type LienCommand, lien } from '../commands/lien.ts'
import { registrationRequest } from '../commands/registration-request.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { madeUpItems } from '../evidence/registrations/registration.ts'
import { type Delivery, later, type Process } from './process.ts'

const auditMs = 5_000
const stepMs = 5_000
const registrationMs = 10_000

type SandboxDeskDependencies = { handle: Handle; load: Load; now: () => Date }

/** What the desk does next about a lien; null: nothing more, undefined: it must wait for another step. */
type NextStep = (lien: Lien, today: string) => LienCommand | null | undefined

const madeUp = (kind: string, { request }: Lien): string => `${kind}-${request.lien_id.slice(-12).toUpperCase()}`

const steps = {
  LienRequested: () => ({ type: 'StartFulfilment', reference: null }),
  LienFulfilmentStarted: (state, today) => ({
    type: 'RecordFiling',
    fileNumber: madeUp('UCC1', state),
    confirmationNumber: madeUp('SANDBOX', state),
    filingDate: today,
  }),
  LienFiled: (_, today) => ({ type: 'Reflect', fileNumber: null, date: today }),
  /** A termination refers to the filing, so the filing comes first. */
  LienTerminationRequested: ({ status }) =>
    status === 'created' || status === 'pending' ? undefined : { type: 'StartTermination', reference: null },
  LienTerminationStarted: (state, today) => ({ type: 'CompleteTermination', fileNumber: madeUp('UCC3', state), date: today }),
} as const satisfies { readonly [type: string]: NextStep }

export const sandboxDesk = ({ handle, load, now }: SandboxDeskDependencies): Process => {
  const stepping =
    (next: NextStep) =>
    async ({ stream, metadata }: StoredEvent, delivery: Delivery) => {
      const id = aggregateIdOf(stream)
      const state = await load(lien, id)
      if (state.status === 'none' || state.request.mode !== 'test') return undefined
      const due = later(metadata.recorded_at, stepMs)
      if (due.at > now()) return due
      const command = next(state, now().toISOString().slice(0, 10))
      if (command === undefined) return later(now(), 1_000)
      if (command !== null) await handle(lien, id, command, delivery.context('step'))
      return undefined
    }

  return {
    name: 'sandbox_desk',
    on: {
      AuditRequested: async ({ stream, data, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const state = await load(business, id)
        if (state.status === 'none' || state.submitted.mode !== 'test') return undefined
        const ended = later(metadata.recorded_at, auditMs)
        if (ended.at > now()) return ended
        await handle(business, id, { type: 'CompleteAudit', orderId: data.order_id, note: null }, delivery.context('audited'))
        return undefined
      },
      RegistrationRequestSubmitted: async ({ stream, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const state = await load(registrationRequest, id)
        if (state.status === 'none' || state.mode !== 'test') return undefined
        const done = later(metadata.recorded_at, registrationMs)
        if (done.at > now()) return done
        const items = madeUpItems(state.state, state.agencies, { seed: id, date: now().toISOString().slice(0, 10) })
        for (const [index, item] of items.entries())
          await handle(registrationRequest, id, { type: 'RecordItem', item }, delivery.context(`item-${index}`))
        await handle(registrationRequest, id, { type: 'Complete' }, delivery.context('complete'))
        return undefined
      },
      LienRequested: stepping(steps.LienRequested),
      LienFulfilmentStarted: stepping(steps.LienFulfilmentStarted),
      LienFiled: stepping(steps.LienFiled),
      LienTerminationRequested: stepping(steps.LienTerminationRequested),
      LienTerminationStarted: stepping(steps.LienTerminationStarted),
    },
  }
}
