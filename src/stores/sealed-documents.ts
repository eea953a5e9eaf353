// The bytes of uploaded documents: files sealed with the key of their subject (AES-256-GCM), found by their document's id. Destroying that key erases
// the documents, wherever their files lie.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Records } from './document-store.ts'
import type { Files } from './files.ts'
import type { KeyRing } from './key-ring.ts'

/** Of the records that say which file holds a document. */
export const sealedDocumentKind = 'sealed_documents'

export type SealedDocuments = {
  /** Durable when it resolves. The same id again changes nothing. @param subject whose key seals it */
  readonly write: (subject: string, documentId: string, bytes: Buffer) => Promise<void>
  /** null when there is none, or it has been erased. */
  readonly read: (documentId: string) => Promise<Buffer | null>
}

type Options = { readonly records: Records; readonly files: Files; readonly keyRing: KeyRing }

export const openSealedDocuments = ({ records, files, keyRing }: Options): SealedDocuments => ({
  write: async (subject, documentId, bytes) => {
    if (await records.get(sealedDocumentKind, documentId)) return
    const key = (await keyRing.obtain([subject])).get(subject)
    if (!key) throw new Error(`the key of ${subject} has been destroyed`)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(documentId))
    const text = Buffer.concat([cipher.update(bytes), cipher.final()])
    const file = await files.write(Buffer.concat([iv, cipher.getAuthTag(), text]))
    await records.put(sealedDocumentKind, documentId, { subject, file }, { expectedRevision: -1 })
  },
  read: async (documentId) => {
    const record = await records.get(sealedDocumentKind, documentId)
    if (typeof record?.value.file !== 'string' || typeof record.value.subject !== 'string') return null
    const key = (await keyRing.find([record.value.subject])).get(record.value.subject)
    const bytes = key && (await files.read(record.value.file))
    if (!bytes) return null
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(documentId))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  },
})
