// Documents from any vendor with a JSON API. The vendor's answer lists them, each as Base64 or as a link to follow.
import { z } from 'zod'
import { keysOf } from '../../events/keys-of.ts'
import { largestDocument, type Subject } from '../ports.ts'
import { at } from '../vendor-templates.ts'
import { type DocumentFinding, type DocumentSource, type DocumentType, documentTypes, type FoundDocument } from './documents.ts'
import { type AskVendor, NoAnswer, vendorRequest } from './vendor.ts'
import { businessValues, unavailableBecause, vendorSource } from './vendor-answers.ts'

const Vendor = z.strictObject({
  ...vendorRequest,
  /** The types that the vendor has; it is not asked for others. `{document_type}` in the address is replaced by the requested type. */
  types: z.array(z.enum(keysOf(documentTypes))).min(1),
  /** Dotted path to the list of documents in the answer; empty: the answer is the list. */
  records: z.string().default(''),
  /** Dotted paths within a document, which has a `content` (Base64) or a `link`. */
  fields: z
    .strictObject({
      key: z.string(),
      content: z.string().optional(),
      link: z.string().optional(),
      filename: z.string().optional(),
      content_type: z.string().optional(),
      filing_date: z.string().optional(),
    })
    .refine(({ content, link }) => (content === undefined) !== (link === undefined), 'needs either content or link'),
})
type Vendor = z.output<typeof Vendor>

export const DocumentsConfig = z.union([Vendor, z.array(Vendor)])

export const vendorDocuments =
  (vendors: readonly Vendor[], ask: AskVendor): DocumentSource =>
  async (type, subject, signal): Promise<DocumentFinding> => {
    const asked = vendors.filter(({ types }) => types.includes(type))
    if (asked.length === 0) return { outcome: 'unavailable', reason: `no configured source has a ${documentTypes[type]}`, passing: false }
    try {
      const found = await Promise.all(asked.map((vendor) => documentsAt(vendor, { type, subject, ask, signal })))
      return { outcome: 'found', documents: found.flat(), sources: asked.map(({ name }) => vendorSource(name, type, subject)) }
    } catch (error) {
      return unavailableBecause(error, signal)
    }
  }

type Asking = {
  readonly type: DocumentType
  readonly subject: Subject
  readonly ask: AskVendor
  readonly signal: AbortSignal | undefined
}

const documentsAt = async (vendor: Vendor, { type, subject, ask, signal }: Asking): Promise<FoundDocument[]> => {
  const list = at(await ask.json(vendor, { ...businessValues(subject), document_type: type }, signal), vendor.records)
  if (!Array.isArray(list)) throw new NoAnswer(`${vendor.name} answered without a list of documents`, { passing: false })
  return Promise.all(
    list.map(async (each): Promise<FoundDocument> => {
      const told = (field: keyof Vendor['fields']): string | null => {
        const value = at(each, vendor.fields[field] ?? `no ${field}`)
        return typeof value === 'string' || typeof value === 'number' ? String(value) : null
      }
      const key = told('key')
      const unusable = (what: string) => new NoAnswer(`${vendor.name} answered a document that cannot be used: ${what}`, { passing: false })
      if (key === null) throw unusable('key')
      const given = told('content') ?? told('link')
      if (given === null) throw unusable(vendor.fields.link === undefined ? 'content' : 'link')
      const fetched =
        vendor.fields.link === undefined
          ? null
          : await ask.file(vendor, given, { maxBytes: largestDocument, ...(signal ? { signal } : {}) })
      const bytes = fetched?.bytes ?? Buffer.from(given, 'base64')
      if (bytes.length === 0) throw unusable('it is empty')
      if (bytes.length > largestDocument) throw unusable(`it is larger than ${largestDocument / 1024 / 1024} MB`)
      const content_type = (told('content_type') ?? fetched?.headers['content-type'] ?? 'application/pdf').split(';')[0]?.trim() ?? ''
      return {
        filename: filenameOf(told('filename'), type, content_type),
        content_type,
        bytes,
        filing_date: /^\d{4}-\d{2}-\d{2}/.exec(told('filing_date') ?? '')?.[0] ?? null,
        sources: [vendorSource(vendor.name, key, subject)],
      }
    }),
  )
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/tiff': '.tif',
}

/** Removes folders and control characters from the vendor's name for the file. */
const filenameOf = (told: string | null, type: DocumentType, contentType: string): string => {
  const name = (told ?? '').split(/[\\/]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim().slice(-200)
  return name && !/^\.+$/.test(name) ? name : `${type}${endings[contentType] ?? ''}`
}
