// The chart of who owns a business: the business below, its owners above it, theirs above them. A drawing for the eye; the table beside it says the
// same in words.
import { html } from 'hono/html'
import type { z } from 'zod'
import { openShares, shareText } from '../../interface/open-shares.ts'
import { percent } from '../../interface/percent.ts'
import type { Ownership } from '../../interface/records/ownership.ts'
import { bandOf, foundName } from '../business/found-owners.ts'
import { type Markup, nothing } from '../framework/markup.ts'
import { box, type Link, laidOut } from './ownership-layout.ts'
import { shortName } from './short-name.ts'

type Structure = z.output<typeof Ownership>
type Owner = Structure['owners'][number]
type Found = Structure['found'][number]

/** Letters of a name that fit into a box. */
const fitting = 25

export const ownershipChart = (ownership: Structure, businessName: string): Markup => {
  const only = ownership.found.filter(({ submitted_id }) => submitted_id === null)
  const levels = levelsIn(ownership, only)
  const lines = linesIn(ownership, only, levels)
  const { width, height, places, lines: drawn } = laidOut(levels, lines)
  const told = toldOf(ownership, only, businessName)
  const published = ({ isPublished }: Line) => (isPublished ? html` class="published"` : nothing)
  const paths = lines.map(
    (line, index) =>
      html`<g${published(line)}><path class="held${line.isUpwards ? ' back' : ''}" d="${drawn[index]?.path ?? ''}"></path></g>`,
  )
  // Above all lines, so that none goes through a label.
  const labels = lines.map(
    ({ label, isUpwards }, index) =>
      html`<text class="held" x="${drawn[index]?.label.x ?? 0}" y="${drawn[index]?.label.y ?? 0}">${isUpwards ? `↑ ${label}` : label}</text>`,
  )
  const parties = [...places].map(([id, { x, y }]) => {
    const { kind, name, share } = told(id)
    return html`<g class="party ${kind}"><title>${name}</title><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"></rect><text x="${x + box.width / 2}" y="${y + 22}">${shortName(name, fitting)}</text><text class="share" x="${x + box.width / 2}" y="${y + 41}">${share}</text></g>`
  })
  const size = `-8 -8 ${width + 16} ${height + 16}`
  return html`<div class="chart" data-centred tabindex="0" role="region" aria-label="Chart of owners, scrolls sideways"><svg viewBox="${size}" width="${width + 16}" height="${height + 16}" role="img" aria-label="Chart of owners: ${ownership.parties.length} people and companies on ${Math.max(0, ...ownership.owners.map(({ level }) => level))} levels. The table shows the same data.">${paths}${labels}${parties}</svg></div>`
}

/** The business at the bottom, each party on its level above it. */
const levelsIn = ({ business_id, owners }: Structure, only: readonly Found[]): ReadonlyMap<string, number> => {
  const levels = new Map([[business_id, 0], ...owners.map(({ party_id, level }) => [party_id, level] as const)])
  return new Map([...levels, ...only.map(({ id, owned_id }) => [id, (levels.get(owned_id) ?? 0) + 1] as const)])
}

type Line = Link & {
  readonly label: string
  /** A company holds one above it: what closes a cycle. */
  readonly isUpwards: boolean
  readonly isPublished: boolean
}

/** One line for all that a party holds of another. */
const linesIn = ({ interests }: Structure, only: readonly Found[], levels: ReadonlyMap<string, number>): readonly Line[] => {
  const level = (id: string) => levels.get(id) ?? 0
  const submitted = [...Map.groupBy(interests, ({ owner_id, owned_id }) => `${owner_id} ${owned_id}`).values()].flatMap((held) => {
    const [{ owner_id, owned_id }] = held as [(typeof held)[number]]
    if (level(owner_id) === level(owned_id)) return []
    const isUpwards = level(owner_id) < level(owned_id)
    const [upper, lower] = isUpwards ? [owned_id, owner_id] : [owner_id, owned_id]
    return [{ upper, lower, label: held.map(interestText).join(', '), labelAt: isUpwards ? 0.75 : 0.4, isUpwards, isPublished: false }]
  })
  const published = only.map(({ id, owned_id, interests: [interest] }) => {
    return { upper: id, lower: owned_id, label: interest ? bandOf(interest) : '?', labelAt: 0.4, isUpwards: false, isPublished: true }
  })
  return [...submitted, ...published]
}

const words = { ownership: '?', voting_rights: 'votes', appoints_management: 'appoints', other_control: 'controls' } as const

const interestText = ({ kind, percentage }: Structure['interests'][number]): string =>
  kind === 'ownership' && percentage !== null ? percent(percentage) : words[kind]

/** What stands in the box of a party. */
const toldOf = (ownership: Structure, only: readonly Found[], businessName: string) => {
  const owners = new Map(ownership.owners.map((owner) => [owner.party_id, owner]))
  const found = new Map(only.map((owner) => [owner.id, owner]))
  const { effective } = openShares(ownership)
  const share = ({ party_id, effective_percentage, controls }: Owner) => {
    const isOpen = effective.has(party_id)
    const text = shareText(effective_percentage, isOpen)
    return `${isOpen ? `Share: ${text.toLowerCase()}` : `${text} of the business`}${controls ? ', controls' : ''}`
  }
  return (id: string): { readonly kind: string; readonly name: string; readonly share: string } => {
    const published = found.get(id)
    if (published)
      return { kind: published.watchlist_hits > 0 ? 'hit' : 'found', name: foundName(published), share: 'In published data only' }
    const owner = owners.get(id)
    if (!owner) return { kind: 'root', name: businessName, share: 'This business' }
    const isHit = owner.watchlist_hits > 0 || owner.listed_percentage >= 50
    return { kind: isHit ? 'hit' : owner.type, name: owner.name ?? 'Erased', share: share(owner) }
  }
}
