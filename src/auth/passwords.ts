// Passwords, hashed with scrypt, a memory-hard function (RFC 7914). The text includes the parameters, so that the cost can be raised later.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** N is a power of two. A guess takes 128 · N · r bytes, p times. */
export type PasswordCost = { readonly N: number; readonly r: number; readonly p: number }

export type Passwords = {
  /** `$scrypt$ln=16,r=8,p=2$salt$hash`, salt and hash in Base64. */
  readonly hash: (password: string) => Promise<string>
  /** Takes the same time for a text that is not a hash as for a wrong password. */
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>
}

/** 64 MiB and about a tenth of a second per guess (OWASP recommends at least N = 2^17, r = 8 or 2^16 with p = 2). */
export const recommendedCost: PasswordCost = { N: 2 ** 16, r: 8, p: 2 }

/**
 * No setting lowers the cost. Only code that starts the service can choose another, as tests do.
 * @example
 * const { hash, verify } = passwords({ N: 2 ** 10, r: 8, p: 1 })
 * const stored = await hash('correct horse')
 * verify('correct horse', stored) // => true
 * verify('wrong horse', stored) // => false
 */
export const passwords = (cost: PasswordCost = recommendedCost): Passwords => ({
  hash: async (password) => {
    const salt = randomBytes(16)
    const derived = await hashWith(password, salt, cost)
    return `$scrypt$ln=${Math.log2(cost.N)},r=${cost.r},p=${cost.p}$${salt.toString('base64')}$${derived.toString('base64')}`
  },

  verify: async (password, stored) => {
    const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '')
    const [, ln, r, p, salt = '', expected = ''] = match ?? []
    const asStored = match ? { N: 2 ** Number(ln), r: Number(r), p: Number(p) } : cost
    const derived = await hashWith(password, Buffer.from(salt, 'base64'), asStored)
    const wanted = Buffer.from(expected, 'base64')
    return match !== null && wanted.length === derived.length && timingSafeEqual(derived, wanted)
  },
})

const hashWith = (password: string, salt: Buffer, { N, r, p }: PasswordCost) =>
  derive(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r })
