// Secrets that the service generates: each is shown once, and only its SHA-256 is stored.
import { hash } from 'node:crypto'
import { customAlphabet } from 'nanoid'

/** Only letters and digits, so that a double click selects all of it. */
const random = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43)

/** A token, a client secret, a code or an invitation. Each of the `length` characters after the prefix adds about six bits of entropy. */
export const newSecret = (prefix: string, length?: number): string => `${prefix}${random(length)}`

/** The hash under which a secret is stored and found. */
export const secretHash = (secret: string): string => hash('sha256', secret)
