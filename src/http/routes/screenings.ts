// The screenings of a business, and the signed certificate of each, as JSON and as a PDF document.

import { z } from 'zod'
import { pdfAnswer } from '../../inner/framework/attachment.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { pageWithin } from '../../inner/framework/list-pages.ts'
import { inTurn } from '../../inner/framework/places.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Clock } from '../../inner/framework/sending.ts'
import { type Certifying, certificateOf, screeningsOf } from '../../inner/screenings.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { ScreeningCertificate, ScreeningItem } from '../../interface/records/screening-certificates.ts'
import { describe } from '../openapi/openapi.ts'
import { query } from '../validation.ts'

const path = '/businesses/:business_id/screenings'
const tag = 'Screenings'

export const screeningRoutes =
  (inner: Clock & Reads & Certifying): Routes =>
  (app) => {
    app.get(
      path,
      describe({
        summary: 'The watchlist screenings of a business, the newest first',
        tag,
        responses: { 200: listOf(ScreeningItem) },
        errors: [404],
      }),
      query(z.object(paging)),
      async (c) => {
        const { page, per_page: perPage } = c.req.valid('query')
        const all = await screeningsOf(inner, c, c.req.param('business_id'))
        const { found: data, totalCount, hasMore } = pageWithin(c, all, { page, perPage, idOf: ({ id }) => id })
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: c.req.path }))
      },
    )

    app.get(
      `${path}/:screening_id/certificate`,
      describe({
        summary: 'The signed certificate of a screening; `latest` is the newest one',
        tag,
        responses: { 200: ScreeningCertificate },
        errors: [404],
      }),
      async (c) =>
        c.json(await certificateOf(inner, c, { businessId: c.req.param('business_id'), screeningId: c.req.param('screening_id') })),
    )

    app.get(
      `${path}/:screening_id/certificate/pdf`,
      describe({
        summary: 'The certificate of a screening to print; `latest` is the newest one',
        tag,
        responses: { 200: { type: 'application/pdf', description: 'The certificate as a PDF document.' } },
        errors: [404],
      }),
      async (c) => {
        const asked = { businessId: c.req.param('business_id'), screeningId: c.req.param('screening_id') }
        const certificate = await certificateOf(inner, c, asked)
        // Loaded with the first document: what makes PDFs takes more memory than the rest of the routes.
        const { certificateDocument } = await import('../../documents/report/screening-certificate.ts')
        const bytes = await inTurn(c, () => certificateDocument(certificate))
        return pdfAnswer(c, `screening-${certificate.screening.id}.pdf`, bytes)
      },
    )
  }
