// The notice of an adverse action: a business that stands rejected has one for each rejection, and the first stands. It decides in the stream of the
// business.
import type { BusinessEvent } from '../events/business.ts'
import { isDecision } from '../events/decisions.ts'
import type { NoticeEvent } from '../events/notice.ts'
import { business } from './business.ts'
import type { BusinessState } from './business-state.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'

type Notice = NoticeEvent['data']

/** `decisions`: how many were made when the text was written; of a later one it would not be true. */
export type NoticeCommand = { readonly type: 'IssueNotice'; readonly notice: Notice; readonly decisions: number }

type State = {
  readonly business: BusinessState
  readonly decisions: number
  /** Of the latest decision. */
  readonly notice: Notice | null
}

export const notice: Aggregate<State, NoticeCommand, BusinessEvent | NoticeEvent> = {
  name: 'notice',
  of: 'business',
  initial: { business: business.initial, decisions: 0, notice: null },
  evolve: (state, event) => {
    if (event.type === 'NoticeIssued') return { ...state, notice: event.data }
    const after = { ...state, business: business.evolve(state.business, event) }
    return isDecision(event) ? { ...after, decisions: state.decisions + 1, notice: null } : after
  },
  decide: (command, { business: { status }, decisions, notice: issued }) => {
    if (status === 'none') throw refused('business_not_found')
    if (status !== 'rejected') throw refused('notice_without_rejection')
    if (issued) return []
    if (decisions !== command.decisions) throw refused('decided_meanwhile', 'status', { status })
    return [{ type: 'NoticeIssued', data: command.notice }]
  },
}
