// The mail aggregate: a letter of an agency that the desk received for a partner's company, and what became of it.
import type { PartnerMailEvent } from '../events/partner.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Recorded = Extract<PartnerMailEvent, { type: 'PartnerMailRecorded' }>['data']

export type PartnerMailState = { readonly status: 'none' } | (Recorded & { readonly status: 'recorded'; readonly viewed: boolean })

export type PartnerMailCommand =
  | { readonly type: 'RecordMail'; readonly mail: Recorded }
  | { readonly type: 'TagMail'; readonly tagNames: readonly string[] }
  | { readonly type: 'ViewMail' }
  | { readonly type: 'ProcessMail'; readonly internalStatus: string; readonly notes: string | null }

export const partnerMail: Aggregate<PartnerMailState, PartnerMailCommand, PartnerMailEvent> = {
  name: 'partner_mail',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'PartnerMailRecorded') return { ...event.data, status: 'recorded', viewed: false }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'PartnerMailTagged':
        return { ...state, tag_names: event.data.tag_names }
      case 'PartnerMailViewed':
        return { ...state, viewed: true }
      case 'PartnerMailProcessed':
        return state
      case 'PersonalDataErased':
        return state
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'RecordMail') return state.status === 'none' ? [{ type: 'PartnerMailRecorded', data: command.mail }] : []
    if (state.status === 'none') throw refused('mail_not_found')
    switch (command.type) {
      case 'TagMail': {
        const tags = [...new Set(command.tagNames)]
        const same = tags.length === state.tag_names.length && tags.every((tag, index) => tag === state.tag_names[index])
        return same ? [] : [{ type: 'PartnerMailTagged', data: { tag_names: tags } }]
      }
      case 'ViewMail':
        return state.viewed ? [] : [{ type: 'PartnerMailViewed', data: {} }]
      case 'ProcessMail':
        return [{ type: 'PartnerMailProcessed', data: { internal_status: command.internalStatus, notes: command.notes } }]
      default:
        return assertNever(command)
    }
  },
}
