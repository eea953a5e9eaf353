// The bytes of uploaded documents: files sealed with the key of their subject (AES-256-GCM), found by their document's id. Destroying that key erases
// the documents, wherever their files lie.
import { decrypt, encrypt } from '../events/aes-gcm.ts'
import { LostKey } from '../events/personal-data.ts'
import type { Records, StoredRecord } from './document-store.ts'
import type { JsonObject } from './event-store.ts'
import type { Files } from './files.ts'
import type { KeyRing } from './key-ring.ts'

/** The kind of the records that say which file holds a document. */
export const sealedDocumentKind = 'sealed_documents'

export type SealedDocuments = {
  /**
   * Durable when it resolves. The same id again changes nothing, unless it was erased.
   * @param subject whose key seals it, or that of its heir @param expiresAt unless it is kept
   */
  readonly write: (subject: string, documentId: string, bytes: Buffer, expiresAt?: Date) => Promise<void>
  /** Keeps it for good: it does not expire any more. */
  readonly keep: (documentId: string) => Promise<void>
  /** null when there is none, or it has been erased. @throws LostKey */
  readonly read: (documentId: string) => Promise<Buffer | null>
}

type Options = { readonly records: Records; readonly files: Files; readonly keyRing: KeyRing }

export const openSealedDocuments = ({ records, files, keyRing }: Options): SealedDocuments => {
  /** A document that may expire is in its record and ends with it. A kept one is in a file. */
  const sealedIn = async ({ value }: StoredRecord): Promise<Buffer | null> => {
    if (typeof value.file === 'string') return files.read(value.file)
    return typeof value.sealed === 'string' ? Buffer.from(value.sealed, 'base64') : null
  }

  const isErased = async ({ value: { subject } }: StoredRecord): Promise<boolean> =>
    typeof subject === 'string' && (await keyRing.find([subject])).get(subject) === 'erased'

  return {
    write: async (subject, documentId, bytes, expiresAt) => {
      const stored = await records.get(sealedDocumentKind, documentId)
      if (stored && !(await isErased(stored))) return
      const owner = await keyRing.living(subject)
      const key = (await keyRing.obtain([owner])).get(owner)
      if (key === 'erased') throw new Error(`the key of ${subject} has been destroyed`)
      if (typeof key !== 'object') throw new LostKey(`the key of ${subject} cannot be opened`)
      const sealed = encrypt(key, bytes, { boundTo: documentId })
      const place: JsonObject = expiresAt ? { sealed: sealed.toString('base64') } : { file: await files.write(sealed) }
      const options = { expectedRevision: stored?.revision ?? -1, ...(expiresAt ? { expiresAt } : {}) }
      await records.put(sealedDocumentKind, documentId, { subject: owner, ...place }, options)
    },
    keep: async (documentId) => {
      const record = await records.get(sealedDocumentKind, documentId)
      const sealed = record?.expiresAt && (await sealedIn(record))
      if (!sealed) return
      const value = { subject: record.value.subject ?? null, file: await files.write(sealed) }
      await records.put(sealedDocumentKind, documentId, value, { expectedRevision: record.revision })
    },
    read: async (documentId) => {
      const record = await records.get(sealedDocumentKind, documentId)
      if (!record && (await isSetAside(records, sealedDocumentKind, documentId)))
        throw new LostKey(`the record of document ${documentId} cannot be opened`)
      const subject = record?.value.subject
      if (!record || typeof subject !== 'string') return null
      const key = (await keyRing.find([subject])).get(subject)
      if (key === 'erased') return null
      if (typeof key !== 'object') throw new LostKey(`the key of ${subject} is lost`)
      const bytes = await sealedIn(record)
      return bytes && decrypt(key, bytes, documentId)
    },
  }
}

const isSetAside = async (records: Records, kind: string, key: string): Promise<boolean> =>
  (await records.setAside()).some((each) => each.kind === kind && each.key === key)
