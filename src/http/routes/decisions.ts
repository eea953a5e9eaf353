// The decision on a business, the notice of a rejection for the applicant, and the settings of notices.

import { decisionOf, issueNotice, noticeOf, noticeSettingsOf, setNoticeSettings } from '../../inner/decisions.ts'
import { pdfAnswer } from '../../inner/framework/attachment.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { inTurn } from '../../inner/framework/places.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { requireRight } from '../../inner/framework/rights.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import { BusinessDecision, Notice, NoticeSettings, SetNoticeSettings } from '../../interface/records/decision.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

const path = '/businesses/:business_id/decision'
const settings = '/notice_settings'
const tag = 'Decisions'

export const decisionRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      path,
      describe({
        summary: 'The decision on a business, with its reasons and all that was settled',
        description:
          'Who decided and, under two pairs of eyes, who proposed it; the reasons with the findings that they point to; overridden and dismissed watchlist hits; how each discrepancy of owners was resolved; whether a notice was issued.',
        tag,
        responses: { 200: BusinessDecision },
        errors: [404],
      }),
      async (c) => c.json(await decisionOf(inner, c, c.req.param('business_id'))),
    )

    app.post(
      `${path}/notice`,
      describe({
        summary: 'Issue the notice of a rejection for the applicant',
        description:
          'The notice of an adverse action after 12 CFR 1002.9, with the first four reasons of the decision. It is recorded and sent to nobody. Issued again for the same decision it is the same. Refused with 422 where the business is not rejected, the rejection names no specific reason, or the account has set no address (`PUT /v1/notice_settings`).',
        tag,
        responses: { 201: Notice },
        errors: [404],
      }),
      async (c) => c.json(await issueNotice(inner, c, c.req.param('business_id')), 201),
    )

    app.get(
      `${path}/notice`,
      describe({ summary: 'The notice that was issued of the rejection', tag, responses: { 200: Notice }, errors: [404, 422] }),
      async (c) => c.json(await noticeOf(inner, c, c.req.param('business_id'))),
    )

    app.get(
      `${path}/notice/text`,
      describe({
        summary: 'The notice as text',
        tag,
        responses: { 200: { type: 'text/plain', description: 'The notice in UTF-8. `sha256` of the notice is of these bytes.' } },
        errors: [404, 422],
      }),
      async (c) => c.text((await noticeOf(inner, c, c.req.param('business_id'))).text),
    )

    app.get(
      `${path}/notice/pdf`,
      describe({
        summary: 'The notice to print',
        tag,
        responses: { 200: { type: 'application/pdf', description: 'The notice as a PDF document.' } },
        errors: [404, 422],
      }),
      async (c) => {
        const notice = await noticeOf(inner, c, c.req.param('business_id'))
        // Loaded with the first document: what makes PDFs takes more memory than the rest of the routes.
        const { noticeDocument } = await import('../../documents/report/notice.ts')
        const bytes = await inTurn(c, () => noticeDocument(notice, c.get('principal').mode))
        return pdfAnswer(c, `notice-${notice.id}.pdf`, bytes)
      },
    )

    app.get(
      settings,
      describe({ summary: 'What notices say, and the reasons to reject for', tag, responses: { 200: NoticeSettings } }),
      async (c) => c.json(await noticeSettingsOf(inner, c)),
    )

    app.put(
      settings,
      describe({
        summary: 'Set what notices say, and the reasons to reject for',
        description: 'All of it each time: what is absent is as by default.',
        tag,
        responses: { 200: NoticeSettings, 202: ProposedAct },
      }),
      body(SetNoticeSettings),
      async (c) => {
        requireRight(c, 'manage')
        await setNoticeSettings(senderOf(inner, c), c.req.valid('json'))
        return c.json(await noticeSettingsOf(inner, c))
      },
    )
  }
