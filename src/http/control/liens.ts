// The lien desk, for the operator's command line: what is to be filed, the steps as they happen, the documents that come back, the forms to send.
import { hash } from 'node:crypto'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { type LienCommand, lien } from '../../commands/lien.ts'
import { type UccForm, uccForms } from '../../documents/forms/ucc-forms.ts'
import { hasErasedDebtor } from '../../events/lien.ts'
import type { ProbityApp, ProbityContext } from '../../inner/environment.ts'
import { anyDocument, findDocuments } from '../../inner/reading.ts'
import type { Service } from '../../inner/service.ts'
import { unprocessable } from '../../interface/errors.ts'
import { DateOnly } from '../../interface/records/common.ts'
import { Attachment, attachmentLimit, keepable } from '../../interface/requests/attachment.ts'
import type { LienDocument } from '../../projections/liens.ts'
import { body } from '../validation.ts'
import { sendAsOperator } from './desk.ts'

const lienSteps = ['start', 'returned', 'filed', 'open', 'termination-start', 'termination-completed'] as const

export const Step = z.object({
  step: z.enum(lienSteps),
  file_number: z.string().trim().min(1).max(100).nullish(),
  confirmation_number: z.string().trim().min(1).max(100).nullish(),
  /** Today when absent. */
  date: DateOnly.nullish(),
  reason: z.string().trim().min(1).max(1000).nullish(),
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
  const sha256 = hash('sha256', keepable(bytes))
  // The same file attached twice is one document.
  const document_id = uuidv5(`${given.filename} ${sha256}`, lien.id)
  await sealedDocuments.write(lien.business_id, document_id, bytes)
  return { document_id, ...given, size: bytes.length, sha256 }
}

/** `routes` is behind the operator's token. */
export const lienDesk = (routes: ProbityApp, service: Service): void => {
  const { sealedDocuments, now } = service
  const lienOf = (id: string) => anyDocument<LienDocument>(service, { collection: 'liens', id, resource: 'lien' })

  const send = async (c: ProbityContext, { id, account_id }: LienDocument, command: LienCommand): Promise<LienDocument> => {
    await sendAsOperator(service, c, { accountId: account_id, aggregate: lien, id, command })
    return lienOf(id)
  }

  routes.get('/liens', async (c) => {
    const toDo = { where: { desk: { in: ['filing', 'termination'] } }, perPage: 1000 }
    const data = await findDocuments<LienDocument>(service, 'liens', toDo)
    return c.json({ data: data.toSorted((a, b) => a.created_at.localeCompare(b.created_at)) })
  })

  routes.get('/liens/:id', async (c) => c.json(await lienOf(c.req.param('id'))))

  routes.post('/liens/:id/steps', body(Step), async (c) => {
    const held = await lienOf(c.req.param('id'))
    return c.json(await send(c, held, commandFor(c.req.valid('json'), now().toISOString().slice(0, 10))))
  })

  routes.post('/liens/:id/documents', body(Attachment, { limit: attachmentLimit }), async (c) => {
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
    const { renderUccForm } = await import('../../documents/forms/ucc.ts')
    const bytes = await renderUccForm(form, held, now())
    return c.json({
      filename: `${form}-${held.state}-${held.id}.pdf`,
      content_type: 'application/pdf',
      content: Buffer.from(bytes).toString('base64'),
    })
  })
}
