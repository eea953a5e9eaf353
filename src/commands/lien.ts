// The lien aggregate: requested, worked on, filed with the state, reflected by it, and one day terminated or lapsed.
import type { LienEvent, LienStatus, TerminationStatus } from '../events/lien.ts'
import { type Aggregate, assertNever, type Claim } from './decider.ts'
import { lapseDate, problemsOf } from './lien-rules.ts'
import { type Refused, refused } from './refused.ts'

type Data<Type extends LienEvent['type']> = Extract<LienEvent, { type: Type }>['data']

export type Termination = {
  readonly id: string
  readonly status: TerminationStatus
  readonly packet_number: string
}

export type LienState =
  | { readonly status: 'none' }
  | {
      readonly status: LienStatus
      readonly request: Data<'LienRequested'>
      readonly file_number: string | null
      readonly filing_date: string | null
      readonly lapse_date: string | null
      readonly termination: Termination | null
      /** The filing office sent it back, and nothing was filed since. */
      readonly isReturned: boolean
      readonly documents: readonly string[]
      /** The days before the lapse of which the account has been reminded. */
      readonly reminders: readonly number[]
    }
export type Lien = Exclude<LienState, { status: 'none' }>

export type LienCommand =
  | { readonly type: 'RequestLien'; readonly lien: Data<'LienRequested'> }
  | { readonly type: 'StartFulfilment'; readonly reference: string | null }
  | { readonly type: 'ReturnFiling'; readonly reason: string }
  | {
      readonly type: 'RecordFiling'
      readonly fileNumber: string | null
      readonly confirmationNumber: string | null
      /** YYYY-MM-DD */
      readonly filingDate: string
    }
  | { readonly type: 'Reflect'; readonly fileNumber: string | null; readonly date: string }
  | { readonly type: 'AttachDocument'; readonly document: Data<'LienDocumentAttached'> }
  | { readonly type: 'TerminateLien'; readonly terminationId: string; readonly packetNumber: string }
  | { readonly type: 'StartTermination'; readonly reference: string | null }
  | { readonly type: 'CompleteTermination'; readonly fileNumber: string | null; readonly date: string }
  | { readonly type: 'RemindOfLapse'; readonly daysLeft: number }
  | { readonly type: 'Lapse' }

export const lien: Aggregate<LienState, LienCommand, LienEvent> = {
  name: 'lien',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'LienRequested')
      return {
        status: 'created',
        request: event.data,
        file_number: null,
        filing_date: null,
        lapse_date: null,
        termination: null,
        isReturned: false,
        documents: [],
        reminders: [],
      }
    return state.status === 'none' ? state : after(state, event)
  },

  decide: (command, state) => {
    if (command.type === 'RequestLien') {
      if (state.status !== 'none') return []
      const [problem] = problemsOf(command.lien)
      if (problem) throw problem
      return [{ type: 'LienRequested', data: command.lien }]
    }
    if (state.status === 'none') throw refused('lien_not_found')
    return decideFor(command, state)
  },

  claims: (command) => {
    if (command.type === 'RequestLien') return [packetNumber(command.lien.packet_number)]
    return command.type === 'TerminateLien' ? [packetNumber(command.packetNumber)] : []
  },
}

/** A packet number names one filing of the account, or one termination. */
const packetNumber = (value: string): Claim => ({ action: 'take', kind: 'packet_number', value, reason: 'packet_number_taken' })

const after = (state: Lien, event: Exclude<LienEvent, { type: 'LienRequested' }>): Lien => {
  switch (event.type) {
    case 'LienFulfilmentStarted':
      return { ...state, status: 'pending' }
    case 'PersonalDataErased':
      return state
    case 'LienReturned':
      return { ...state, isReturned: true }
    case 'LienFiled': {
      const { file_number, filing_date, lapse_date } = event.data
      return { ...state, status: 'filed', isReturned: false, file_number, filing_date, lapse_date }
    }
    case 'LienReflected':
      return { ...state, status: 'open', file_number: event.data.file_number ?? state.file_number }
    case 'LienDocumentAttached':
      return { ...state, documents: [...state.documents, event.data.document_id] }
    case 'LienTerminationRequested': {
      const { termination_id: id, packet_number } = event.data
      return { ...state, termination: { id, status: 'created', packet_number } }
    }
    case 'LienTerminationStarted':
      return { ...state, status: 'closing', termination: state.termination && { ...state.termination, status: 'pending' } }
    case 'LienTerminationCompleted':
      return { ...state, status: 'closed', termination: state.termination && { ...state.termination, status: 'completed' } }
    case 'LienLapseApproached':
      return { ...state, reminders: [...state.reminders, event.data.days_left] }
    case 'LienLapsed':
      return { ...state, status: 'closed' }
    default:
      return assertNever(event)
  }
}

/** The statuses in which a filing is in the state's index. */
const isOnRecord = ({ status }: Lien): boolean => status === 'filed' || status === 'open'

/** The step that the lien has to take first, by what it has come to. */
const firstSteps: { readonly [Status in Lien['status']]?: string } = {
  created: '; record first that the filing has started',
  pending: '; record first that it was filed',
}

/** `first`: what has to be recorded before; where it is absent, the status says it. */
const doesNotFollow = ({ status }: Lien, first = firstSteps[status] ?? ''): Refused =>
  refused('lien_step_does_not_follow', 'step', { status, first })

const requireAfterFiling = (date: string, { filing_date }: Lien): void => {
  if (filing_date !== null && date < filing_date) throw refused('lien_date_before_filing', 'date', { filing_date })
}

const decideFor = (command: Exclude<LienCommand, { type: 'RequestLien' }>, state: Lien): readonly LienEvent[] => {
  switch (command.type) {
    case 'StartFulfilment':
      return state.status === 'created' ? [{ type: 'LienFulfilmentStarted', data: { reference: command.reference } }] : []
    case 'ReturnFiling':
      if (state.status !== 'pending') throw doesNotFollow(state)
      return [{ type: 'LienReturned', data: { reason: command.reason } }]
    case 'RecordFiling': {
      const { fileNumber: file_number, confirmationNumber: confirmation_number, filingDate: filing_date } = command
      if (isOnRecord(state) && state.file_number === file_number && state.filing_date === filing_date) return []
      if (state.status !== 'pending') throw doesNotFollow(state)
      return [{ type: 'LienFiled', data: { file_number, confirmation_number, filing_date, lapse_date: lapseDate(filing_date) } }]
    }
    case 'Reflect':
      // Once its termination is under way there is nothing to open any more: the index shows the filing and then the termination.
      if (state.status === 'open' || state.status === 'closing' || state.status === 'closed') return []
      if (state.status !== 'filed') throw doesNotFollow(state)
      if ((command.fileNumber ?? state.file_number) === null) throw refused('file_number_missing', 'file_number')
      requireAfterFiling(command.date, state)
      return [{ type: 'LienReflected', data: { file_number: command.fileNumber, reflected_on: command.date } }]
    case 'AttachDocument':
      return state.documents.includes(command.document.document_id) ? [] : [{ type: 'LienDocumentAttached', data: command.document }]
    case 'TerminateLien':
      // Asked twice: the first answer counts.
      if (state.termination) return []
      if (state.status === 'created') throw refused('lien_not_yet_processed')
      if (state.request.packet_number === command.packetNumber) throw refused('packet_number_taken', 'packet_number')
      return [{ type: 'LienTerminationRequested', data: { termination_id: command.terminationId, packet_number: command.packetNumber } }]
    case 'StartTermination':
      if (state.termination === null) throw refused('lien_termination_not_requested', 'step')
      if (state.termination.status !== 'created') return []
      // A lapsed filing may still be terminated on the record.
      if (!isOnRecord(state) && state.status !== 'closed') throw doesNotFollow(state)
      return [{ type: 'LienTerminationStarted', data: { reference: command.reference } }]
    case 'CompleteTermination':
      if (state.termination === null) throw refused('lien_termination_not_requested', 'step')
      if (state.termination.status === 'completed') return []
      // A filing that was returned is on no record: its termination has nothing to be filed.
      if (state.termination.status !== 'pending' && !(state.status === 'pending' && state.isReturned))
        throw doesNotFollow(state, isOnRecord(state) ? '; record first that the termination has started' : undefined)
      requireAfterFiling(command.date, state)
      return [{ type: 'LienTerminationCompleted', data: { file_number: command.fileNumber, terminated_on: command.date } }]
    case 'RemindOfLapse':
      return state.lapse_date === null || state.status === 'closed' || state.reminders.includes(command.daysLeft)
        ? []
        : [{ type: 'LienLapseApproached', data: { lapse_date: state.lapse_date, days_left: command.daysLeft } }]
    case 'Lapse':
      return state.lapse_date === null || state.status === 'closed' ? [] : [{ type: 'LienLapsed', data: { lapse_date: state.lapse_date } }]
    default:
      return assertNever(command)
  }
}
