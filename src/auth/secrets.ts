// Secrets that the service makes: each is shown once, and only its SHA-256 is kept.
import { hash } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** Letters and digits only, so that a double click selects the whole. */
const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43)

/** A token, a client's secret, a code, an invitation; each of the `length` characters behind the prefix adds about six bits of chance. */
export const newSecret = (prefix: string, length?: number): string => `${prefix}${random(length)}`

/** Under which a secret is kept and found. */
export const secretHash = (secret: string): string => hash('sha256', secret)
