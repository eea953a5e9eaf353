// The scores of watchlist hits on a line, with the thresholds from which a comparison counts as a hit.
import { html } from 'hono/html'
import { screeningThresholds } from '../../inner/screening-thresholds.ts'
import { scoreText } from '../../interface/score-text.ts'
import { type Markup, nothing } from '../framework/markup.ts'

export type Scored = {
  readonly entity_name: string
  readonly score: number | null
  readonly isDismissed: boolean
  readonly screened: string | null
}

const from = 0.8
const line = { left: 16, right: 580, y: 46 }
const apart = 13

const at = (score: number): number => line.left + ((Math.max(from, Math.min(score, 1)) - from) / (1 - from)) * (line.right - line.left)

/** A hit above its neighbours where their dots would cover each other. */
const stacked = (hits: readonly Scored[]) => {
  const placed: { readonly hit: Scored; readonly x: number; readonly level: number }[] = []
  for (const hit of hits.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))) {
    const x = at(hit.score ?? 0)
    const near = placed.filter((other) => Math.abs(other.x - x) < apart).map(({ level }) => level)
    placed.push({ hit, x, level: Array.from({ length: 12 }, (_, level) => level).find((level) => !near.includes(level)) ?? 11 })
  }
  return placed
}

export const scorePlot = (all: readonly Scored[]): Markup => {
  const hits = all.filter(({ score }) => score !== null)
  if (hits.length === 0) return nothing
  const kinds = (['business', 'person'] as const).filter((kind) => hits.some(({ screened }) => (screened ?? 'business') === kind))
  const thresholds = kinds.map((kind) => ({ kind, least: screeningThresholds[kind] }))
  const dots = stacked(hits)
  const top = line.y - 12 - Math.max(...dots.map(({ level }) => level)) * apart
  const ticks = [0.8, 0.85, 0.9, 0.95, 1].map(
    (score) =>
      html`<path class="axis" d="M${at(score)} ${line.y}v5"></path><text x="${at(score)}" y="${line.y + 18}">${score.toFixed(2)}</text>`,
  )
  const limits = thresholds.map(({ least }) => html`<path class="limit" d="M${at(least)} ${Math.min(top, 14)}V${line.y + 5}"></path>`)
  const dot = ({ hit, x, level }: (typeof dots)[number]) =>
    html`<circle class="${hit.isDismissed ? 'dismissed' : 'open'}" cx="${x.toFixed(1)}" cy="${line.y - 8 - level * apart}" r="5.5"><title>${hit.entity_name}: ${scoreText(hit.score ?? 0)}</title></circle>`
  const told = thresholds
    .map(({ kind, least }) => `${kind === 'business' ? 'the business' : 'a person'} from ${least.toFixed(2)}`)
    .join(', ')
  const inWords = hits
    .map(({ entity_name, score, isDismissed }) => `${entity_name} ${scoreText(score ?? 0)}${isDismissed ? ', dismissed' : ''}`)
    .join('; ')
  return html`<figure class="picture scores"><svg viewBox="0 ${Math.min(top, 14) - 8} 600 ${line.y + 30 - Math.min(top, 14)}" role="img" aria-label="Scores of hits: ${inWords}. A name counts as a hit for ${told}."><path class="axis" d="M${line.left} ${line.y}H${line.right}"></path>${ticks}${limits}${dots.map(dot)}</svg>
<figcaption class="legend"><span class="key open">Hit</span><span class="key dismissed">Dismissed</span><span class="key limit">Threshold: ${told}</span></figcaption></figure>`
}
