// The overview's map of registrations: each state darker the more businesses are registered there, and a table that says the same.
import { html } from 'hono/html'
import type { RegisteredState } from '../../inner/registered-states.ts'
import { card, count, counted, type Markup, nothing, table } from '../framework/markup.ts'
import { labelPlace, mapBox, stateOutlines } from './state-outlines.ts'

/** The shades from light to dark. */
const shades = 4
/** Numbers on the map; those of all states would cover each other. */
const labelled = 15
/** As many states are named in the text of the picture. */
const named = 3

export const statesChart = (all: readonly RegisteredState[]): Markup => {
  const [first] = all
  return first === undefined ? nothing : card('Registrations by state', html`${map(all, first.businesses)}${statesTable(all)}`)
}

const shadeOf = (businesses: number, most: number): number => Math.max(1, Math.ceil((businesses / most) * shades))

const map = (all: readonly RegisteredState[], most: number): Markup => {
  const byState = new Map(all.map((each) => [each.state, each]))
  const outline = ([state, path]: [string, string]) => {
    const found = byState.get(state)
    return found
      ? html`<path class="state shade-${shadeOf(found.businesses, most)}" d="${path}"><title>${state}: ${count(found.businesses)}</title></path>`
      : html`<path class="state" d="${path}"></path>`
  }
  // States with a registration are drawn last, so that their borders are whole.
  const outlines = Object.entries(stateOutlines).toSorted(([a], [b]) => Number(byState.has(a)) - Number(byState.has(b)))
  const label = ({ state, businesses }: RegisteredState) => {
    const at = labelPlace(state)
    return at
      ? html`<text class="state shade-${shadeOf(businesses, most)}" x="${at.x}" y="${at.y + 4}">${count(businesses)}</text>`
      : nothing
  }
  const mostNamed = all.slice(0, named).map(({ state, businesses }) => `${state} ${count(businesses)}`)
  const told = `Businesses registered in ${counted(all.length, 'state')}. ${all.length > named ? 'Most: ' : ''}${mostNamed.join(', ')}.`
  const { x, y, width, height } = mapBox
  return html`<figure class="picture states"><svg viewBox="${x} ${y} ${width} ${height}" role="img" aria-label="Map of the states. ${told} The table shows the same data.">${outlines.map(outline)}${all.slice(0, labelled).map(label)}</svg><figcaption class="legend"><span>${told}</span></figcaption></figure>`
}

const statesTable = (all: readonly RegisteredState[]): Markup =>
  html`<details class="more"><summary>Registrations by state as a table</summary>${table<RegisteredState>(
    [
      { title: 'State', kind: 'main', cell: ({ state }) => state },
      { title: 'Businesses registered', kind: 'number', cell: ({ businesses }) => count(businesses) },
      { title: 'With an active registration', kind: 'number', cell: ({ active }) => count(active) },
    ],
    all,
    { caption: 'Registrations by state', empty: '' },
  )}</details>`
