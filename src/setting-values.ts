// Reads one environment variable: what its value may be, and the line that tells of a wrong one.
import { isLoopbackHost } from './auth/ip-address.ts'

/** An environment variable has an unusable value. The message is the line to print. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

export type Environment = { readonly [name: string]: string | undefined }
/** @returns undefined for a value that cannot be used */
export type Parse<Value> = (value: string) => Value | undefined

export type ReadSetting = <Value>(name: string, expected: string, parse: Parse<Value>, fallback: Value) => Value

/**
 * Reads the variables of an environment. One that is empty is one that is not set.
 * @throws WrongSetting, for a value that is not what is expected
 * @example
 * const read = settingsIn({ PORT: '8080' })
 * read('PORT', 'a whole number from 0 to 65535', wholeNumber(0, 65_535), 3000) // => 8080
 * read('HEALTH_PORT', 'a whole number from 0 to 65535', wholeNumber(0, 65_535), 3001) // => 3001
 */
export const settingsIn =
  (environment: Environment): ReadSetting =>
  (name, expected, parse, fallback) => {
    const value = environment[name]
    if (value === undefined || value === '') return fallback
    const parsed = parse(value)
    if (parsed === undefined) throw new WrongSetting(`${name} must be ${expected}, but is ${toldBack(name, value)}`)
    return parsed
  }

/** Never printed. */
const secret = new Set([
  'MASTER_KEY',
  'BOOTSTRAP_TEST_KEY',
  'BOOTSTRAP_LIVE_KEY',
  'BOOTSTRAP_PASSWORD',
  'EVENT_STORE_URL',
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'SMTP_URL',
])

/** Any address may contain a user and a password, also one that lacks its scheme. */
export const toldBack = (name: string, value: string): string => (secret.has(name) || /:.*@/.test(value) ? 'not' : JSON.stringify(value))

export const trueOrFalse: Parse<boolean> = (value) => (value === 'true' ? true : value === 'false' ? false : undefined)

export const wholeNumber =
  (least: number, most: number): Parse<number> =>
  (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : undefined
  }

const unitMs: { readonly [unit: string]: number } = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `24h` in milliseconds. */
export const duration: Parse<number> = (value) => {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? []
  const milliseconds = Number(amount) * (unitMs[unit] ?? Number.NaN)
  return milliseconds >= 1_000 && milliseconds <= 365 * 86_400_000 ? milliseconds : undefined
}

export const someOf =
  <Each extends string>(allowed: readonly Each[]): Parse<readonly Each[]> =>
  (value) => {
    const named = value.split(',').map((each) => each.trim())
    const found = named.flatMap((name) => allowed.find((each) => each === name) ?? [])
    return found.length === named.length ? found : undefined
  }

/** A URL with several hosts separated by commas is invalid to the platform, so only the scheme is checked. */
export const url =
  (schemes: readonly string[]): Parse<string> =>
  (value) =>
    schemes.some((scheme) => value.startsWith(`${scheme}//`) && /^[^/?]/.test(value.slice(scheme.length + 2)))
      ? value.replace(/\/+$/, '')
      : undefined

/** A base address, to which a path is appended for links and requests. */
export const webAddress: Parse<string> = (value) => {
  const { protocol, username, search, hash } = URL.canParse(value) ? new URL(value) : { protocol: '' }
  return /^https?:$/.test(protocol) && !username && !search && !hash ? value.replace(/\/+$/, '') : undefined
}

/**
 * A misspelt demand for encryption would be none. A password that leaves the machine demands it, unless the address says otherwise.
 * @example
 * mailServer('smtp://ann:secret@mail.example:587') // => 'smtp://ann:secret@mail.example:587?requireTLS=true'
 * mailServer('smtp://mail.example:25') // => 'smtp://mail.example:25'
 */
export const mailServer: Parse<string> = (value) => {
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, password, search, searchParams, hash } = new URL(value)
  const isDemand = ([name, demand]: [string, string]) => name === 'requireTLS' && (demand === 'true' || demand === 'false')
  const demands = [...searchParams].filter(([name]) => /^require_?-?tls$/i.test(name))
  if (!/^smtps?:$/.test(protocol) || hostname === '' || hash !== '' || !demands.every(isDemand)) return undefined
  const isExposed = protocol === 'smtp:' && password !== '' && demands.length === 0 && !isLoopbackHost(hostname)
  const server = value.replace(/[/?]+$/, '')
  return isExposed ? `${server}${search ? '&' : '?'}requireTLS=true` : server
}

export const mailAddress = /^[^\s@<>]+@[^\s@<>]+$/

/**
 * A plain address, or an address in angle brackets after a name. Before the @ it is ASCII: another could be answered only where every server on the way
 * offers SMTPUTF8 (RFC 6531), and would be sent as it is to those that do not.
 */
export const sender: Parse<string> = (value) => {
  const address = /^[^<>\r\n]*<(.+)>$/.exec(value)?.[1] ?? value
  return mailAddress.test(address) && /^[!-~]+@/.test(address) ? value : undefined
}
