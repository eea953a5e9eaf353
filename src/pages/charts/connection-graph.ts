// The graph of connections: the business on the left, what it shares in the middle, the businesses that share it on the right. Each box is a link,
// so the graph can be walked by keyboard; the table below says the same.
import { html } from 'hono/html'
import type { z } from 'zod'
import { percent } from '../../interface/percent.ts'
import type { Connection } from '../../interface/records/connections.ts'
import { businessesPath } from '../business/frame.ts'
import { counted, type Markup, nothing } from '../framework/markup.ts'
import { shortName } from './short-name.ts'

type Connected = z.output<typeof Connection>

type Shared = { readonly key: string; readonly kind: 'person' | 'address' | 'business'; readonly name: string }

const kindWords = { person: 'Person', address: 'Address', business: 'Agent or business' } as const

const sharedBy = ({ connecting_people, connecting_addresses, connecting_businesses }: Connected): readonly Shared[] => {
  const shared = (kind: Shared['kind'], names: readonly (string | null | undefined)[]) =>
    names.flatMap((name) => (name ? [{ key: `${kind} ${name}`, kind, name }] : []))
  return [
    ...shared(
      'person',
      connecting_people.map(({ name }) => name),
    ),
    ...shared(
      'address',
      connecting_addresses.map(({ full_address }) => full_address),
    ),
    ...shared(
      'business',
      connecting_businesses.map(({ name }) => name),
    ),
  ]
}

const box = { width: 230, height: 46 }
const step = box.height + 14
const columns = [0, 310, 620] as const
const width = columns[2] + box.width
/** Letters of a name that fit into a box. */
const fitting = 32

/** In whole percent. */
export const confidenceOf = ({ confidence }: Connected): string => percent(Math.round(confidence * 100))

/** The row of a connection in the table. */
export const connectionAnchor = ({ id }: Connected): string => `connection-${id}`

/** `business`: the name of the one whose connections these are. */
export const connectionGraph = (business: string, connections: readonly Connected[]): Markup => {
  if (connections.length === 0) return nothing
  const shared = [...new Map(connections.flatMap(sharedBy).map((each) => [each.key, each])).values()]
  const rows = Math.max(shared.length, connections.length)
  const height = rows * step - 14
  const rowOf = (index: number, many: number) => ((rows - many) * step) / 2 + index * step
  const sharedAt = new Map(shared.map(({ key }, index) => [key, rowOf(index, shared.length)]))
  const start = rowOf(0, 1)
  const ties = shared.map(({ key }) => tie(columns[0], start, sharedAt.get(key) ?? 0))
  const ends = connections.flatMap((connected, index) =>
    sharedBy(connected).map(({ key }) => tie(columns[1], sharedAt.get(key) ?? 0, rowOf(index, connections.length))),
  )
  const things = shared.map((each) => {
    const others = connections.filter((connected) => sharedBy(connected).some(({ key }) => key === each.key))
    const [first] = others
    const told = `${kindWords[each.kind]}, shared with ${others.length}`
    const drawn = node({ kind: each.kind, x: columns[1], y: sharedAt.get(each.key) ?? 0, name: each.name, told })
    return first ? html`<a href="#${connectionAnchor(first)}">${drawn}</a>` : drawn
  })
  const theirs = connections.map((connected, index) => {
    const told = `${confidenceOf(connected)} confidence`
    const kind = connected.connected_business_id ? 'own' : 'other'
    const drawn = node({ kind, x: columns[2], y: rowOf(index, connections.length), name: connected.name, told })
    const target = connected.connected_business_id
      ? `${businessesPath}/${connected.connected_business_id}`
      : `#${connectionAnchor(connected)}`
    return html`<a href="${target}">${drawn}</a>`
  })
  const root = node({ kind: 'root', x: columns[0], y: start, name: business, told: 'This business' })
  const label = `Graph of connections: ${counted(connections.length, 'business', 'businesses')} through ${shared.length} people, addresses and agents. The table shows the same data.`
  return html`<div class="chart graph" tabindex="0" role="region" aria-label="Graph of connections, scrolls sideways"><svg viewBox="-4 -4 ${width + 8} ${height + 8}" width="${width + 8}" height="${height + 8}" role="group" aria-label="${label}">${ties}${ends}${root}${things}${theirs}</svg></div>`
}

const tie = (column: number, from: number, to: number): Markup => {
  const [x1, y1, x2, y2] = [column + box.width, from + box.height / 2, column + columns[1], to + box.height / 2]
  return html`<path d="M${x1} ${y1}C${x1 + 40} ${y1} ${x2 - 40} ${y2} ${x2} ${y2}"></path>`
}

type Node = { readonly kind: string; readonly x: number; readonly y: number; readonly name: string; readonly told: string }

const node = ({ kind, x, y, name, told }: Node): Markup =>
  html`<g class="party ${kind}"><title>${name}</title><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"></rect><text x="${x + box.width / 2}" y="${y + 19}">${shortName(name, fitting)}</text><text class="share" x="${x + box.width / 2}" y="${y + 36}">${told}</text></g>`
