// The information request aggregate: what the desk asks of a company before it can go on.
import type { InformationRequestEvent } from '../events/partner.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Requested = Extract<InformationRequestEvent, { type: 'InformationRequested' }>['data']

export type InformationRequestState =
  | { readonly status: 'none' }
  | (Requested & { readonly status: 'open' | 'provided' | 'closed'; readonly information: string | null })

export type InformationRequestCommand =
  | { readonly type: 'RequestInformation'; readonly request: Requested }
  | { readonly type: 'ProvideInformation'; readonly information: string }
  | { readonly type: 'CloseRequest'; readonly note: string | null }

export const informationRequest: Aggregate<InformationRequestState, InformationRequestCommand, InformationRequestEvent> = {
  name: 'information_request',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'InformationRequested') return { ...event.data, status: 'open', information: null }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'InformationProvided':
        return { ...state, status: 'provided', information: event.data.information }
      case 'InformationRequestClosed':
        return { ...state, status: 'closed' }
      case 'PersonalDataErased':
        return state
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'RequestInformation')
      return state.status === 'none' ? [{ type: 'InformationRequested', data: command.request }] : []
    if (state.status === 'none') throw refused('information_request_not_found')
    switch (command.type) {
      case 'ProvideInformation':
        if (state.status === 'provided' && state.information === command.information) return []
        // The first answer may have been read already, so another one does not replace it.
        if (state.status !== 'open') throw refused('information_request_closed')
        return [{ type: 'InformationProvided', data: { information: command.information } }]
      case 'CloseRequest':
        return state.status === 'closed' ? [] : [{ type: 'InformationRequestClosed', data: { note: command.note } }]
      default:
        return assertNever(command)
    }
  },
}
