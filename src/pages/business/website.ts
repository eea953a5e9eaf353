// The website section of a business's page: its status, its content and its quality.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { Website } from '../../interface/records/website.ts'
import { badge, card, counted, date, facts, join, type Markup, nothing, outside, words } from '../framework/markup.ts'

export const websiteCard = (website: z.output<typeof Website> | null | undefined): Markup => {
  if (!website) return nothing
  const { domain, pages, rating } = website
  const qualities = {
    high: badge('success', 'High quality'),
    moderate: badge('warning', 'Moderate quality'),
    low: badge('failure', 'Low quality'),
  }
  const quality = rating && rating.quality_rating !== 'not_available' ? qualities[rating.quality_rating] : nothing
  const state =
    website.status === 'online'
      ? badge('success', 'Online')
      : badge(website.status === 'offline' ? 'failure' : 'neutral', words(website.status))
  const list = pages?.length
    ? html`<details class="more"><summary>${counted(pages.length, 'page')} read</summary><ul class="sources">${pages.slice(0, 30).map(({ url, category }) => html`<li>${outside(url)}${category ? html` (${words(category)})` : nothing}</li>`)}</ul></details>`
    : nothing
  return card(
    'Website',
    html`${facts([
      ['Address', outside(website.url)],
      ['Title', website.title],
      ['About', website.description],
      ['Shows the business’s name', website.status === 'online' ? (website.business_name_match ? 'Yes' : 'No') : null],
      ['Parked', website.parked === null ? null : website.parked ? 'Yes' : 'No'],
      ['Category', website.category && words(website.category)],
      ['Platform', website.platform],
      ['Domain created', domain?.creation_date ? date(domain.creation_date) : null],
      ['Redirects to', domain?.redirected ? outside(domain.resolved_url) : null],
      ['Problem', website.error],
    ])}${indicatorList(rating?.indicators)}${list}`,
    { aside: join([state, quality]) },
  )
}

type Indicator = { readonly name: string; readonly rating: string; readonly value: string; readonly description: string }

/** A bare number is told in words. */
const toldOf = ({ value, description }: Indicator): string => (/^\d+$/.test(value) ? description : value)

/** What speaks for a website or an address, and what against it. */
export const indicatorList = (indicators: readonly Indicator[] | undefined): Markup =>
  indicators?.length
    ? html`<ul class="indicators">${indicators.map((each) => html`<li class="${each.rating}" title="${each.description}">${each.name}: ${toldOf(each)}</li>`)}</ul>`
    : nothing
