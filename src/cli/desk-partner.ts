// npm run desk, the partners' part: registration requests by agency, requests for information, mail to record, businesses in audit.
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { accountNamed } from './accounts.ts'
import { attached, type DeskCommand } from './desk-parts.ts'
import { printJson, show } from './output.ts'

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

/** A command that records a step of a registration request; `fields` names its arguments. */
const step = (usage: string, about: string, action: string, fields: readonly string[]): DeskCommand => ({
  usage: `registrations ${usage}`,
  about,
  run: async (operator, [id, ...args], options) => {
    const given = Object.fromEntries(fields.map((field, index) => [field, args[index] ?? null]))
    show([row(await operator.request<Request>('POST', `/registration_requests/${id}/${action}`, given))], columns, options)
  },
})

export const partnerCommands: readonly DeskCommand[] = [
  {
    usage: 'registrations',
    about: 'lists the registration requests that employers have submitted',
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly Request[] }>('GET', '/registration_requests')
      show(data.map(row), columns, options)
    },
  },
  {
    usage: 'registrations show ID',
    about: 'a request with the answers, as JSON',
    run: async (operator, [id]) => printJson(await operator.request('GET', `/registration_requests/${id}`)),
  },
  {
    usage: 'registrations document ID DOCUMENT [FILE]',
    about: 'writes a document that the employer uploaded',
    run: async (operator, [id, document, file]) => {
      const path = `/registration_requests/${id}/documents/${document}`
      const { filename, content } = await operator.request<{ filename: string; content: string }>('GET', path)
      await writeFile(file ?? basename(filename), Buffer.from(content, 'base64'))
      console.log(`wrote ${file ?? basename(filename)}`)
    },
  },
  step('agency ID AGENCY STATUS [NOTE]', 'sets the status of an agency: in_progress, completed, rejected', 'agencies', [
    'agency_slug',
    'status',
    'note',
  ]),
  step('item ID AGENCY KEY VALUE [DATE]', 'records a number or rate that an agency has issued', 'items', [
    'agency_slug',
    'key',
    'value',
    'effective_date',
  ]),
  step('complete ID', 'everything is registered', 'complete', []),
  {
    usage: 'registrations ask ID QUESTION...',
    about: 'asks the company for information',
    run: async (operator, [id, ...words], options) => {
      const asked = await operator.request('POST', `/registration_requests/${id}/information`, { information_requested: words.join(' ') })
      show([asked as object], ['id', 'status', 'information_requested'], options)
    },
  },
  {
    usage: 'information',
    about: 'lists the information requests to companies, with their answers',
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', '/information_requests')
      show(data, ['id', 'status', 'registration_request_id', 'information_requested', 'information'], options)
    },
  },
  {
    usage: 'information close ID [NOTE]',
    about: 'nothing more is needed',
    run: async (operator, [id, note = null], options) =>
      show([await operator.request<object>('POST', `/information_requests/${id}/close`, { note })], ['id', 'status'], options),
  },
  {
    usage: 'mail record FILE [COMPANY]',
    reads: ['FILE'],
    about: 'records a letter for the account; sender, state, company and tag are suggested from its text',
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
    run: async (operator, [id, internal_status, notes = null], options) =>
      show([await operator.request<object>('POST', `/mail/${id}/process`, { internal_status, notes })], ['id', 'internal_status'], options),
  },
  {
    usage: 'audits',
    about: 'lists the businesses in audit',
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', '/audits')
      show(data, ['id', 'name', 'mode', 'account_id'], options)
    },
  },
  {
    usage: 'audits complete BUSINESS [NOTE]',
    about: 'ends the audit; verification continues',
    run: async (operator, [id, note = null], options) =>
      show([await operator.request<object>('POST', `/audits/${id}/complete`, { note })], ['id', 'status'], options),
  },
]
