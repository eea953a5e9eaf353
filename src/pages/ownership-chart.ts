// The chart of who owns a business: the business below, its owners above it, theirs above them. A drawing for the eye; the table beside it says the
// same in words.
import { html } from 'hono/html'
import type { z } from 'zod'
import { percent } from '../interface/percent.ts'
import type { Ownership } from '../interface/records/ownership.ts'
import { bandOf, foundName } from './found-owners.ts'
import type { Markup } from './markup.ts'

type Structure = z.output<typeof Ownership>

const box = { width: 196, height: 54 }
const gap = { x: 24, y: 62 }
/** Letters of a name that fit into a box. */
const fitting = 26

type Placed = { readonly id: string; readonly x: number; readonly y: number }

/** The business at the bottom, each party on its level above it. */
const placesOf = (rootId: string, owners: Structure['owners'], found: Structure['found']): readonly Placed[] => {
  const rows: string[][] = [[rootId]]
  for (const { party_id, level } of owners) rows[level] = [...(rows[level] ?? []), party_id]
  const levels = new Map(owners.map(({ party_id, level }) => [party_id, level]))
  for (const { id, owned_id } of found) {
    const level = (levels.get(owned_id) ?? 0) + 1
    rows[level] = [...(rows[level] ?? []), id]
  }
  const widthOf = (boxes: number) => boxes * (box.width + gap.x) - gap.x
  const width = widthOf(Math.max(...rows.map((ids) => ids.length)))
  return rows.flatMap((ids, level) =>
    ids.map((id, index) => ({
      id,
      x: (width - widthOf(ids.length)) / 2 + index * (box.width + gap.x),
      y: (rows.length - 1 - level) * (box.height + gap.y),
    })),
  )
}

export const ownershipChart = (ownership: Structure, businessName: string): Markup => {
  const only = ownership.found.filter(({ submitted_id }) => submitted_id === null)
  const found = new Map(only.map((owner) => [owner.id, owner]))
  const places = new Map(placesOf(ownership.business_id, ownership.owners, only).map((place) => [place.id, place]))
  const owners = new Map(ownership.owners.map((owner) => [owner.party_id, owner]))
  const right = Math.max(...[...places.values()].map(({ x }) => x)) + box.width
  const below = Math.max(...[...places.values()].map(({ y }) => y)) + box.height
  const party = ({ id, x, y }: Placed) => {
    const published = found.get(id)
    if (published)
      return drawn({ id, x, y }, published.watchlist_hits > 0 ? 'hit' : 'found', foundName(published), 'In published data only')
    const owner = owners.get(id)
    const name = owner ? (owner.name ?? 'Erased') : businessName
    const kind = owner === undefined ? 'root' : owner.watchlist_hits > 0 || owner.listed_percentage >= 50 ? 'hit' : owner.type
    const told =
      owner === undefined ? 'This business' : `${percent(owner.effective_percentage)} of the business${owner.controls ? ', controls' : ''}`
    return drawn({ id, x, y }, kind, name, told)
  }
  const lines = ownership.interests.flatMap(({ owner_id, owned_id, kind, percentage }) => {
    const [from, to] = [places.get(owner_id), places.get(owned_id)]
    return from && to ? [line(from, to, kind === 'ownership' ? (percentage === null ? '?' : percent(percentage)) : words[kind])] : []
  })
  const dashed = only.flatMap(({ id, owned_id, interests: [interest] }) => {
    const [from, to] = [places.get(id), places.get(owned_id)]
    return from && to ? [line(from, to, interest ? bandOf(interest) : '?')] : []
  })
  const size = `-8 -8 ${right + 16} ${below + 16}`
  return html`<div class="chart" tabindex="0" role="region" aria-label="Chart of owners, scrolls sideways"><svg viewBox="${size}" width="${right + 16}" height="${below + 16}" role="img" aria-label="Chart of owners: ${ownership.parties.length} people and companies on ${Math.max(0, ...ownership.owners.map(({ level }) => level))} levels. The table shows the same data.">${lines}<g class="published">${dashed}</g>${[...places.values()].map(party)}</svg></div>`
}

const words = { ownership: '', voting_rights: 'votes', appoints_management: 'appoints', other_control: 'controls' } as const

const drawn = ({ x, y }: Placed, kind: string, name: string, told: string): Markup =>
  html`<g class="party ${kind}"><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"></rect><text x="${x + box.width / 2}" y="${y + 22}">${short(name)}</text><text class="share" x="${x + box.width / 2}" y="${y + 41}">${told}</text></g>`

/** From the owner down to the company. An interest of a company in one above it, a cycle, goes round the side. */
const line = (from: Placed, to: Placed, label: string): Markup => {
  const isDown = from.y < to.y
  const [x1, y1] = isDown ? [from.x + box.width / 2, from.y + box.height] : [from.x + box.width, from.y + box.height / 2]
  const [x2, y2] = isDown ? [to.x + box.width / 2, to.y] : [to.x + box.width, to.y + box.height / 2]
  const bend = isDown ? `C${x1} ${y1 + 30} ${x2} ${y2 - 30} ${x2} ${y2}` : `C${x1 + 60} ${y1} ${x2 + 60} ${y2} ${x2} ${y2}`
  const middle = { x: (x1 + x2) / 2 + (isDown ? 6 : 50), y: (y1 + y2) / 2 + 4 }
  return html`<path class="${isDown ? 'held' : 'held back'}" d="M${x1} ${y1} ${bend}"></path><text class="held" x="${middle.x}" y="${middle.y}">${label}</text>`
}

const short = (name: string): string => (name.length > fitting ? `${name.slice(0, fitting - 1)}…` : name)
