// npm run desk: the work that people do for live businesses. It lists the filings to do, and records each step.
import { exampleId, program } from './command-line.ts'
import { connectOperator } from './connection.ts'
import { partnerCommands } from './desk-partner.ts'
import { attached, type DeskCommand, deskOptions, writeSent } from './desk-parts.ts'
import { printJson, show } from './output.ts'
import { path } from './path.ts'

type Party = { readonly organization_name: string | null; readonly first_name: string | null; readonly last_name: string | null }
type Lien = {
  readonly id: string
  readonly desk: 'filing' | 'termination' | null
  readonly state: string
  readonly status: string
  readonly packet_number: string
  readonly file_number: string | null
  readonly returned: string | null
  readonly termination: { readonly status: string; readonly packet_number: string } | null
  readonly debtors: readonly Party[]
  readonly created_at: string
}

const nameOf = ({ organization_name, first_name, last_name }: Party): string => organization_name ?? `${first_name} ${last_name}`

const row = ({ id, desk, state, status, packet_number, file_number, returned, termination, debtors, created_at }: Lien) => ({
  id,
  to_do: desk ?? '-',
  state,
  status,
  termination: termination?.status ?? null,
  packet: desk === 'termination' ? termination?.packet_number : packet_number,
  file_number,
  debtor: debtors.map(nameOf).join('; '),
  requested: created_at.slice(0, 10),
  returned,
})

const columns = ['id', 'to_do', 'state', 'status', 'termination', 'packet', 'file_number', 'debtor', 'requested', 'returned']

/** A command that records a step. `fields`: its arguments after ID; `given`: examples of them. */
const step = (usage: string, about: string, fields: readonly string[], given = ''): DeskCommand => ({
  usage: `liens ${usage}`,
  about,
  options: ['json'],
  examples: [`liens ${usage.split(' ')[0]} ${exampleId} ${given}`.trimEnd()],
  run: async (operator, [id, ...args], options) => {
    const told = Object.fromEntries(fields.map((field, index) => [field, args[index] ?? null]))
    const body = { step: usage.split(' ')[0], ...told }
    show([row(await operator.request<Lien>('POST', path`/liens/${id}/steps`, body))], columns, options)
  },
})

const liens: readonly DeskCommand[] = [
  {
    usage: 'liens',
    about: 'lists the liens that are to be filed, followed up or terminated',
    options: ['json'],
    run: async (operator, _, options) => {
      const { data } = await operator.request<{ readonly data: readonly Lien[] }>('GET', '/liens')
      show(data.map(row), columns, options)
    },
  },
  {
    usage: 'liens show ID',
    about: 'everything on record about a lien, as JSON',
    options: [],
    examples: [`liens show ${exampleId}`],
    run: async (operator, [id]) => printJson(await operator.request('GET', path`/liens/${id}`)),
  },
  {
    usage: 'liens form ID FORM [FILE]',
    about: 'writes the form (ucc-1, or ucc-3 for a termination) as PDF, into FILE or a file named after the lien',
    options: [],
    examples: [`liens form ${exampleId} ucc-1`],
    run: async (operator, [id, form, file]) => {
      await writeSent(await operator.request('GET', path`/liens/${id}/forms/${form}`), file)
    },
  },
  step('start ID', 'someone is working on the filing', []),
  step('returned ID REASON', 'the filing office sent it back', ['reason'], '"the debtor has no address"'),
  step('filed ID [FILE_NUMBER] [DATE]', 'sent to the state, which gave it a number', ['file_number', 'date'], 'OR-123456 2026-03-01'),
  step('open ID [FILE_NUMBER] [DATE]', 'the index of the state shows it', ['file_number', 'date']),
  step('termination-start ID', 'someone is working on the termination', []),
  step('termination-completed ID [FILE_NUMBER] [DATE]', 'the state has recorded the termination', ['file_number', 'date']),
  {
    usage: 'liens attach ID TYPE FILE [DATE]',
    reads: ['FILE'],
    about: 'attaches a document that came back',
    options: [],
    examples: [`liens attach ${exampleId} UCC-1 filed.pdf 2026-03-01`],
    run: async (operator, [id, document_type, file = '', filing_date = null]) => {
      const document = await attached(file)
      await operator.request('POST', path`/liens/${id}/documents`, { document_type, filing_date, ...document })
      console.log(`attached ${document.filename}`)
    },
  },
]

const documents: readonly DeskCommand[] = [
  {
    usage: 'documents BUSINESS',
    about: 'lists the documents stored as evidence about a business',
    options: ['json'],
    examples: [`documents ${exampleId}`],
    run: async (operator, [id], options) => {
      const { data } = await operator.request<{ readonly data: readonly Record<string, unknown>[] }>(
        'GET',
        path`/businesses/${id}/documents`,
      )
      show(data, ['id', 'document_type', 'filename', 'content_type', 'size', 'sha256', 'filing_date', 'created_at'], options)
    },
  },
  {
    usage: 'documents add BUSINESS TYPE FILE [DATE]',
    reads: ['FILE'],
    about: 'stores a file as evidence about a business',
    options: [],
    examples: [`documents add ${exampleId} "Articles of Incorporation" articles.pdf`],
    run: async (operator, [id, document_type, file = '', filing_date = null]) => {
      const document = await attached(file)
      await operator.request('POST', path`/businesses/${id}/documents`, { document_type, filing_date, ...document })
      console.log(`added ${document.filename}`)
    },
  },
]

export const line = await program(import.meta, {
  name: 'desk',
  about: 'The desk: the work that people do for live businesses (in the sandbox the desk works automatically).',
  notes: [{ text: 'Dates are YYYY-MM-DD; the default is today.', of: ['DATE'] }],
  options: deskOptions,
  open: connectOperator,
  commands: [...liens, ...documents, ...partnerCommands],
})
