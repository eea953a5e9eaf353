// The lien desk, for the operator's command line: liens to file, their steps, returned documents, and forms to send.

import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { inTurn } from '../../inner/framework/places.ts'
import { anyDocument, type Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { attachLienDocument, lienFormOf, liensToFile, recordLienStep, renderLienForm } from '../../inner/liens.ts'
import { unprocessable } from '../../interface/errors.ts'
import { Attachment, attachmentLimit } from '../../interface/requests/attachment.ts'
import { LienStep } from '../../interface/requests/lien-desk.ts'
import { liens } from '../../projections/liens.ts'
import { body } from '../validation.ts'
import { operatorSender } from './desk.ts'

/** More than ever wait at the desk. */
const most = 1000

/** `routes` is behind the operator's token. */
export const lienDesk = (routes: ProbityApp, inner: Sending & Reads & DocumentFiles): void => {
  const lienOf = (c: ProbityContext) => anyDocument(inner, { projection: liens, id: c.req.param('id') ?? '', resource: 'lien' })

  routes.get('/liens', async (c) => c.json({ data: await liensToFile(inner, {}, most) }))

  routes.get('/liens/:id', async (c) => c.json(await lienOf(c)))

  routes.post('/liens/:id/steps', body(LienStep), async (c) => {
    const { id, account_id } = await lienOf(c)
    await recordLienStep(inner, operatorSender(inner, c, account_id), { id, step: c.req.valid('json') })
    return c.json(await lienOf(c))
  })

  routes.post('/liens/:id/documents', body(Attachment, { limit: attachmentLimit }), async (c) => {
    const lien = await lienOf(c)
    const { content, filing_date, ...said } = c.req.valid('json')
    const attached = { ...said, bytes: Buffer.from(content, 'base64'), filing_date: filing_date ?? null }
    await attachLienDocument(inner, operatorSender(inner, c, lien.account_id), { lien, attached })
    return c.json(await lienOf(c), 201)
  })

  routes.get('/liens/:id/forms/:form', async (c) => {
    const lien = await lienOf(c)
    const named = lienFormOf(lien, c.req.param('form'))
    if (named.form === null) throw unprocessable(named.problem, 'form')
    const { bytes, ...file } = await inTurn(c, () => renderLienForm(inner, lien, named.form))
    return c.json({ ...file, content: Buffer.from(bytes).toString('base64') })
  })
}
