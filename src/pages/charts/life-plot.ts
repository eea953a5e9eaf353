// The life of a business as a plot: a lane per kind of event, from its first filing to now. Each dot is a link to the state after its event.
import { html } from 'hono/html'
import type { StoredEvent } from '../../inner/history.ts'
import { type Products, sentenceOf } from '../event-words.ts'
import { count, counted, dayText, type Markup, nothing } from '../framework/markup.ts'

/** What happened, when, and the event that tells it. */
type Point = { readonly lane: string; readonly at: string; readonly told: string; readonly revision: number }

/** The lane of an event by its type: the first that fits. */
const lanes: readonly (readonly [lane: string, types: RegExp])[] = [
  ['Registries', /^(Registration|PossibleMatch|Formation)/],
  ['Screening', /^(Watchlist|PublicRecord|Product)/],
  ['Decisions', /^Business(Approved|Rejected|ReturnedToReview)|^Policies|^Ownership|^PersonalData/],
  ['Work', /^(Order|Audit|Review|Business|Action|Note|Evidence|Document)/],
  ['Data found', /./],
]

const laneOf = (type: string): string => lanes.find(([, types]) => types.test(type))?.[0] ?? ''

const width = 1000
const margin = { left: 96, right: 16, top: 14 }
const laneHeight = 26
const dayMs = 86_400_000

/** The entries of an event: its own, and the earlier filings that a registry told with it. */
const pointsOf = (event: StoredEvent, products: Products): readonly Point[] => {
  const { revision } = event
  const own = { lane: laneOf(event.type), at: event.metadata.recorded_at, told: sentenceOf(event, products), revision }
  if (event.type !== 'RegistrationFound') return [own]
  const { registration } = event.data
  const filings = [
    ...(registration.registration_date ? [{ told: `Registered in ${registration.state}`, day: registration.registration_date }] : []),
    ...registration.history.map(({ description, type, occurred_at }) => ({ told: description || type, day: occurred_at })),
  ]
  const known = filings.filter(({ day }) => !Number.isNaN(Date.parse(day)))
  return [own, ...known.map(({ told, day }) => ({ lane: 'Registries', at: new Date(day).toISOString(), told, revision }))]
}

/** The longer a pause, the wider its gap, but by far less: a second and ten years fit into one picture. */
const gapOf = (earlier: string, later: string): number =>
  1 + 2 * Math.log10(1 + Math.max(0, Date.parse(later) - Date.parse(earlier)) / 60_000)

type Life = {
  /** The address of the state after an event. */
  readonly pathAt: (revision: number) => string
  readonly events: readonly StoredEvent[]
  /** The revision that the page shows; null: the present. */
  readonly at: number | null
  readonly products: Products
  /** How many events there are in all. */
  readonly total: number
}

export const lifePlot = ({ pathAt, events, at, products, total }: Life): Markup => {
  const points = events
    .flatMap((event) => pointsOf(event, products))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.revision - b.revision)
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return nothing
  const used = lanes.filter(([lane]) => points.some((point) => point.lane === lane)).map(([lane]) => lane)
  const offsets: number[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    offsets.push(before ? (offsets[index - 1] ?? 0) + gapOf(before.at, point.at) : 0)
  }
  const scale = (width - margin.left - margin.right) / Math.max(1, offsets.at(-1) ?? 1)
  const xOf = (index: number) => margin.left + (offsets[index] ?? 0) * scale
  const bottom = margin.top + used.length * laneHeight
  const placed = points.map((point, index) => ({ point, x: xOf(index), y: margin.top + (used.indexOf(point.lane) + 0.5) * laneHeight }))
  const lane = (name: string, index: number) => {
    const y = margin.top + (index + 0.5) * laneHeight
    return html`<text class="lane" x="0" y="${y + 4}">${name}</text><path class="axis" d="M${margin.left} ${y}H${width - margin.right}"></path>`
  }
  const dot = ({ point, x, y }: (typeof placed)[number]) => {
    const place = at === null ? '' : point.revision === at ? 'now' : point.revision > at ? 'later' : ''
    return html`<a href="${pathAt(point.revision)}" tabindex="-1"><circle class="${place}" cx="${x.toFixed(1)}" cy="${y}" r="5"><title>${dayText(point.at)}: ${point.told}</title></circle></a>`
  }
  const now = placed.find(({ point }) => point.revision === at && point.at.slice(0, 16) === timeOf(events, at).slice(0, 16))
  const marker = now ? html`<path class="now" d="M${now.x.toFixed(1)} ${margin.top}V${bottom}"></path>` : nothing
  const filings = points.length - events.length
  const told = [
    `From ${dayText(first.at)} to ${dayText(last.at)}:`,
    total > events.length ? `the latest ${count(events.length)} of ${count(total)} events` : counted(total, 'event'),
    filings > 0 ? `and ${counted(filings, 'earlier filing')}.` : 'in all.',
    'Long gaps are drawn shorter. The list below has the events.',
  ].join(' ')
  return html`<figure class="picture life"><div class="chart" tabindex="0" role="region" aria-label="Plot of the life of the business, scrolls sideways"><svg viewBox="0 0 ${width} ${bottom + 26}" width="${width}" height="${bottom + 26}" aria-hidden="true">${used.map(lane)}${dateTicks(placed, bottom)}${marker}${placed.map(dot)}</svg></div><figcaption class="quiet">${told}</figcaption></figure>`
}

const timeOf = (events: readonly StoredEvent[], at: number | null): string =>
  events.find(({ revision }) => revision === at)?.metadata.recorded_at ?? ''

/** Room that a date needs. */
const dateWidth = 78

/** Dates under the plot where the day changes, as many as fit; always the last one. */
const dateTicks = (placed: readonly { readonly point: Point; readonly x: number }[], bottom: number): Markup => {
  const changes = placed.filter(({ point }, index) => {
    const before = placed[index - 1]
    return (
      before === undefined ||
      Date.parse(point.at) - Date.parse(before.point.at) > dayMs ||
      point.at.slice(0, 10) !== before.point.at.slice(0, 10)
    )
  })
  let free = -dateWidth
  const shown = changes.filter(({ x }) => {
    if (x < free) return false
    free = x + dateWidth
    return true
  })
  return html`${shown.map(({ point, x }) => html`<path class="axis" d="M${x.toFixed(1)} ${margin.top}V${bottom + 4}"></path><text class="day" x="${Math.min(x, width - dateWidth / 2 - 4).toFixed(1)}" y="${bottom + 18}">${dayText(point.at)}</text>`)}`
}
