// The collection `liens`: one document per lien that an account files.
import type { LienEvent, LienParty, LienStatus, TerminationStatus } from '../events/lien.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Data<Type extends LienEvent['type']> = Extract<LienEvent, { type: Type }>['data']

export type LienDocument = Omit<Data<'LienRequested'>, 'lien_id' | 'debtors' | 'secured_parties'> & {
  readonly id: string
  readonly account_id: string
  readonly debtors: readonly LienParty[]
  readonly secured_parties: readonly LienParty[]
  readonly status: LienStatus
  /** Why it is closed. */
  readonly closed_by: 'termination' | 'lapse' | null
  /** The id that the e-filing vendor gave it. */
  readonly reference: string | null
  /** Why the filing office returned it, until it is filed. */
  readonly returned: string | null
  readonly file_number: string | null
  readonly confirmation_number: string | null
  readonly filing_date: string | null
  readonly updated_date: string | null
  readonly lapse_date: string | null
  readonly termination: {
    readonly id: string
    readonly status: TerminationStatus
    readonly packet_number: string
    readonly reference: string | null
    readonly file_number: string | null
    readonly terminated_on: string | null
    readonly created_at: string
    readonly updated_at: string
  } | null
  /** The desk's next task: `filing`, `termination` or nothing. */
  readonly desk: 'filing' | 'termination' | null
  readonly documents: readonly (Data<'LienDocumentAttached'> & { readonly created_at: string })[]
  readonly created_at: string
  readonly updated_at: string
}

/** How a filing office knows a filing. */
type OnRecord = { readonly state?: string | null | undefined; readonly file_number?: string | null | undefined }

/** Whether a filing found by a search is one that the account filed itself. */
export const isAmong = (filed: readonly OnRecord[], { state, file_number }: OnRecord): boolean =>
  typeof file_number === 'string' && filed.some((own) => own.state === state && own.file_number === file_number)

type At = { readonly metadata: { readonly recorded_at: string } }

const changed = (lien: LienDocument, { metadata }: At, change: Partial<LienDocument>): LienDocument => {
  const next = { ...lien, ...change, updated_at: metadata.recorded_at, updated_date: metadata.recorded_at.slice(0, 10) }
  return { ...next, desk: deskOf(next) }
}

const terminated = (lien: LienDocument, event: At, change: Partial<NonNullable<LienDocument['termination']>>) =>
  lien.termination && { ...lien.termination, ...change, updated_at: event.metadata.recorded_at }

/** In the sandbox the desk is automatic. */
const deskOf = ({ mode, status, termination }: Pick<LienDocument, 'mode' | 'status' | 'termination'>): LienDocument['desk'] => {
  if (mode === 'test') return null
  if (status === 'created' || status === 'pending' || status === 'filed') return 'filing'
  return termination && termination.status !== 'completed' ? 'termination' : null
}

export const liens = projection<LienDocument>()({
  collection: 'liens',
  version: 2,
  indexes: [['account_id', 'mode', 'created_at'], ['business_id', 'created_at'], 'desk'],
  counted: ['account_id', 'mode', 'status'],
  filters: ['status'],
  schema: columns<LienDocument>({
    id: 'text',
    account_id: 'text',
    business_id: 'text',
    mode: 'text',
    state: 'text',
    status: 'text',
    closed_by: 'text',
    loan_principal_amount_cents: 'integer',
    packet_number: 'text',
    file_number: 'text',
    alternative_designation: 'text',
    returned: 'text',
    filing_date: 'text',
    lapse_date: 'text',
    debtors: 'json',
    secured_parties: 'json',
    termination: 'json',
    created_at: 'text',
    updated_at: 'text',
  }),
  starts: {
    LienRequested: ({ data: { lien_id, ...request }, metadata }) => {
      const lien: LienDocument = {
        ...request,
        id: lien_id,
        account_id: metadata.account_id,
        status: 'created',
        closed_by: null,
        reference: null,
        returned: null,
        file_number: null,
        confirmation_number: null,
        filing_date: null,
        updated_date: metadata.recorded_at.slice(0, 10),
        lapse_date: null,
        termination: null,
        desk: null,
        documents: [],
        created_at: metadata.recorded_at,
        updated_at: metadata.recorded_at,
      }
      return { ...lien, desk: deskOf(lien) }
    },
  },
  on: {
    LienFulfilmentStarted: (lien, event) => changed(lien, event, { status: 'pending', reference: event.data.reference }),
    LienReturned: (lien, event) => changed(lien, event, { returned: event.data.reason }),
    LienFiled: (lien, event) => changed(lien, event, { ...event.data, status: 'filed', returned: null }),
    LienReflected: (lien, event) => changed(lien, event, { status: 'open', file_number: event.data.file_number ?? lien.file_number }),
    LienDocumentAttached: (lien, event) =>
      changed(lien, event, { documents: [...lien.documents, { ...event.data, created_at: event.metadata.recorded_at }] }),
    LienTerminationRequested: (lien, event) =>
      changed(lien, event, {
        termination: {
          id: event.data.termination_id,
          status: 'created',
          packet_number: event.data.packet_number,
          reference: null,
          file_number: null,
          terminated_on: null,
          created_at: event.metadata.recorded_at,
          updated_at: event.metadata.recorded_at,
        },
      }),
    LienTerminationStarted: (lien, event) =>
      changed(lien, event, {
        status: 'closing',
        termination: terminated(lien, event, { status: 'pending', reference: event.data.reference }),
      }),
    LienTerminationCompleted: (lien, event) =>
      changed(lien, event, {
        status: 'closed',
        closed_by: 'termination',
        termination: terminated(lien, event, { ...event.data, status: 'completed' }),
      }),
    LienLapsed: (lien, event) => changed(lien, event, { status: 'closed', closed_by: lien.closed_by ?? 'lapse' }),
  },
})
