// Documents that an operator adds to a business as evidence, for the command line.
import { hash } from 'node:crypto'
import { business } from '../../commands/business.ts'
import { documentIdOf } from '../../events/business-findings.ts'
import { derivedId, reviewIdOf } from '../../events/derived-id.ts'
import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import type { ProbityApp } from '../../inner/framework/environment.ts'
import { anyDocument, notShownYet, type Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { Attachment, attachmentLimit, keepable } from '../../interface/requests/attachment.ts'
import { businesses } from '../../projections/businesses.ts'
import { evidenceDocuments } from '../../projections/evidence-documents.ts'
import { body } from '../validation.ts'
import { sendAsOperator } from './desk.ts'

/** `routes` is behind the operator's token. */
export const documentDesk = (routes: ProbityApp, inner: Sending & Reads & DocumentFiles): void => {
  const { read, sealedDocuments, now } = inner
  const businessOf = (id: string) => anyDocument(inner, { projection: businesses, id, resource: 'business' })

  routes.get('/businesses/:id/documents', async (c) => {
    const { id } = await businessOf(c.req.param('id'))
    const data = await read(evidenceDocuments).find({ where: { business_id: id }, sort: [['created_at', 'asc']], perPage: 1000 })
    return c.json({ data })
  })

  routes.post('/businesses/:id/documents', body(Attachment, { limit: attachmentLimit }), async (c) => {
    const { id: businessId, account_id } = await businessOf(c.req.param('id'))
    const { content, filing_date, ...fields } = c.req.valid('json')
    const bytes = keepable(Buffer.from(content, 'base64'))
    const sha256 = hash('sha256', bytes)
    const id = documentIdOf(businessId, sha256)
    await sealedDocuments.write(businessId, id, bytes)
    const metadata = { data_set: 'operator', version: now().toISOString().slice(0, 10), row: sha256 }
    const source = { id: derivedId(JSON.stringify(['uploaded', metadata]), businessId), type: 'uploaded', metadata }
    const document = { id, ...fields, size: bytes.length, sha256, filing_date: filing_date ?? null, sources: [source] }
    const review = { id: reviewIdOf(businessId), at: now().toISOString() }
    const command = { type: 'RecordEvidence' as const, evidence: { documents: [document] }, review }
    await sendAsOperator(inner, c, { accountId: account_id, aggregate: business, id: businessId, command })
    const shown = await read(evidenceDocuments).get(id)
    if (!shown) throw notShownYet()
    return c.json(shown, 201)
  })
}
