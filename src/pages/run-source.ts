// A source that a run cites: its description, the statements that cite it, and the facts based on it when the run ended.
import { html } from 'hono/html'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { Artifact, RunDocument } from '../inner/runs.ts'
import { valuesOf } from './framework/field-changes.ts'
import { card, facts, join, type Markup, outside, words } from './framework/markup.ts'

type Fact = { readonly what: string; readonly values: object }

export const sourceView = (source: Artifact['sources'][number], run: RunDocument, business: BusinessDocument | null): Markup => {
  const found = business ? factsFrom(business, source.id) : { facts: [], metadata: null }
  const statements = run.steps
    .flatMap(({ artifacts }) => artifacts)
    .flatMap(({ title, summary, sources }) => {
      const number = sources.findIndex(({ id }) => id === source.id) + 1
      const lines = number === 0 ? [] : summary.split('\n').filter((line) => line.includes(`[${number}]`))
      return lines.map((line) => ({ title, text: line.replace(/( ?\[\d+\])+$/, '') }))
    })
  const told: readonly (readonly [string, Markup | string])[] = [
    ['Name', source.source_name],
    ['Kind', words(source.source_type)],
    ['Weight', words(source.source_tier)],
    ...(/^https?:/.test(source.url) ? [['Original', outside(source.url)] as const] : []),
    ...Object.entries(found.metadata ?? {})
      .filter(([name]) => name !== 'url')
      .map(([name, value]) => [words(name), String(value ?? '')] as const),
    ['Id', source.id],
  ]
  const evidence =
    found.facts.length > 0
      ? join(found.facts.map(({ what, values }) => html`<div class="item"><strong>${what}</strong>${valuesOf(values)}</div>`))
      : html`<p class="empty">The run found this source; it is not part of the business’s data.</p>`
  return html`<div class="columns"><div>${card('Facts from this source', evidence)}${card('Statements that cite it', html`<ul class="statements">${statements.map(({ title, text }) => html`<li>${text} <span class="quiet">${title}</span></li>`)}</ul>`)}</div>
<div class="one">${card('Source', facts(told))}</div></div>`
}

type Sourced = { readonly sources: readonly { readonly id: string; readonly metadata: object }[] }

const isSourced = (value: unknown): value is Sourced =>
  typeof value === 'object' && value !== null && 'sources' in value && Array.isArray(value.sources)

const factsFrom = (
  { file, review }: BusinessDocument,
  sourceId: string,
): { readonly facts: readonly Fact[]; readonly metadata: object | null } => {
  const held = Object.entries(file).flatMap(([facet, content]: [string, unknown]) => {
    const all = isSourced(content) ? [content] : typeof content === 'object' && content !== null ? Object.values(content) : []
    return all.filter(isSourced).map((fact) => ({ what: words(facet), fact }))
  })
  const tasks = (review?.tasks ?? []).map(({ label, sub_label, message, sources }) => ({
    what: `Review: ${label}, ${sub_label}`,
    fact: { message, sources } as Sourced,
  }))
  const resting = [...held, ...tasks].filter(({ fact }) => fact.sources.some(({ id }) => id === sourceId))
  const source = resting.flatMap(({ fact }) => fact.sources).find(({ id }) => id === sourceId)
  return { facts: resting.map(({ what, fact: { sources: _, ...values } }) => ({ what, values })), metadata: source?.metadata ?? null }
}
