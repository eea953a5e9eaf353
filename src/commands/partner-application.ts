// The application aggregate: a company is invited, answers, and submits.
import type { PartnerApplicationEvent } from '../events/partner.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { type Answers, savedAnswers } from './guest-answers.ts'
import { refused } from './refused.ts'

type Created = Extract<PartnerApplicationEvent, { type: 'PartnerApplicationCreated' }>['data']

export type PartnerApplicationState =
  | { readonly status: 'none' }
  | (Created & { readonly status: 'pending' | 'submitted'; readonly answers: Answers })

export type PartnerApplicationCommand =
  | { readonly type: 'CreateApplication'; readonly application: Created }
  /** Others stay as they are. */
  | { readonly type: 'SaveAnswers'; readonly answers: Answers }
  | { readonly type: 'Submit' }

export const partnerApplication: Aggregate<PartnerApplicationState, PartnerApplicationCommand, PartnerApplicationEvent> = {
  name: 'partner_application',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'PartnerApplicationCreated') return { ...event.data, status: 'pending', answers: {} }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'PartnerApplicationAnswered':
        return { ...state, answers: event.data.answers }
      case 'PartnerApplicationSubmitted':
        return { ...state, status: 'submitted' }
      case 'PersonalDataErased':
        return { ...state, answers: {} }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'CreateApplication')
      return state.status === 'none' ? [{ type: 'PartnerApplicationCreated', data: command.application }] : []
    if (state.status === 'none') throw refused('application_not_found')
    switch (command.type) {
      case 'SaveAnswers':
        if (state.status === 'submitted') throw refused('registration_request_submitted')
        return savedAnswers(state.answers, command.answers).map((answers) => ({ type: 'PartnerApplicationAnswered', data: { answers } }))
      case 'Submit':
        return state.status === 'submitted' ? [] : [{ type: 'PartnerApplicationSubmitted', data: {} }]
      default:
        return assertNever(command)
    }
  },
}
