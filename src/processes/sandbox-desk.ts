// The automatic desk of the sandbox: what a person would do for a live business happens after a few seconds (records.md, Finer points).
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { informationRequest } from '../commands/information-request.ts'
import { type Lien, type LienCommand, lien } from '../commands/lien.ts'
import { type PartnerCompany, partnerCompany } from '../commands/partner-company.ts'
import { type PartnerMailCommand, partnerMail } from '../commands/partner-mail.ts'
import { registrationRequest } from '../commands/registration-request.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { madeUpItems } from '../evidence/registrations/registration.ts'
import { companyScenario } from '../evidence/sandbox/scenarios.ts'
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

const name = 'sandbox_desk'

type Submitted = { readonly company_id: string; readonly email: string }

type Letter = Extract<PartnerMailCommand, { type: 'RecordMail' }>['mail']

const letterTo = (
  { company_id, legal_name, formation_state }: PartnerCompany,
  { id, at }: { readonly id: string; readonly at: string },
): Letter => ({
  mail_id: id,
  external_id: null,
  arrived_at: at,
  sender_name: 'Sandbox Department of Revenue',
  recipient_name: legal_name,
  agency_name: 'Sandbox Department of Revenue',
  state: formation_state,
  tag_names: [],
  notes: null,
  mailbox_name: null,
  company_id,
  company_name: legal_name,
  registration_request_id: null,
  suggested_mail_tag: null,
  suggested_partner_name: null,
  suggested_action_request: false,
  summary: 'A letter that the sandbox made up.',
  document: null,
})

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

  const isQuestioned = async (companyId: string): Promise<boolean> => {
    const company = await load(partnerCompany, companyId)
    return company !== null && companyScenario(company.legal_name).questioned
  }

  const ask = async (requestId: string, { company_id, email }: Submitted, delivery: Delivery) => {
    const id = derivedId('question', requestId)
    const request = {
      information_request_id: id,
      company_id,
      registration_request_id: requestId,
      information_requested: 'Who is the president of the company?',
      first_name: null,
      last_name: null,
      email,
      phone: null,
    }
    await handle(informationRequest, id, { type: 'RequestInformation', request }, delivery.context('question'))
  }

  return {
    name,
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
        if (await isQuestioned(state.company_id)) await ask(id, state, delivery)
        const done = later(metadata.recorded_at, registrationMs)
        if (done.at > now()) return done
        const items = madeUpItems(state.state, state.agencies, { seed: id, date: now().toISOString().slice(0, 10) })
        for (const [index, item] of items.entries())
          await handle(registrationRequest, id, { type: 'RecordItem', item }, delivery.context(`item-${index}`))
        await handle(registrationRequest, id, { type: 'Complete' }, delivery.context('complete'))
        return undefined
      },
      InformationRequested: async ({ stream, metadata }, delivery) => {
        if (metadata.actor.type !== 'process' || metadata.actor.id !== name) return undefined
        const due = later(metadata.recorded_at, stepMs)
        if (due.at > now()) return due
        await handle(informationRequest, aggregateIdOf(stream), { type: 'CloseRequest', note: null }, delivery.context('close'))
        return undefined
      },
      PartnerCompanyCreated: async ({ data, metadata }, delivery) => {
        if (metadata.mode !== 'test' || !companyScenario(data.legal_name).written) return undefined
        const mail = letterTo(data, { id: derivedId('letter', data.company_id), at: metadata.recorded_at })
        await handle(partnerMail, mail.mail_id, { type: 'RecordMail', mail }, delivery.context('letter'))
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
