// The report on a business as a PDF document (specification 4.1).

import { z } from 'zod'
import type { Monitored } from '../../inner/business/related.ts'
import { reportContents } from '../../inner/business/report.ts'
import { pdfAnswer } from '../../inner/framework/attachment.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { inTurn } from '../../inner/framework/places.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Clock } from '../../inner/framework/sending.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import { Report } from '../../interface/records/report.ts'
import { reportResource } from '../../interface/resources/report.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, query } from '../validation.ts'

const moment = query(z.object({ as_of: asOf.optional() }))

export const reportRoutes =
  (inner: Clock & Reads & Monitored & GuestLinking): Routes =>
  (app) => {
    app.get(
      '/businesses/:id/report',
      describe({
        summary: 'The report on a business for machines, now or as it stood',
        description:
          'Everything that the PDF report says, as one document: decision, verdict, record, ownership, notes and the whole timeline.',
        tag: 'Businesses',
        responses: { 200: Report },
        errors: [404],
      }),
      moment,
      async (c) => c.json(reportResource(await reportContents(inner, c, c.req.param('id'), c.req.valid('query').as_of))),
    )

    app.get(
      '/businesses/:id/pdf',
      describe({
        summary: 'The report on a business, now or as it stood',
        tag: 'Businesses',
        responses: { 200: { type: 'application/pdf', description: 'The report as a PDF document.' } },
        errors: [404],
      }),
      moment,
      async (c) => {
        const contents = await reportContents(inner, c, c.req.param('id'), c.req.valid('query').as_of)
        // Loaded with the first report, because the PDF code takes more memory than all other routes.
        const { businessReport } = await import('../../documents/report/business-report.ts')
        const bytes = await inTurn(c, () => businessReport(contents))
        return pdfAnswer(c, `business-${contents.business.id}.pdf`, bytes)
      },
    )
  }
