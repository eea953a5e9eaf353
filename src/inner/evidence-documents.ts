// Documents kept as evidence: their records, and the signed, expiring links that serve their bytes without a sign-in.
import type { z } from 'zod'
import { notFound } from '../interface/errors.ts'
import type { Document } from '../interface/records/documents.ts'
import { linkedDocument, type ShownDocument } from '../interface/resources/documents.ts'
import { endOfLink, signedLinks } from '../interface/signed-links.ts'
import { evidenceDocuments } from '../projections/evidence-documents.ts'
import type { SealedDocuments } from '../stores/sealed-documents.ts'
import { attachment } from './framework/attachment.ts'
import type { ProbityContext, Routes } from './framework/environment.ts'
import { originOf } from './framework/origin.ts'
import type { Reads } from './framework/reading.ts'
import type { Clock } from './framework/sending.ts'
import type { GuestLinking } from './guest-links.ts'

/** Uploads of employers, scans of mail, evidence. */
export type DocumentFiles = { readonly sealedDocuments: SealedDocuments }

/** How long a link works. */
const linkMs = 3_600_000

type Linking = Clock & Pick<GuestLinking, 'guestSecret'>

export const documentLink = ({ guestSecret, now }: Linking, c: ProbityContext, id: string): string => {
  const token = signedLinks(guestSecret).sign({ kind: 'evidence_document', id }, endOfLink(now(), linkMs))
  return `${originOf(c)}/documents/${token}`
}

export const documentResource = (inner: Linking, c: ProbityContext, document: ShownDocument): z.output<typeof Document> =>
  linkedDocument(document, documentLink(inner, c, document.id))

/** Needs no sign-in: the signed link is the permission. */
export const documentDownloads =
  ({ read, sealedDocuments, guestSecret, now }: Clock & Reads & DocumentFiles & GuestLinking): Routes =>
  (app) => {
    const links = signedLinks(guestSecret)
    app.get('/documents/:token', async (c) => {
      const linked = links.open(c.req.param('token'), now())
      if (linked?.kind !== 'evidence_document') throw notFound('document')
      const document = await read(evidenceDocuments).get(linked.id)
      const bytes = document && (await sealedDocuments.read(linked.id))
      if (!bytes) throw notFound('document')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Cache-Control', 'private, no-store')
      c.header('Referrer-Policy', 'no-referrer')
      return attachment(c, document, bytes)
    })
  }
