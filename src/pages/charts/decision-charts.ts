// The last thirty days on the overview: decisions per day as bars, the age of the queue as lines, and both in a table.
import { html } from 'hono/html'
import type { DecisionDay } from '../../inner/decision-days.ts'
import { card, count, counted, date, dayText, type Markup, table } from '../framework/markup.ts'

const plot = { left: 48, right: 594, top: 12, bottom: 132 }
const height = 156

export const decisionCharts = (days: readonly DecisionDay[]): Markup =>
  html`<div class="two">${card('Decisions per day', decisionsChart(days))}${card('Age of the queue', ageChart(days))}</div>
<details class="more card"><summary>Decisions and age of the queue as a table</summary>${daysTable(days)}</details>`

/** A round number above the highest value. */
const roundedUp = (value: number): number => {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= value) ?? value
}

type Scale = { readonly x: (index: number) => number; readonly y: (value: number) => number; readonly frame: Markup; readonly step: number }

/** The axes for a number of days and values up to `most`, which `told` puts in words. */
const scaleOf = (days: readonly DecisionDay[], most: number, told: (value: number) => string): Scale => {
  const step = (plot.right - plot.left) / days.length
  const x = (index: number) => plot.left + (index + 0.5) * step
  const y = (value: number) => plot.bottom - (value / most) * (plot.bottom - plot.top)
  const rules = [0, most / 2, most].map(
    (value) =>
      html`<path class="axis" d="M${plot.left} ${y(value).toFixed(1)}H${plot.right}"></path><text class="end" x="${plot.left - 6}" y="${(y(value) + 4).toFixed(1)}">${told(value)}</text>`,
  )
  const named = [0, Math.floor(days.length / 2), days.length - 1]
  const dates = named.map(
    (index) =>
      html`<text x="${Math.min(Math.max(x(index), plot.left + 26), plot.right - 34).toFixed(1)}" y="${height - 6}">${dayText(`${days[index]?.day}T00:00:00.000Z`).replace(/,.*$/, '')}</text>`,
  )
  return { x, y, frame: html`${rules}${dates}`, step }
}

const svg = (label: string, content: Markup): Markup =>
  html`<svg viewBox="0 0 600 ${height}" role="img" aria-label="${label} The table below shows the same data.">${content}</svg>`

const decisionsChart = (days: readonly DecisionDay[]): Markup => {
  const most = Math.max(2, roundedUp(Math.max(...days.map(({ approved, rejected }) => approved + rejected))))
  const { x, y, frame, step } = scaleOf(days, most, (value) => count(value))
  const bar = ({ day, approved, rejected }: DecisionDay, index: number) => {
    const left = (x(index) - step * 0.36).toFixed(1)
    const rect = (name: string, from: number, to: number) =>
      html`<rect class="${name}" x="${left}" y="${y(to).toFixed(1)}" width="${(step * 0.72).toFixed(1)}" height="${(y(from) - y(to)).toFixed(1)}"><title>${day}: ${to - from} ${name}</title></rect>`
    return html`${approved > 0 ? rect('approved', 0, approved) : ''}${rejected > 0 ? rect('rejected', approved, approved + rejected) : ''}`
  }
  const sum = (of: 'approved' | 'rejected') => days.reduce((all, each) => all + each[of], 0)
  const told = `Decisions per day in ${counted(days.length, 'day')}: ${count(sum('approved'))} approved, ${count(sum('rejected'))} rejected.`
  return html`<figure class="picture days">${svg(told, html`${frame}${days.map(bar)}`)}<figcaption class="legend"><span class="key approved">Approved: ${count(sum('approved'))}</span><span class="key rejected">Rejected: ${count(sum('rejected'))}</span></figcaption></figure>`
}

/** Hours up to two days, then days. */
const ageWords = (hours: number): string => {
  if (hours > 0 && hours < 1) return `${Math.round(hours * 60)} min`
  return hours < 48 ? `${Math.round(hours * 10) / 10} h` : `${Math.round((hours / 24) * 10) / 10} d`
}

const ageChart = (days: readonly DecisionDay[]): Markup => {
  const highest = Math.max(1, ...days.map(({ oldest }) => oldest ?? 0))
  const most = highest < 48 ? Math.max(2, roundedUp(highest)) : roundedUp(highest / 24) * 24
  const { x, y, frame } = scaleOf(days, most, ageWords)
  const line = (name: 'oldest' | 'median') => {
    const points = days.map((day, index) => ({ x: x(index), y: y(day[name] ?? 0) }))
    return html`<path class="${name}" d="M${points.map((each) => `${each.x.toFixed(1)} ${each.y.toFixed(1)}`).join('L')}"></path>`
  }
  const today = days.at(-1)
  const told =
    today && today.oldest !== null ? `${count(today.waiting)} waiting now, the oldest for ${ageWords(today.oldest)}` : 'None waiting now'
  return html`<figure class="picture days">${svg(`Age of the queue in ${days.length} days. ${told}.`, html`${frame}${line('median')}${line('oldest')}`)}<figcaption class="legend"><span class="key oldest">Oldest case</span><span class="key median">Median</span><span>${told}</span></figcaption></figure>`
}

const daysTable = (days: readonly DecisionDay[]): Markup =>
  table<DecisionDay>(
    [
      { title: 'Day (UTC)', kind: 'main', cell: ({ day }) => date(`${day}T00:00:00.000Z`) },
      { title: 'Approved', kind: 'number', cell: ({ approved }) => count(approved) },
      { title: 'Rejected', kind: 'number', cell: ({ rejected }) => count(rejected) },
      { title: 'Waiting at the end', kind: 'number', cell: ({ waiting }) => count(waiting) },
      { title: 'Oldest', kind: 'number', cell: ({ oldest }) => (oldest === null ? '–' : ageWords(oldest)) },
      { title: 'Median', kind: 'number', cell: ({ median }) => (median === null ? '–' : ageWords(median)) },
    ],
    days.toReversed(),
    { caption: 'Decisions and age of the queue per day', empty: '' },
  )
