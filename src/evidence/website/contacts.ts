// The ways to contact the business on a page: phone numbers, e-mail addresses, postal addresses and people, from text and structured data.

import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js'
import { addressLines } from '../../events/parts.ts'
import { parseAddress } from '../matching/addresses.ts'
import type { PostalAddress } from '../ports.ts'
import type { Json } from './finding.ts'
import { isOfType, type PageContent, type StructuredItem } from './page.ts'
import { uniqueBy } from './unique.ts'

export type Contacts = {
  readonly phones: readonly { readonly number: string; readonly contact_type: string | null }[]
  readonly emails: readonly string[]
  readonly addresses: readonly PostalAddress[]
  readonly people: readonly { readonly name: string; readonly titles: readonly string[] }[]
  readonly names: readonly string[]
}

const organisation = /Organization|Business|Store|Restaurant|Corporation|Company|Dentist|Physician|Attorney|Service$|Agency|Clinic|Hotel/

export const contactsOn = (page: PageContent): Contacts => ({
  phones: phonesOn(page),
  emails: emailsOn(page),
  addresses: addressesOn(page),
  people: peopleOn(page),
  names: namesOn(page),
})

const string = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
const strings = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => string(each as Json) ?? [])

/** In a long text, contacts are sought only at the beginning and the end, where they usually are. */
const sought = (text: string): string => (text.length <= 30_000 ? text : `${text.slice(0, 15_000)}\n${text.slice(-15_000)}`)

const phonesOn = (page: PageContent): Contacts['phones'] => {
  const numbers = (texts: readonly string[], contact_type: 'fax' | null) =>
    texts.flatMap((each) => {
      const number = parsePhoneNumberFromString(each, 'US')
      return number?.isValid() ? [{ number: number.number as string, contact_type }] : []
    })
  const told = numbers([...page.phones, ...page.structured.flatMap(({ telephone }) => strings(telephone))], null)
  const faxes = numbers(
    page.structured.flatMap(({ faxNumber }) => strings(faxNumber)),
    'fax',
  )
  const text = sought(page.text)
  const written = findPhoneNumbersInText(text, 'US').map(({ number, startsAt }) => ({
    number: number.number as string,
    contact_type: contactType(text.slice(Math.max(0, startsAt - 24), startsAt)),
  }))
  const all = [...faxes, ...written, ...told]
  return uniqueBy(all, ({ number }) => number).slice(0, 20)
}

/** The kind of a number, from the words before it. */
const contactType = (before: string): string | null => {
  const last = before.split('\n').at(-1)?.toLowerCase() ?? ''
  if (/fax|\bf:?\s*$/.test(last)) return 'fax'
  if (/toll.?free/.test(last)) return 'toll_free'
  return /mobile|cell/.test(last) ? 'mobile' : null
}

const emailPattern = /[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,4}[a-z]{2,24}\b/gi
const noEmail =
  /\.(png|jpe?g|gif|webp|svg|css|js)$|@(example\.(com|org|net)|domain\.com|email\.com|sentry|[\w.]*wixpress\.com)|^(your(?:name|email)?|name|user|someone|first\.?last)@/i

const emailsOn = (page: PageContent): readonly string[] => {
  const candidates = [
    ...page.emails,
    ...page.structured.flatMap(({ email }) => strings(email)),
    ...(sought(page.text).match(emailPattern) ?? []),
  ]
  const valid = candidates
    .map((each) => each.replace(/^mailto:/i, '').trim())
    .filter((each) => each.length <= 254 && new RegExp(`^${emailPattern.source}$`, 'i').test(each) && !noEmail.test(each))
  return [...new Set(valid.map((each) => each.toLowerCase()))].slice(0, 20)
}

const postalEnd = /\b(?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)[,.]?\s+\d{5}(?:-\d{4})?\b/g
const startOfAddress = /(?:\b\d{1,6}[A-Za-z]?(?:-\d{1,5})?\s+(?=[NSEW]\.?\s|[A-Z0-9])|\bP\.?\s?O\.?\s?Box\s+\d)/g

const addressesOn = (page: PageContent): readonly PostalAddress[] => {
  const structured = page.structured
    .filter((item) => isOfType(item, /^PostalAddress$/))
    .flatMap((item) => {
      const parts = {
        address_line1: string(item.streetAddress),
        city: string(item.addressLocality),
        state: string(item.addressRegion),
        postal_code: string(item.postalCode),
      }
      return parts.address_line1 && (parts.city || parts.postal_code) ? [postal(parts)] : []
    })
  const written = [...page.addressBlocks.flatMap(inText), ...inText(page.text)]
  const all = [...structured, ...written].filter((each) => each !== null)
  return uniqueBy(all, ({ full_address }) => full_address).slice(0, 20)
}

/**
 * Addresses that end with a state and a ZIP code and start at the first house number or box that a street follows, behind the address before it
 * and at most four lines up.
 */
const inText = (whole: string): readonly (PostalAddress | null)[] => {
  const text = sought(whole)
  const ends = [...text.matchAll(postalEnd)].slice(0, 30)
  return ends.map((end, n) => {
    const last = ends[n - 1]
    const before = text
      .slice(Math.max(end.index - 120, last ? last.index + last[0].length : 0), end.index)
      .split('\n')
      .slice(-4)
      .join(', ')
    const start = [...before.matchAll(startOfAddress)].find(({ index }) => looksLikeStreet(before.slice(index)))
    return start ? postal({ full_address: `${before.slice(start.index)}${end[0]}`.replace(/\s+/g, ' ').replace(/(,\s*)+/g, ', ') }) : null
  })
}

const looksLikeStreet = (text: string): boolean =>
  /^\S+\s+\S/.test(text) &&
  /\b(st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|ct|court|pl|place|pkwy|parkway|hwy|highway|sq|square|ter|terrace|cir|circle|broadway|trail|trl|loop|plaza|plz|pike|route|box|suite|ste|floor|fl|row|alley|run|point|crossing)\b/i.test(
    text,
  )

const postal = (input: object): PostalAddress | null => {
  const { address } = parseAddress(input)
  return address?.address_line1 && address.state ? addressLines(address) : null
}

const titles =
  /\b(ceo|cfo|cto|coo|cmo|chief [a-z]+ officer|president|vice president|vp|founder|co-?founder|owner|co-?owner|partner|principal|director|managing director|manager|general manager|chair(?:man|woman|person)?|treasurer|secretary|attorney|head of [a-z]+)\b/i
const personName =
  /^(?:(?:Dr|Mr|Mrs|Ms)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?| \p{Lu}[\p{L}'’-]+){1,3}(?:,? (?:Jr|Sr|II|III|IV|PhD|MD|CPA|Esq)\.?)?$/u
const noPerson =
  /\b(our|the|team|us|about|services?|contact|company|inc|llc|home|privacy|policy|terms|street|city|new|read|more|get|free|best|why|how|what|meet|office|hours?|copyright|vice|president|chief|officer)\b/i

const peopleOn = (page: PageContent): Contacts['people'] => {
  const structured = page.structured
    .filter((item) => isOfType(item, /^Person$/))
    .flatMap((item) => {
      const name = string(item.name)
      return name && name.length <= 80 ? [{ name, titles: strings(item.jobTitle).map((title) => title.slice(0, 80)) }] : []
    })
  const founders = page.structured.flatMap(({ founder, founders }) =>
    [...strings(founder), ...strings(founders)].map((name) => ({ name: name.slice(0, 80), titles: ['Founder'] })),
  )
  const inCards = ['team', 'about', 'home', 'contact'].includes(page.category)
    ? page.cards
        .filter(({ heading, below }) => isPerson(heading) && titles.test(below.slice(0, 60)))
        .map(({ heading, below }) => ({ name: heading, titles: [titleIn(below)] }))
    : []
  const inLines = sought(page.text)
    .split('\n')
    .filter((line) => line.length <= 90 && titles.test(line))
    .flatMap((line) => {
      const [name = '', title = ''] = line.split(/\s*(?:,|[–—|-]\s|:)\s*/, 2)
      if (isPerson(name) && titles.test(title)) return [{ name, titles: [titleIn(title)] }]
      return isPerson(title) && titles.test(name) ? [{ name: title, titles: [titleIn(name)] }] : []
    })
  const all = [...structured, ...founders, ...inCards, ...inLines]
  return uniqueBy(all, ({ name }) => name).slice(0, 30)
}

const isPerson = (text: string): boolean => text.length <= 60 && personName.test(text) && !noPerson.test(text)
const titleIn = (text: string): string =>
  text
    .split(/[|•\n]/)[0]
    ?.trim()
    .slice(0, 60) ?? ''

/** The owner's names according to the site: structured data, its own site name, and the copyright line. */
const namesOn = (page: PageContent): readonly string[] => {
  const structured = page.structured
    .filter((item) => isOfType(item, organisation))
    .flatMap((item: StructuredItem) => [...strings(item.legalName), ...strings(item.name), ...strings(item.alternateName)])
  const copyright =
    /(?:©|\(c\)|copyright)\s*(?:©|\(c\))?\s*(?:\d{4}(?:\s*[-–]\s*(?:\d{4}|present))?)?[\s,.:|-]*(?:by\s+)?([^\n.|©]{2,80}?(?:,? (?:Inc|LLC|Ltd|Corp|Co|LLP)\b\.?)?)(?=\.|\||\n|$|,? all rights|\s+-\s)/i.exec(
      page.text.slice(-4_000),
    )
  const owner = copyright?.[1]
    ?.replace(/\s*(?:,|-|–)?\s*all rights.*$/i, '')
    .trim()
    .replace(/(?<!\b(?:inc|co|corp|ltd))\.$/i, '')
  const names = [...structured, ...(page.siteName ? [page.siteName] : []), ...(owner && /\p{L}{2}/u.test(owner) ? [owner] : [])]
  return uniqueBy(
    names.filter((name) => name.length <= 120),
    (name) => name,
  ).slice(0, 10)
}
