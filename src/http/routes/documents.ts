// The documents kept as evidence of a business: list, one, and the link that serves it.
import { z } from 'zod'
import { ownBusiness } from '../../inner/businesses.ts'
import { documentLink, documentResource } from '../../inner/evidence-documents.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { ownDocument, type Reads } from '../../inner/framework/reading.ts'
import type { Clock } from '../../inner/framework/sending.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { Document, GetDocumentDownloadUrlResponse } from '../../interface/records/documents.ts'
import { evidenceDocuments } from '../../projections/evidence-documents.ts'
import { describe } from '../openapi/openapi.ts'
import { query } from '../validation.ts'

const tag = 'Documents'

export const documentRoutes =
  (inner: Clock & Reads & GuestLinking): Routes =>
  (app) => {
    const own = (c: ProbityContext) =>
      ownDocument(inner, c, {
        projection: evidenceDocuments,
        id: c.req.param('id') ?? '',
        resource: 'document',
      })

    app.get(
      '/businesses/:business_id/documents',
      describe({ summary: 'List the documents of a business', tag, responses: { 200: listOf(Document) }, errors: [404] }),
      query(z.object(paging)),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const { page, per_page: perPage } = c.req.valid('query')
        const where = { business_id: id }
        const { found, totalCount, hasMore } = await ownPageOf(inner, c, evidenceDocuments, { where, sort: newestFirst, page, perPage })
        const data = found.map((each) => documentResource(inner, c, each))
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: `/v1/businesses/${id}/documents` }))
      },
    )

    app.get('/documents/:id', describe({ summary: 'A document', tag, responses: { 200: Document }, errors: [404] }), async (c) =>
      c.json(documentResource(inner, c, await own(c))),
    )

    app.get(
      '/documents/:id/download_url',
      describe({
        summary: 'A link that serves the document for an hour',
        tag,
        responses: { 200: GetDocumentDownloadUrlResponse },
        errors: [404],
      }),
      async (c) => c.json({ data: documentLink(inner, c, (await own(c)).id) }),
    )
  }
