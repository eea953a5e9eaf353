// Schemas for the fields of requests.
import { z } from 'zod'

/** Characters that show nothing: zero-width spaces, marks of direction, controls and their like. */
const isBlank = (value: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}\p{Cc}]+$/u.test(value)

/** Trimmed text that shows something. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((value) => !isBlank(value), 'must not be empty')

/** What may not stand in a URI behind its host (RFC 3986), such as a space, an umlaut, a percent sign alone or a second number sign. */
const notOfUris = /[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![\da-f]{2})|(?<=#.*)#/gi
const hostOfUri = /^\w+:\/\/[\w\-.~!$&'()*+,;=:@%[\]]+$/

/** The same address as a URI: names of hosts in Punycode, what may not stand in it percent-encoded. One that is a URI stays as it is; empty: it is none. */
const asUri = (address: string): string => {
  const [host = '', rest = ''] = parted(address)
  if (hostOfUri.test(host) && rest.search(notOfUris) < 0) return address
  const [asciiHost = '', path = ''] = parted(new URL(address).href)
  return hostOfUri.test(asciiHost) ? asciiHost + path.replace(notOfUris, encodeURIComponent) : ''
}

/** The scheme with the host, and what follows. */
const parted = (address: string): readonly string[] => /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(address)?.slice(1) ?? []

const notAnAddress = 'must be a web address'

/** The address of a website, with or without its scheme. It is read as a URI. */
export const webAddress = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform(withScheme)
    .pipe(
      z
        .url({ protocol: /^https?$/, error: notAnAddress, abort: true })
        .overwrite(asUri)
        .refine((uri) => uri !== '', notAnAddress),
    )

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
}

export const phoneNumber = z
  .string()
  .trim()
  .regex(/^(?=(?:\D*\d){7})\+?[\d\s().x-]{7,40}$/i, 'must be a phone number')

/** A time with its offset, as UTC with milliseconds. Times are compared as text: a year of five digits would come before all others. */
export const utcTime = z.iso
  .datetime({ offset: true })
  .transform((given) => new Date(given).toISOString())
  .refine((time) => /^\d{4}-/.test(time), 'must be in a year from 0 to 9999')

/** Each entry once, for `overwrite`. */
export const distinct = (each: readonly string[]): string[] => [...new Set(each)]

/** May be absent or null. Both are read as `undefined`. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

/** May be absent or null. Both are read as null, for values that go into events unchanged. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)
