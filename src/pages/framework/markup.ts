// The building blocks of pages: escaped templates, badges, tables, paging, dates. Plain HTML that works without a script.
import { html, raw } from 'hono/html'
import { ownValue } from '../../events/own-value.ts'

/** Markup that is already escaped. Templates escape all other values. */
export type Markup = ReturnType<typeof html> | ReturnType<typeof raw> | ''

export const nothing: Markup = ''

/**
 * Joins pieces of markup and skips the absent ones.
 * @example
 * import { html } from 'hono/html'
 * String(await join([html`<p>A & B</p>`, false])) // => '<p>A & B</p>'
 */
export const join = (parts: readonly (Markup | false | null | undefined)[]): Markup => html`${parts.filter((part) => part) as Markup[]}`

/** What turns the text beside it around, and what is typed in forms, which goes back as it came. */
const turning = /[\u202a-\u202e\u2066-\u2069]|\bvalue="[^"]*"|<textarea[^>]*>[^<]*/g

/**
 * Shows the signs that set the direction of text by their numbers, because a name disguises itself with them. Letters keep their own direction.
 * @example
 * import { html } from 'hono/html'
 * String(await withSignsShown(html`<p>${'\u202eevil'}</p>`)) // => '<p>[U+202E]evil</p>'
 */
export const withSignsShown = async (page: Markup) =>
  raw(
    String(await page).replace(turning, (found) => (found.length === 1 ? `[U+${found.charCodeAt(0).toString(16).toUpperCase()}]` : found)),
  )

/**
 * Turns snake_case and camelCase into plain words.
 * @example
 * words('in_review') // => 'In review'
 * words('naicsCode') // => 'NAICS code'
 * words('sos_not_found') // => 'SOS not found'
 * words('dob') // => 'DOB'
 */
export const words = (name: string): string => {
  const known = ownValue(productNames, name)
  if (known) return known
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]/g, ' ')
    .toLowerCase()
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replaceAll(initials, (word) => word.toUpperCase())
}

/**
 * How long to wait, in words.
 * @example waitText(61) // => '2 minutes'
 */
export const waitText = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

/** An API message as a sentence. */
export const sentence = (text: string): string => {
  if (text === '') return ''
  const [first = ''] = /^\w*/.exec(text) ?? []
  const start = first.replace(initials, (word) => word.toUpperCase())
  return `${start.charAt(0).toUpperCase()}${start.slice(1)}${text.slice(first.length)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** Products whose two words make no sense together. */
const productNames: Readonly<Record<string, string>> = {
  business_verification_verify: 'Business verification (verify)',
  business_verification_qualify: 'Business verification (qualify)',
}

const initials = /\b(dba|dob|ein|id|kyc|lei|naics|sic|mcc|sos|ssn|tin|ucc|uri|url|cmra)\b/gi

/** An order's status may be any word, even `constructor`. */
const kinds: Readonly<Record<string, string>> = {
  approved: 'good',
  success: 'good',
  active: 'good',
  completed: 'good',
  delivered: 'good',
  enabled: 'good',
  low: 'good',
  on: 'good',
  filed: 'good',
  rejected: 'bad',
  failure: 'bad',
  inactive: 'bad',
  error: 'bad',
  failed: 'bad',
  high: 'bad',
  revoked: 'bad',
  in_review: 'warn',
  in_audit: 'warn',
  audited: 'warn',
  warning: 'warn',
  moderate: 'warn',
  invited: 'warn',
  interrupted: 'warn',
  pending: 'busy',
  created: 'busy',
  running: 'busy',
  open: 'busy',
}

/** Clearer words for some statuses of the API. */
const statusNames: Readonly<Record<string, string>> = { interrupted: 'Waiting for an answer' }

/** A coloured status. The word alone is enough to understand it. */
export const badge = (status: string, label = ownValue(statusNames, status) ?? words(status)): Markup =>
  html`<span class="badge ${ownValue(kinds, status) ?? 'plain'}">${label}</span>`

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
const second = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' })
const whole = new Intl.NumberFormat('en-US')

/** With no line break between a number and its unit, or within a date. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/**
 * A number with thousands separators.
 * @example
 * count(12345) // => '12,345'
 */
export const count = (number: number): string => whole.format(number)

/**
 * A number with its noun. `nouns`: several of them, if that does not only end in s.
 * @example
 * counted(1, 'change') // => '1 change'
 * counted(2_000, 'change') // => '2,000 changes'
 * counted(2, 'business', 'businesses') // => '2 businesses'
 */
export const counted = (number: number, noun: string, nouns = `${noun}s`): string => `${count(number)} ${number === 1 ? noun : nouns}`

/**
 * A date without line breaks.
 * @example
 * dayText('2026-11-02') // => 'Nov\u00a02,\u00a02026'
 */
export const dayText = (iso: string): string => unbroken(day.format(new Date(iso)))

/** `shown`: what the script writes in the reader's time zone. Without a script it stays UTC. */
const timeIn = (iso: string, shown: 'day' | 'minute' | 'second' | 'clock', text: string): Markup =>
  html`<time datetime="${iso}"${iso.includes('T') ? html` data-time="${shown}"` : nothing}>${text}</time>`

export const date = (iso: string | null | undefined): Markup =>
  iso ? timeIn(iso, 'day', dayText(iso)) : html`<span class="quiet">–</span>`

/**
 * A time to the minute, in UTC, for sentences.
 * @example
 * timeText('2026-11-02T10:05:00Z') // => 'Nov\u00a02,\u00a02026, 10:05\u00a0UTC'
 */
export const timeText = (iso: string): string => `${dayText(iso)}, ${unbroken(`${minute.format(new Date(iso))} UTC`)}`

export const time = (iso: string | null | undefined): Markup =>
  iso ? timeIn(iso, 'minute', timeText(iso)) : html`<span class="quiet">–</span>`

/** A time with seconds, for frequent events. */
export const moment = (iso: string | null | undefined): Markup =>
  iso ? timeIn(iso, 'second', `${dayText(iso)}, ${unbroken(`${second.format(new Date(iso))} UTC`)}`) : html`<span class="quiet">–</span>`

/** The time of day alone, for steps of one run. */
export const clock = (iso: string): Markup => timeIn(iso, 'clock', `${second.format(new Date(iso))} UTC`)

/** How long ago, in the unit that suits it. */
export const ageText = (from: string, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(from)) / 60_000))
  if (minutes < 60) return unbroken(`${minutes} min`)
  const hours = Math.floor(minutes / 60)
  return unbroken(hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`)
}

export const orDash = (value: unknown): Markup => {
  if (value === null || value === undefined || value === '') return html`<span class="quiet">–</span>`
  return html`${String(value)}`
}

/** An external link, or plain text when the address is not a web address. */
export const outside = (url: string | null | undefined, label?: string): Markup => {
  if (!url) return nothing
  return /^https?:\/\//i.test(url)
    ? html`<a href="${url}" rel="noreferrer noopener" target="_blank">${label ?? url}</a>`
    : html`${label ?? url}`
}

/** Texts with at least this many characters get their own line. */
const longFact = 160

/** Pairs of names and values. Skips pairs without a value. */
export const facts = (pairs: readonly (readonly [string, Markup | string | number | null | undefined])[]): Markup => {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return known.length === 0
    ? nothing
    : html`<dl class="facts">${known.map(
        ([name, value]) =>
          html`<div${typeof value === 'string' && value.length > longFact ? html` class="text"` : nothing}><dt>${name}</dt><dd>${value}</dd></div>`,
      )}</dl>`
}

export type Column<Row> = {
  readonly title: string
  readonly cell: (row: Row) => Markup | string
  readonly kind?: 'number' | 'main' | 'end'
}

/** On a phone each row becomes a card; `data-title` labels its cells. */
export const table = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { caption, empty }: { caption: string; empty: Markup | string },
): Markup => {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const cell = (column: Column<Row>, row: Row) =>
    html`<td data-title="${column.title}" class="${column.kind ?? ''}">${column.cell(row)}</td>`
  return html`<div class="table" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ title, kind }) => html`<th scope="col" class="${kind ?? ''}">${title || html`<span class="unseen">Actions</span>`}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>`)}</tbody>
</table></div>`
}

/** The page that was asked for lies beyond the last one: the answer leads there. */
export class BeyondLastPage extends Error {
  readonly last: number
  constructor(last: number) {
    super(`the last page is ${last}`)
    this.last = last
  }
}

/** `query`: the list's parameters, without `page`. `more`: there are more than `total`, which were not counted. @throws BeyondLastPage */
export const pager = ({
  path,
  query,
  page,
  perPage,
  total,
  more = false,
}: {
  path: string
  query: URLSearchParams
  page: number
  perPage: number
  total: number
  more?: boolean
}): Markup => {
  const last = Math.max(1, Math.ceil(total / perPage)) + (more ? 1 : 0)
  if (page > last) throw new BeyondLastPage(last)
  if (total === 0) return nothing
  const to = (target: number, label: string, isThere: boolean) => {
    const params = new URLSearchParams(query)
    params.set('page', String(target))
    return isThere
      ? html`<a class="button" href="${path}?${params.toString()}">${label}</a>`
      : html`<span class="button off">${label}</span>`
  }
  const first = Math.min((page - 1) * perPage + 1, total)
  if (last === 1) return html`<p class="pager quiet">${count(total)} total</p>`
  return html`<nav class="pager" aria-label="Pages">
<span class="quiet">${count(first)}–${count(Math.min(page * perPage, total))}${more ? nothing : html` of ${count(total)}`}</span>
<span>${to(page - 1, 'Previous', page > 1)}${to(page + 1, 'Next', page < last)}</span>
</nav>`
}

/** A titled part of a page. */
export const card = (title: string, content: Markup, { id, aside = nothing }: { id?: string; aside?: Markup } = {}): Markup => {
  const name = id ?? title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return html`<section class="card" aria-labelledby="${name}-title" id="${name}"><header><h2 id="${name}-title">${title}</h2>${aside}</header>${content}</section>`
}
