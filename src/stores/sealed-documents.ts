// The bytes of uploaded documents: in the document store's records, so that every instance reads them, sealed with the key of their subject (AES-256-GCM).
// Destroying that key erases the documents.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Records } from './document-store.ts'
import type { KeyRing } from './key-ring.ts'

const kind = 'sealed_documents'

export type SealedDocuments = {
  /** Durable when it resolves. The same id again changes nothing. @param subject whose key seals it @param expiresAt unless it is kept */
  readonly write: (subject: string, documentId: string, bytes: Buffer, expiresAt?: Date) => Promise<void>
  /** It does not expire any more. */
  readonly keep: (documentId: string) => Promise<void>
  /** null when there is none, or it has been erased. */
  readonly read: (documentId: string) => Promise<Buffer | null>
}

export const openSealedDocuments = ({ records, keyRing }: { records: Records; keyRing: KeyRing }): SealedDocuments => ({
  write: async (subject, documentId, bytes, expiresAt) => {
    const key = (await keyRing.obtain([subject])).get(subject)
    if (!key) throw new Error(`the key of ${subject} has been destroyed`)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(documentId))
    const text = Buffer.concat([cipher.update(bytes), cipher.final()])
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
    await records.put(kind, documentId, { subject, sealed }, { expectedRevision: -1, ...(expiresAt ? { expiresAt } : {}) })
  },
  keep: async (documentId) => {
    const record = await records.get(kind, documentId)
    if (record?.expiresAt) await records.put(kind, documentId, record.value, { expectedRevision: record.revision })
  },
  read: async (documentId) => {
    const record = await records.get(kind, documentId)
    if (typeof record?.value.sealed !== 'string' || typeof record.value.subject !== 'string') return null
    const key = (await keyRing.find([record.value.subject])).get(record.value.subject)
    if (!key) return null
    const bytes = Buffer.from(record.value.sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(documentId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  },
})
