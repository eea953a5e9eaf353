// The report on a business as a PDF document (specification 4.1).

import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/environment.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import { requesterNames } from '../../inner/people.ts'
import { inTurn } from '../../inner/places.ts'
import { own, ownAccount, type Reads } from '../../inner/reading.ts'
import { type Monitored, relatedTo } from '../../inner/related.ts'
import type { Clock } from '../../inner/sending.ts'
import { businessResource } from '../../interface/resources/business.ts'
import { timeline } from '../../projections/timeline.ts'
import { describe } from '../openapi/openapi.ts'

/** How much of the timeline is printed. */
const shownEntries = 200

export const reportRoutes =
  (inner: Clock & Reads & Monitored & GuestLinking): Routes =>
  (app) => {
    app.get(
      '/businesses/:id/pdf',
      describe({
        summary: 'The report on a business',
        tag: 'Businesses',
        responses: { 200: { type: 'application/pdf', description: 'The report as a PDF document.' } },
        errors: [404],
      }),
      async (c) => {
        const document = await ownBusiness(inner, c, c.req.param('id'))
        const where = { business_id: document.id }
        const [names, related, account, entries, timelineCount] = await Promise.all([
          requesterNames(inner, [document]),
          relatedTo(inner, c, document),
          ownAccount(inner, c),
          own(inner, c, timeline).find({ where, sort: [['occurred_at', 'desc']], perPage: shownEntries }),
          own(inner, c, timeline).count(where),
        ])
        // Loaded with the first report, because the PDF code takes more memory than all other routes.
        const { businessReport } = await import('../../documents/report/business-report.ts')
        const contents = {
          business: businessResource(document, names, related),
          account: account.name,
          timeline: entries,
          timelineCount,
          at: inner.now(),
        }
        const bytes = await inTurn(c, () => businessReport(contents))
        c.header('Content-Disposition', `inline; filename="business-${document.id}.pdf"`)
        return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'Content-Type': 'application/pdf' })
      },
    )
  }
