// Passwords: hashed with scrypt, a memory-hard function (RFC 7914), in a self-describing text so that the cost can be raised later.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** 128 · N · r bytes: 64 MiB and about a tenth of a second for each guess (OWASP's recommendation is at least N = 2^17, r = 8 or 2^16 with p = 2). */
const cost = { N: 2 ** 16, r: 8, p: 2 }

const hashWith = (password: string, salt: Buffer, { N, r, p }: typeof cost) =>
  derive(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r })

/** `$scrypt$ln=16,r=8,p=2$salt$hash`, salt and hash in Base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const derived = await hashWith(password, salt, cost)
  return `$scrypt$ln=${Math.log2(cost.N)},r=${cost.r},p=${cost.p}$${salt.toString('base64')}$${derived.toString('base64')}`
}

/** Takes as long for a text that is no hash as for a wrong password. */
export const verifyPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '')
  const [, ln = '16', r = '8', p = '2', salt = '', expected = ''] = match ?? []
  const derived = await hashWith(password, Buffer.from(salt, 'base64'), { N: 2 ** Number(ln), r: Number(r), p: Number(p) })
  const wanted = Buffer.from(expected, 'base64')
  return match !== null && wanted.length === derived.length && timingSafeEqual(derived, wanted)
}
