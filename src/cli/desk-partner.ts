// npm run desk, the partners' part: registration requests by agency, requests for information, mail to record, businesses in audit.
import { accountNamed } from './accounts.ts'
import { exampleId } from './command-line.ts'
import { attached, type DeskCommand, writeSent } from './desk-parts.ts'
import { printJson, show } from './output.ts'
import { path } from './path.ts'

type Request = {
  readonly id: string
  readonly state: string
  readonly status: string
  readonly agencies: readonly { readonly slug: string; readonly status: string }[]
  readonly submitted_at: string | null
}

const row = ({ id, state, status, agencies, submitted_at }: Request) => ({
  id,
  state,
  status,
  agencies: agencies.map((agency) => `${agency.slug} (${agency.status})`),
  submitted: submitted_at?.slice(0, 10),
})

const columns = ['id', 'state', 'status', 'agencies', 'submitted']

type Step = {
  readonly usage: string
  readonly about: string
  readonly action: string
  /** The arguments after ID. */
  readonly fields: readonly string[]
  readonly example: string
}

/** A command that records a step of a registration request. */
const step = ({ usage, about, action, fields, example }: Step): DeskCommand => ({
  usage: `registrations ${usage}`,
  about,
  options: ['json'],
  examples: [`registrations ${example}`],
  run: async (operator, [id, ...args], options) => {
    const given = Object.fromEntries(fields.map((field, index) => [field, args[index] ?? null]))
    show([row(await operator.request<Request>('POST', path`/registration_requests/${id}/${action}`, given))], columns, options)
  },
})

export const partnerCommands: readonly DeskCommand[] = [
  {
    usage: 'registrations',
    about: 'lists the registration requests that employers have submitted',
    options: ['json'],
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly Request[] }>('GET', '/registration_requests')
      show(data.map(row), columns, options)
    },
  },
  {
    usage: 'registrations show ID',
    about: 'a request with the answers, as JSON',
    options: [],
    examples: [`registrations show ${exampleId}`],
    run: async (operator, [id]) => printJson(await operator.request('GET', path`/registration_requests/${id}`)),
  },
  {
    usage: 'registrations document ID DOCUMENT [FILE]',
    about: 'writes a document that the employer uploaded, into FILE or the current folder',
    options: [],
    examples: [`registrations document ${exampleId} 0192f3c4-77aa-7c8d-9e0f-1a2b3c4d5e6f answer.pdf`],
    run: async (operator, [id, document, file]) => {
      await writeSent(await operator.request('GET', path`/registration_requests/${id}/documents/${document}`), file)
    },
  },
  step({
    usage: 'agency ID AGENCY STATUS [NOTE]',
    about: 'sets the status of an agency: in_progress, completed, rejected',
    action: 'agencies',
    fields: ['agency_slug', 'status', 'note'],
    example: `agency ${exampleId} or-dor in_progress`,
  }),
  step({
    usage: 'item ID AGENCY KEY VALUE [DATE]',
    about: 'records a number or rate that an agency has issued',
    action: 'items',
    fields: ['agency_slug', 'key', 'value', 'effective_date'],
    example: `item ${exampleId} or-dor account_number 1234567-8 2026-03-01`,
  }),
  step({
    usage: 'complete ID',
    about: 'everything is registered',
    action: 'complete',
    fields: [],
    example: `complete ${exampleId}`,
  }),
  {
    usage: 'registrations ask ID QUESTION...',
    about: 'asks the company for information',
    options: ['json'],
    examples: [`registrations ask ${exampleId} Who is the president?`],
    run: async (operator, [id, ...words], options) => {
      const asked = await operator.request('POST', path`/registration_requests/${id}/information`, {
        information_requested: words.join(' '),
      })
      show([asked as object], ['id', 'status', 'information_requested'], options)
    },
  },
  {
    usage: 'information',
    about: 'lists the information requests to companies, with their answers',
    options: ['json'],
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', '/information_requests')
      show(data, ['id', 'status', 'registration_request_id', 'information_requested', 'information'], options)
    },
  },
  {
    usage: 'information close ID [NOTE]',
    about: 'closes an information request: nothing more is needed',
    options: ['json'],
    examples: [`information close ${exampleId} "they called"`],
    run: async (operator, [id, note = null], options) =>
      show([await operator.request<object>('POST', path`/information_requests/${id}/close`, { note })], ['id', 'status'], options),
  },
  {
    usage: 'mail record FILE [COMPANY]',
    reads: ['FILE'],
    about: 'records a letter for the account; sender, state, company and tag are suggested from its text',
    options: ['account', 'json'],
    examples: ['mail record letter.pdf'],
    run: async (operator, [file = '', company_id = null], options) => {
      const { id } = await accountNamed(operator, options)
      const recorded = await operator.request<{ readonly scan?: string }>('POST', '/mail', {
        account_id: id,
        company_id,
        document: await attached(file),
      })
      if (recorded.scan) console.error(`the scan ${recorded.scan}: nothing is suggested by its text`)
      show([recorded], ['id', 'sender_name', 'state', 'company_name', 'suggested_mail_tag', 'suggested_action_request'], options)
    },
  },
  {
    usage: 'mail process ID STATUS [NOTES]',
    about: 'records what was done with a letter',
    options: ['json'],
    examples: [`mail process ${exampleId} completed "paid on 2026-03-01"`],
    run: async (operator, [id, internal_status, notes = null], options) =>
      show(
        [await operator.request<object>('POST', path`/mail/${id}/process`, { internal_status, notes })],
        ['id', 'internal_status'],
        options,
      ),
  },
  {
    usage: 'audits',
    about: 'lists the businesses in audit',
    options: ['json'],
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', '/audits')
      show(data, ['id', 'name', 'mode', 'account_id'], options)
    },
  },
  {
    usage: 'audits complete BUSINESS [NOTE]',
    about: 'ends the audit; verification continues',
    options: ['json'],
    examples: [`audits complete ${exampleId} "the address is right"`],
    run: async (operator, [id, note = null], options) =>
      show([await operator.request<object>('POST', path`/audits/${id}/complete`, { note })], ['id', 'status'], options),
  },
]
