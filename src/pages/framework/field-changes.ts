// The changes to a record, for users: a line for each value, before and after. Hides secrets and masks numbers that identify people.
import { html } from 'hono/html'
import type { FieldChange } from '../../inner/history.ts'
import { date, type Markup, nothing, words } from './markup.ts'

const mostLines = 80

type Path = readonly string[]
type Line = { readonly path: Path; readonly before: unknown; readonly after: unknown }

export const fieldChangesOf = (changes: readonly FieldChange[]): Markup => {
  const lines = changes.flatMap(linesOf).filter(({ path }) => !isTechnical(path))
  if (lines.length === 0) return html`<p class="quiet">No visible changes.</p>`
  return html`<dl class="changes">${lines.slice(0, mostLines).map(line)}</dl>`
}

/** The values of a new record. */
export const valuesOf = (data: object): Markup =>
  html`<div class="values">${fieldChangesOf(Object.entries(data).map(([field, after]) => ({ field, before: null, after })))}</div>`

/** Breaks a list or record that was added, removed or replaced down to the values that differ. */
const linesOf = ({ field, before, after }: FieldChange): Line[] => {
  const path = field.split('.').map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : part))
  const [was, is] = [leavesOf(before, path), leavesOf(after, path)]
  const keys = new Set([...was.keys(), ...is.keys()])
  return [...keys].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    return old?.value === now?.value ? [] : [{ path: old?.path ?? now?.path ?? [], before: old?.value, after: now?.value }]
  })
}

type Leaf = { readonly path: Path; readonly value: unknown }

const leavesOf = (value: unknown, path: Path): ReadonlyMap<string, Leaf> => {
  if (value === null || value === undefined || value === '') return new Map()
  const parts = typeof value === 'string' ? partsIn(value) : value
  if (typeof parts !== 'object') return new Map([[path.join('.'), { path, value }]])
  return new Map(
    Object.entries(parts).flatMap(([key, inner]) => [...leavesOf(inner, [...path, Array.isArray(parts) ? `${Number(key) + 1}` : key])]),
  )
}

/** An answer of an employer that has parts is kept as JSON. */
const partsIn = (text: string): object | string => {
  if (!/^(\[\{|\{")/.test(text)) return text
  try {
    return JSON.parse(text) as object
  } catch {
    return text
  }
}

/** Leaves out ids and timestamps, which mean nothing to a user, and sources, which are shown with the fact. External ids are the user's own. */
const isTechnical = (path: Path): boolean =>
  /(^|_)(hash|secret|(?<!external_)id|ids|at)$|^totp_/.test(path.findLast((part) => !/^\d+$/.test(part)) ?? '') ||
  path.includes('sources') ||
  path[0] === 'business_id'

const isId = (part: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(part)

const line = ({ path, before, after }: Line): Markup => {
  const shown = (value: unknown, wrap: (text: Markup | string) => Markup) => (value === undefined ? nothing : wrap(readable(path, value)))
  return html`<dt>${path
    .filter((part) => !isId(part))
    .map(words)
    .join(' · ')}</dt>
<dd>${shown(before, (text) => html`<del>${text}</del> `)}${shown(after, (text) => html`<ins>${text}</ins>`)}</dd>`
}

const readable = (path: Path, value: unknown): Markup | string => {
  const text = String(value)
  if (path.some((part) => part === 'tin' || part === 'ssn') && /\d{4}$/.test(text)) return `…${text.slice(-4)}`
  return /^\d{4}-\d\d-\d\d$/.test(text) ? date(text) : text
}
