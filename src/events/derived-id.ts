// Ids that are derived from what they are the id of: the same name gives the same id, on every instance.
import { hash } from 'node:crypto'

/**
 * A uuid v5 (RFC 9562, 5.5) of a name in a namespace, which is a uuid. Several are made for each event, and the runtime's own hash is some times faster
 * than a package's.
 * @example
 * derivedId('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8') // => '2ed6657d-e927-568b-95e1-2665a8aea6a2'
 */
export const derivedId = (name: string, namespace: string): string => {
  const bytes = Buffer.allocUnsafe(namespaceBytes + Buffer.byteLength(name))
  bytes.set(bytesOf(namespace))
  bytes.write(name, namespaceBytes)
  const digest = hash('sha1', bytes, 'hex')
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

const namespaceBytes = 16

/** The ids of one business or command, which are made in a row, have one namespace: its bytes are read once. */
let latest: { readonly namespace: string; readonly bytes: Buffer } | undefined

const bytesOf = (namespace: string): Buffer => {
  if (latest?.namespace === namespace) return latest.bytes
  const hex = namespace.replaceAll('-', '')
  // What is no hexadecimal number is left out from the first wrong sign on.
  const bytes = Buffer.from(hex, 'hex')
  if (hex.length !== 2 * namespaceBytes || bytes.length !== namespaceBytes) throw new TypeError(`${namespace} is no uuid`)
  latest = { namespace, bytes }
  return bytes
}

/** The namespace of names that are URLs (RFC 9562, 6.6). */
export const urlNamespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
