// Ids that are derived from what they are the id of: the same name gives the same id, on every instance.
import { hash } from 'node:crypto'

/**
 * A uuid v5 (RFC 9562, 5.5) of a name in a namespace, which is a uuid. Several are made for each event, and the runtime's own hash is some times faster
 * than a package's.
 * @example
 * derivedId('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8') // => '2ed6657d-e927-568b-95e1-2665a8aea6a2'
 */
export const derivedId = (name: string, namespace: string): string => {
  const hex = hash('sha1', bytesOf(name, namespace))
  const variant = variants[Number.parseInt(hex.charAt(16), 16) & 0x3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const variants = '89ab'

const namespaceBytes = 16

/** Begins with the bytes of the latest namespace: the ids of one business or command, which are made in a row, have the same. */
const page = Buffer.alloc(1_024)
let latest: string | undefined

/** Valid until the next call. */
const bytesOf = (name: string, namespace: string): Uint8Array => {
  if (latest !== namespace) {
    const hex = namespace.replaceAll('-', '')
    if (!isHex.test(hex)) throw new TypeError(`${namespace} is no uuid`)
    page.write(hex, 'hex')
    latest = namespace
  }
  const most = namespaceBytes + 3 * name.length
  if (most > page.length) return Buffer.concat([page.subarray(0, namespaceBytes), Buffer.from(name)])
  return page.subarray(0, namespaceBytes + page.write(name, namespaceBytes))
}

const isHex = /^[0-9a-fA-F]{32}$/

/** The review of a business: it is judged again and again, and keeps its id. */
export const reviewIdOf = (businessId: string): string => derivedId('review', businessId)

/** The namespace of names that are URLs (RFC 9562, 6.6). */
export const urlNamespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
