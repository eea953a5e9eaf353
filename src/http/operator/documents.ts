// Documents that an operator adds to a business as evidence, for the command line.
import { hash } from 'node:crypto'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import { business } from '../../commands/business.ts'
import { refused } from '../../commands/refused.ts'
import { documentIdOf } from '../../events/business-findings.ts'
import { largestDocument } from '../../evidence/ports.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { EvidenceDocumentDocument } from '../../projections/evidence-documents.ts'
import type { ProbityApp } from '../environment.ts'
import { unprocessable } from '../errors.ts'
import type { Service } from '../service.ts'
import { body } from '../validation.ts'
import { Attachment } from './liens.ts'

/** `routes` is behind the operator's token. */
export const documentDesk = (routes: ProbityApp, { documents, sealedDocuments, handle, passed, now }: Service): void => {
  const businessOf = async (id: string): Promise<BusinessDocument> => {
    const found = (await documents.get('businesses', id)) as BusinessDocument | undefined
    if (!found) throw refused('business_not_found')
    return found
  }

  routes.get('/businesses/:id/documents', async (c) => {
    const { id } = await businessOf(c.req.param('id'))
    const data = await documents.find('evidence_documents', { where: { business_id: id }, sort: [['created_at', 'asc']], perPage: 1000 })
    return c.json({ data: data as unknown as readonly EvidenceDocumentDocument[] })
  })

  routes.post('/businesses/:id/documents', body(Attachment, { limit: 13 * 1024 * 1024 }), async (c) => {
    const { id: businessId, account_id } = await businessOf(c.req.param('id'))
    const { content, filing_date, ...given } = c.req.valid('json')
    const bytes = Buffer.from(content, 'base64')
    if (bytes.length === 0) throw unprocessable('the document is empty', 'content')
    if (bytes.length > largestDocument) throw unprocessable('content must be at most 9 MB', 'content')
    const sha256 = hash('sha256', bytes)
    const id = documentIdOf(businessId, sha256)
    await sealedDocuments.write(businessId, id, bytes)
    const metadata = { data_set: 'operator', version: now().toISOString().slice(0, 10), row: sha256 }
    const source = { id: uuidv5(JSON.stringify(['uploaded', metadata]), businessId), type: 'uploaded', metadata }
    const document = { id, ...given, size: bytes.length, sha256, filing_date: filing_date ?? null, sources: [source] }
    const { position } = await handle(
      business,
      businessId,
      {
        type: 'RecordEvidence',
        evidence: { documents: [document] },
        review: { id: uuidv5('review', businessId), at: now().toISOString() },
      },
      {
        accountId: account_id,
        actor: { type: 'operator', id: 'command_line' },
        commandId: uuidv7(),
        requestId: c.get('requestId'),
        at: now(),
      },
    )
    if (position !== null) await passed(position, account_id)
    return c.json(await documents.get('evidence_documents', id), 201)
  })
}
