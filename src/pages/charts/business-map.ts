// The map of a business: the states in which it is registered, and its addresses at the place of their ZIP codes. The table beside it says the same.
import { html } from 'hono/html'
import type { BusinessRecord } from '../business/record.ts'
import { badge, card, type Markup, nothing, table, words } from '../framework/markup.ts'
import { labelPlace, mapBox, placeOnMap, stateOutlines } from './state-outlines.ts'

type Registered = { readonly state: string; readonly status: string; readonly files: readonly string[] }

/** Of several registrations in one state, the status that counts. */
const statusOrder = ['active', 'unknown', 'inactive']

const registeredIn = ({ registrations }: BusinessRecord): readonly Registered[] => {
  const states = [...new Set((registrations ?? []).map(({ state }) => state))].toSorted()
  return states.map((state) => {
    const own = (registrations ?? []).filter((each) => each.state === state)
    const statuses = own.map(({ status }) => (statusOrder.includes(status) ? status : 'unknown'))
    return {
      state,
      status: statusOrder.find((status) => statuses.includes(status)) ?? 'unknown',
      files: own.map(({ file_number, jurisdiction, status }) => `${file_number} (${words(jurisdiction).toLowerCase()}, ${status})`),
    }
  })
}

type Address = NonNullable<BusinessRecord['addresses']>[number]
type Placed = { readonly address: Address; readonly at: { readonly x: number; readonly y: number } | null; readonly number: number }

const placed = ({ addresses }: BusinessRecord): readonly Placed[] =>
  (addresses ?? []).map((address, index) => {
    const { latitude, longitude } = address
    const at = typeof latitude === 'number' && typeof longitude === 'number' ? placeOnMap(latitude, longitude) : null
    return { address, at, number: index + 1 }
  })

export const mapCard = (business: BusinessRecord): Markup => {
  const [states, addresses] = [registeredIn(business), placed(business)]
  if (states.length === 0 && addresses.length === 0) return nothing
  return card('Map', html`${drawing(states, addresses)}${statesTable(states)}${addressesTable(addresses)}`)
}

const drawing = (registered: readonly Registered[], addresses: readonly Placed[]): Markup => {
  const statusOf = new Map(registered.map(({ state, status }) => [state, status]))
  const outline = ([state, path]: [string, string]) => html`<path class="state ${statusOf.get(state) ?? ''}" d="${path}"></path>`
  const label = ({ state }: Registered) => {
    const at = labelPlace(state)
    return at ? html`<text class="state" x="${at.x}" y="${at.y + 4}">${state}</text>` : nothing
  }
  const dot = ({ address, at, number }: Placed) =>
    at
      ? html`<g class="dot ${address.submitted ? 'submitted' : 'found'}"><title>${address.full_address}</title><circle cx="${at.x.toFixed(1)}" cy="${at.y.toFixed(1)}" r="8"></circle><text x="${at.x.toFixed(1)}" y="${(at.y + 3.5).toFixed(1)}">${number}</text></g>`
      : nothing
  const { x, y, width, height } = mapBox
  // States with a registration are drawn last, so that their borders are whole.
  const states = Object.entries(stateOutlines).toSorted(([a], [b]) => Number(statusOf.has(a)) - Number(statusOf.has(b)))
  return html`<figure class="picture"><svg viewBox="${x} ${y} ${width} ${height}" role="img" aria-label="Map of the states. ${summaryOf(registered, addresses)} The tables show the same data.">${states.map(outline)}${registered.map(label)}${addresses.toReversed().map(dot)}</svg>
<figcaption class="legend"><span class="key active">Active registration</span><span class="key inactive">Inactive or unknown</span><span class="key submitted">Submitted address</span><span class="key found">Address found</span></figcaption></figure>`
}

const summaryOf = (registered: readonly Registered[], addresses: readonly Placed[]): string => {
  const states = registered.length === 0 ? 'No registrations.' : `Registered in ${registered.map(({ state }) => state).join(', ')}.`
  const shown = addresses.filter(({ at }) => at !== null).length
  return `${states} ${shown} of ${addresses.length} addresses shown.`
}

const statesTable = (registered: readonly Registered[]): Markup =>
  table<Registered>(
    [
      { title: 'State', kind: 'main', cell: ({ state }) => state },
      { title: 'Status', cell: ({ status }) => badge(status) },
      { title: 'Registrations', cell: ({ files }) => html`<div class="long">${files.join('; ')}</div>` },
    ],
    registered,
    { caption: 'Registrations by state', empty: 'No registrations.' },
  )

const addressesTable = (addresses: readonly Placed[]): Markup =>
  table<Placed>(
    [
      { title: 'No.', cell: ({ number }) => String(number) },
      { title: 'Address', kind: 'main', cell: ({ address }) => address.full_address },
      { title: 'Origin', cell: ({ address }) => badge('plain', address.submitted ? 'Submitted' : 'Found') },
      { title: 'Place', cell: ({ address, at }) => placeWords(address, at !== null) },
    ],
    addresses,
    { caption: 'Addresses on the map', empty: 'No addresses.' },
  )

/** Coordinates to a tenth of a degree: the place is that of the ZIP code, not of the door. */
const placeWords = ({ latitude, longitude, postal_code }: Address, isShown: boolean): string => {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return 'Unknown: not on the map'
  const at = `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`
  return `${postal_code ? `ZIP ${postal_code}: ` : ''}${at}${isShown ? '' : ' (outside the map)'}`
}
