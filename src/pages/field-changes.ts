// What changed in a record, as a person reads it: a line for each value, as it was and as it is. Secrets stay out, and numbers of people are masked.
import { html } from 'hono/html'
import type { FieldChange } from '../inner/history.ts'
import { date, type Markup, nothing, words } from './markup.ts'

const mostLines = 80

type Path = readonly string[]
type Line = { readonly path: Path; readonly before: unknown; readonly after: unknown }

export const fieldChangesOf = (changes: readonly FieldChange[]): Markup => {
  const lines = changes.flatMap(linesOf).filter(({ path }) => !isTechnical(path))
  if (lines.length === 0) return html`<p class="quiet">Nothing that is shown.</p>`
  return html`<dl class="changes">${lines.slice(0, mostLines).map(line)}</dl>`
}

/** The values of a record, where nothing was before. */
export const valuesOf = (data: object): Markup =>
  html`<div class="values">${fieldChangesOf(Object.entries(data).map(([field, after]) => ({ field, before: null, after })))}</div>`

/** A list or record that came, went or changed as a whole is told by the values in it that differ. */
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
  if (typeof value !== 'object') return new Map([[path.join('.'), { path, value }]])
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, [...path, Array.isArray(value) ? `${Number(key) + 1}` : key])]),
  )
}

/** Ids and moments say nothing to a reader; where a fact comes from stands beside the fact. */
const isTechnical = (path: Path): boolean =>
  /(^|_)(hash|secret|id|ids|at)$|^totp_/.test(path.findLast((part) => !/^\d+$/.test(part)) ?? '') ||
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
