import { test } from 'uvu'
import { business } from '../../src/commands/business.ts'
import { notice } from '../../src/commands/notice.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { businessId, nameTask, review, reviewId, submitted } from './businesses.ts'
import { given } from './given.ts'

const created = { type: 'BusinessCreated', data: submitted } as const
const rejected = { type: 'BusinessRejected', data: { note: null } } as const
const written = { notice_id: reviewId, decision_id: businessId, reasons: ['bankruptcy'], text: 'Notice', sha256: 'ab' }
const issued = { type: 'NoticeIssued', data: written } as const
const issue = (decisions: number) => ({ type: 'IssueNotice' as const, notice: written, decisions })

test('a rejected business gets a notice, and asked again the first stands', () => {
  given(notice, [created, rejected]).when(issue(1)).then([issued])
  given(notice, [created, rejected, issued]).when(issue(1)).then([])
})

test('a business that is not rejected gets none', () => {
  given(notice, []).when(issue(0)).isRefused('business_not_found')
  given(notice, [created]).when(issue(0)).isRefused('notice_without_rejection')
  given(notice, [created, { type: 'BusinessApproved', data: { note: null } }])
    .when(issue(1))
    .isRefused('notice_without_rejection')
  given(notice, [created, rejected, { type: 'BusinessReturnedToReview', data: { note: null } }])
    .when(issue(2))
    .isRefused('notice_without_rejection')
})

test('a later rejection gets a notice of its own, and none that was written of the earlier one', () => {
  const again = [created, rejected, issued, { type: 'BusinessReturnedToReview' as const, data: { note: null } }, rejected]
  given(notice, again).when(issue(3)).then([issued])
  given(notice, again).when(issue(1)).isRefused('decided_meanwhile', 'status')
})

const reviewed: BusinessEvent = { type: 'ReviewCompleted', data: { review_id: review.id, tasks: [nameTask] } }
const reasons = (...findings: readonly string[]) => [{ code: 'bankruptcy', text: 'Bankruptcy', findings: [...findings] }]

test('a decision keeps its reasons, which may point to tasks of the review', () => {
  given(business, [created, reviewed])
    .when({ type: 'Decide', status: 'rejected', note: null, reasons: reasons('name') })
    .then([{ type: 'BusinessRejected', data: { note: null, reasons: reasons('name') } }])
  given(business, [created, reviewed])
    .when({ type: 'Decide', status: 'rejected', note: null, reasons: reasons('name', 'tin', businessId) })
    .isRefusedFor(['finding_unknown', 'status_reasons.0.findings.1'], ['finding_unknown', 'status_reasons.0.findings.2'])
})

test.run()
