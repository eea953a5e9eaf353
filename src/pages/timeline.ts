// A business's timeline, in the order of its events.
import { html } from 'hono/html'
import { type TimelineDocument, timelineOf, timelineTypes } from '../inner/timeline.ts'
import { timelineDetails, timelineWords } from '../interface/timeline-words.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import { valuesOf } from './framework/field-changes.ts'
import { badge, card, date, type Markup, pager } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { caseHead, placeFields, placeOf } from './queue.ts'

const perPage = 50

const mount = (pages: Pages) => {
  const { get, show, inner } = pages
  get('/businesses/:id/timeline', 'read', async (c) => {
    const business = await ownBusiness(pages, c)
    const query = new URL(c.req.url).searchParams
    const page = Math.max(1, Math.min(Number.parseInt(query.get('page') ?? '', 10) || 1, 1_000_000))
    const type = timelineTypes.find((each) => each === query.get('type'))
    const { found: entries, totalCount: total } = await timelineOf(inner, c, { business, plain_type: type, page, perPage })
    const own = `${businessesPath}/${business.id}/timeline`
    const list =
      entries.length === 0
        ? html`<p class="empty">${type ? 'Nothing of this kind' : 'Nothing'} has been recorded for this business.</p>`
        : html`<ol class="events">${entries.map(entry)}</ol>`
    const content = html`${await caseHead(pages, c, business.id, 'timeline')}
<form class="row filters" method="get" action="${own}" data-auto>${placeFields(placeOf(c))}<label>Kind<select name="type"><option value="">Everything</option>${timelineTypes.map((each) => html`<option value="${each}"${each === type ? html` selected` : ''}>${timelineWords(each)}</option>`)}</select></label><button>Show</button></form>
${card('Timeline', html`${list}${pager({ path: own, query, page, perPage, total })}`)}`
    return show(c, businessesPath, { ...businessHead(business, 'Timeline'), content })
  })
}

const entry = ({ type, plain_type, data, occurred_at }: TimelineDocument): Markup =>
  html`<li><div class="event-head"><strong>${timelineWords(plain_type)}</strong>${date(occurred_at)}${type === plain_type ? '' : badge('plain', 'From the registry’s history')}</div>
<p>${timelineDetails(data.object)}</p><details class="more"><summary>Details</summary>${valuesOf(data)}</details></li>`

export const timelinePage: Page = { entry: null, mount }
