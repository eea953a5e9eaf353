// The lien desk, for the operator's command line: what is to be filed, the steps as they happen, the documents that come back, the forms to send.
import { hash } from 'node:crypto'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type LienCommand, lien } from '../../commands/lien.ts'
import { refused } from '../../commands/refused.ts'
import { hasErasedDebtor } from '../../events/lien.ts'
import { largestDocument } from '../../evidence/ports.ts'
import type { LienDocument } from '../../projections/liens.ts'
import type { ProbityApp, ProbityContext } from '../environment.ts'
import { unprocessable } from '../errors.ts'
import { type UccForm, uccForms } from '../forms/ucc-forms.ts'
import { DateOnly } from '../records/common.ts'
import type { Service } from '../service.ts'
import { body } from '../validation.ts'

const lienSteps = ['start', 'returned', 'filed', 'open', 'termination-start', 'termination-completed'] as const

export const Step = z.object({
  step: z.enum(lienSteps),
  file_number: z.string().trim().min(1).max(100).nullish(),
  confirmation_number: z.string().trim().min(1).max(100).nullish(),
  /** Today when absent. */
  date: DateOnly.nullish(),
  reason: z.string().trim().min(1).max(1000).nullish(),
})

export const Attachment = z.object({
  document_type: z.string().trim().min(1).max(100),
  filename: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[^/\\]+$/, 'must be a file name without folders'),
  content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as application/pdf'),
  content: z.base64(),
  filing_date: DateOnly.nullish(),
})

export const commandFor = ({ step, file_number, confirmation_number, date, reason }: z.output<typeof Step>, today: string): LienCommand => {
  const fileNumber = file_number ?? null
  switch (step) {
    case 'start':
      return { type: 'StartFulfilment', reference: null }
    case 'returned':
      return { type: 'ReturnFiling', reason: reason ?? 'no reason given' }
    case 'filed':
      return { type: 'RecordFiling', fileNumber, confirmationNumber: confirmation_number ?? null, filingDate: date ?? today }
    case 'open':
      return { type: 'Reflect', fileNumber, date: date ?? today }
    case 'termination-start':
      return { type: 'StartTermination', reference: null }
    case 'termination-completed':
      return { type: 'CompleteTermination', fileNumber, date: date ?? today }
  }
}

type LienAttachment = Omit<z.output<typeof Attachment>, 'content' | 'filing_date'> & {
  readonly filing_date: string | null
  readonly bytes: Buffer
}

/** Keeps the bytes of a document that came back. @throws ApiError 422 when it is empty or too large */
export const keepLienDocument = async (
  sealedDocuments: Service['sealedDocuments'],
  lien: Pick<LienDocument, 'id' | 'business_id'>,
  { bytes, ...given }: LienAttachment,
): Promise<Extract<LienCommand, { type: 'AttachDocument' }>['document']> => {
  if (bytes.length === 0) throw unprocessable('the document is empty', 'content')
  if (bytes.length > largestDocument) throw unprocessable('content must be at most 9 MB', 'content')
  const sha256 = hash('sha256', bytes)
  // The same file attached twice is one document.
  const document_id = uuidv5(`${given.filename} ${sha256}`, lien.id)
  await sealedDocuments.write(lien.business_id, document_id, bytes)
  return { document_id, ...given, size: bytes.length, sha256 }
}

/** `routes` is behind the operator's token. */
export const lienDesk = (routes: ProbityApp, { documents, sealedDocuments, handle, passed, now }: Service): void => {
  const lienOf = async (id: string): Promise<LienDocument> => {
    const found = (await documents.get('liens', id)) as LienDocument | undefined
    if (!found) throw refused('lien_not_found')
    return found
  }

  const send = async (c: ProbityContext, { id, account_id }: LienDocument, command: LienCommand): Promise<LienDocument> => {
    const context = {
      accountId: account_id,
      actor: { type: 'operator' as const, id: 'command_line' },
      commandId: uuidv7(),
      requestId: c.get('requestId'),
      at: now(),
    }
    const { position } = await handle(lien, id, command, context)
    if (position !== null) await passed(position, account_id)
    return lienOf(id)
  }

  routes.get('/liens', async (c) => {
    const data = (await documents.find('liens', {
      where: { desk: { in: ['filing', 'termination'] } },
      perPage: 1000,
    })) as unknown as readonly LienDocument[]
    return c.json({ data: data.toSorted((a, b) => a.created_at.localeCompare(b.created_at)) })
  })

  routes.get('/liens/:id', async (c) => c.json(await lienOf(c.req.param('id'))))

  routes.post('/liens/:id/steps', body(Step), async (c) => {
    const held = await lienOf(c.req.param('id'))
    return c.json(await send(c, held, commandFor(c.req.valid('json'), now().toISOString().slice(0, 10))))
  })

  routes.post('/liens/:id/documents', body(Attachment, { limit: 13 * 1024 * 1024 }), async (c) => {
    const held = await lienOf(c.req.param('id'))
    const { content, filing_date, ...given } = c.req.valid('json')
    const bytes = Buffer.from(content, 'base64')
    const document = await keepLienDocument(sealedDocuments, held, { ...given, bytes, filing_date: filing_date ?? null })
    return c.json(await send(c, held, { type: 'AttachDocument', document }), 201)
  })

  routes.get('/liens/:id/forms/:form', async (c) => {
    const held = await lienOf(c.req.param('id'))
    const form = uccForms.find((each) => each === c.req.param('form')) satisfies UccForm | undefined
    if (!form) throw unprocessable(`form must be one of ${uccForms.join(', ')}`, 'form')
    if (form === 'ucc-3' && held.termination === null) throw unprocessable('no termination of this lien has been asked for', 'form')
    if (hasErasedDebtor(held)) throw unprocessable('the name of a debtor was erased: nothing can be filed under it', 'form')
    const { renderUccForm } = await import('../forms/ucc.ts')
    const bytes = await renderUccForm(form, held, now())
    return c.json({
      filename: `${form}-${held.state}-${held.id}.pdf`,
      content_type: 'application/pdf',
      content: Buffer.from(bytes).toString('base64'),
    })
  })
}
