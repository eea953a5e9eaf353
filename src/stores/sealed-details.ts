// Social security numbers and dates of birth in read models: masked and sealed (AES-256-GCM) on the way into a store, and opened on the way out.
// A reader of the store's files or database sees the mask. The folds and the service see the value.
import { createHmac, hkdfSync } from 'node:crypto'
import { decrypt, encrypt, leastEncrypted } from '../events/aes-gcm.ts'
import { isUnreadable } from '../events/personal-data.ts'
import { addressOf } from './collections.ts'
import type { Change, Document, DocumentStore, SealedField } from './document-store.ts'

/** Every mask begins with it. */
const masked = '****'

/** What stands before the sealed form of a value. */
const masks = { date: () => `${masked}-**-**`, digits: (digits: string) => `${masked}*${digits.slice(-4)}` } as const

type Holder = { readonly [field: string]: unknown }
/** With the names on the way to it. */
type Field = SealedField & { readonly path: readonly string[] }
type Replace = (text: string, field: string, holder: Holder) => string

/**
 * The same store, for a service with this master key. Documents of collections with sealed fields have their key as `id`.
 * @example
 * import type { DocumentStore } from 'src/stores/document-store.ts'
 * declare const store: DocumentStore
 * const documents = sealingDetails(store, Buffer.alloc(32))
 * await documents.define([{ name: 'guests', version: 1, indexes: [], sealed: [{ at: 'people.*.dob', mask: 'date' }] }])
 */
export const sealingDetails = <Store extends DocumentStore>(store: Store, masterKey: Buffer): Store => {
  const { seal, open } = openCipher(masterKey)
  const collections = new Map<string, readonly Field[]>()
  const fieldsOf = (collection: string): readonly Field[] => collections.get(collection) ?? []

  const opened = (collection: string, document: Document): Document => {
    const opening: Replace = (text, field) => open(text, `${document.id} ${field}`)
    return fieldsOf(collection).reduce((each, { path }) => replaced(each, path, opening), document)
  }

  const sealed = (fields: readonly Field[], change: Change): Change => {
    const { key, document, rendering } = change
    if (document === null) return change
    const sealing =
      ({ mask, only }: SealedField): Replace =>
      (text, field, holder) =>
        isUnreadable(text) || (only && holder[only.field] !== only.is) ? text : `${masks[mask](text)}${seal(text, `${key} ${field}`)}`
    return {
      ...change,
      document: fields.reduce((each, field) => replaced(each, field.path, sealing(field)), document),
      ...(rendering ? { rendering: shown(fields).reduce((each, field) => inRendering(each, field, sealing(field)), rendering) } : {}),
    }
  }

  return {
    ...store,
    define: async (specs) => {
      await store.define(specs)
      for (const spec of specs) {
        const fields = (spec.sealed ?? []).map((field) => ({ ...field, path: field.at.split('.') }))
        for (const address of [spec.name, addressOf(spec)])
          fields.length > 0 ? collections.set(address, fields) : collections.delete(address)
      }
    },
    get: (collection, key) => {
      const document = store.get(collection, key)
      return collections.has(collection) ? document.then((found) => found && opened(collection, found)) : document
    },
    rendering: async (collection, key) => {
      const rendering = await store.rendering(collection, key)
      if (!rendering?.includes(masked)) return rendering
      const opening: Replace = (text, field) => open(text, `${key} ${field}`)
      return shown(fieldsOf(collection)).reduce((each, field) => inRendering(each, field, opening), rendering)
    },
    getMany: async (collection, keys) => {
      const found = await store.getMany(collection, keys)
      if (!collections.has(collection)) return found
      return new Map(
        [...found].map(([key, each]) => [key, { ...each, document: each.document && opened(collection, each.document) }] as const),
      )
    },
    find: async (collection, options) => (await store.find(collection, options)).map((document) => opened(collection, document)),
    all: async function* (collection) {
      for await (const each of store.all(collection)) yield { ...each, document: each.document && opened(collection, each.document) }
    },
    commit: (commits, options) =>
      store.commit(
        commits.map((commit) => {
          const fields = collections.get(commit.collection)
          return fields ? { ...commit, changes: commit.changes.map((change) => sealed(fields, change)) } : commit
        }),
        options,
      ),
  }
}

const shown = (fields: readonly SealedField[]): readonly SealedField[] => fields.filter(({ rendered }) => rendered)

const lastOf = (at: string): string => at.slice(at.lastIndexOf('.') + 1)

/** The document with the texts at this place replaced; the same object where nothing changes, as in nearly all documents. */
const replaced = (document: Document, path: readonly string[], replace: Replace): Document =>
  stepped(document, path, 0, replace) as Document

/** @param step the number of names that are behind it */
const stepped = (value: unknown, path: readonly string[], step: number, replace: Replace): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Holder
  const name = path[step] ?? ''
  if (name !== '*') return withField(holder, name, path, step, replace)
  return Object.keys(holder).reduce((each, field) => withField(each, field, path, step, replace), holder)
}

const withField = (holder: Holder, field: string, path: readonly string[], step: number, replace: Replace): Holder => {
  const before = holder[field]
  const isLast = step === path.length - 1
  const after = !isLast ? stepped(before, path, step + 1, replace) : typeof before === 'string' ? replace(before, field, holder) : before
  if (after === before) return holder
  return Array.isArray(holder) ? Object.assign([...holder], { [field]: after }) : { ...holder, [field]: after }
}

/** A quote inside a JSON text has a backslash before it, so that no value can look like a member. */
const inRendering = (rendering: string, { at }: SealedField, replace: Replace): string => {
  const field = lastOf(at)
  return rendering.replaceAll(
    new RegExp(`(?<!\\\\)"${field}":("(?:[^"\\\\]|\\\\.)*")`, 'g'),
    (_, text: string) => `"${field}":${JSON.stringify(replace(JSON.parse(text), field, {}))}`,
  )
}

const sealedForm = / sealed:([\w-]+)$/

/** The same value in the same place is sealed to the same text, so that documents can be compared. `place` keeps it from being read elsewhere. */
const openCipher = (masterKey: Buffer) => {
  const [key, ivKey] = ['cipher', 'iv'].map((use) => Buffer.from(hkdfSync('sha256', masterKey, '', `read model details: ${use}`, 32))) as [
    Buffer,
    Buffer,
  ]
  return {
    seal: (text: string, place: string): string => {
      const iv = createHmac('sha256', ivKey).update(`${place}\n${text}`).digest().subarray(0, 12)
      return ` sealed:${encrypt(key, text, { boundTo: place, iv }).toString('base64url')}`
    },
    /** The text itself where it is not sealed, or was sealed elsewhere or with another key. */
    open: (text: string, place: string): string => {
      const bytes = Buffer.from(sealedForm.exec(text)?.[1] ?? '', 'base64url')
      if (bytes.length < leastEncrypted) return text
      try {
        return decrypt(key, bytes, place).toString('utf8')
      } catch {
        return text
      }
    },
  }
}
