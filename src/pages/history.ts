// A business's history: every event with its actor, time and changes, and a slider that shows the state after any event.
import { html } from 'hono/html'
import { businessHistory } from '../inner/business/history.ts'
import { type FieldChange, namesInHistory, type StoredEvent } from '../inner/history.ts'
import { businessResource, nothingRelated } from '../interface/resources/business.ts'
import { decidedOf } from './business/decided.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import { pastView } from './business/view.ts'
import { lifePlot } from './charts/life-plot.ts'
import { actorOf, type Products, productsOf, sentenceOf } from './event-words.ts'
import { fieldChangesOf } from './framework/field-changes.ts'
import { badge, card, counted, type Markup, moment, nothing, pager } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { caseHead, casePath, type Place, placeFields, placeOf } from './queue.ts'

const path = '/businesses/:id/history'
const perPage = 100
/** The events that the plot shows, the latest. */
const mostPlotted = 400

const mount = (pages: Pages) => {
  const { get, show, inner } = pages

  get(path, 'read', async (c) => {
    const business = await ownBusiness(pages, c)
    const place = placeOf(c)
    const pathAt = (event: number) => casePath(business.id, place, '/history', { at: String(event) })
    const { count, page: pageOf, after, latest } = await businessHistory(inner, business)
    const last = count - 1
    const asked = c.req.query('at')
    const at = asked === undefined ? null : Math.max(0, Math.min(Number.parseInt(asked, 10) || 0, last))
    const query = new URL(c.req.url).searchParams
    const pages_ = Math.max(1, Math.ceil(count / perPage))
    const page = Math.max(1, Math.min(Number.parseInt(query.get('page') ?? '', 10) || pageWith(at, count), pages_))
    const [shown, past, plotted] = await Promise.all([pageOf(page, perPage), at === null ? null : after(at), latest(mostPlotted)])
    const events = shown.map(({ event }) => event)
    const names = await namesInHistory(inner, past ? [business, past.business] : [business], events)
    const products = productsOf(business)
    const list = html`<ol class="events" reversed>${shown.map(({ event, entry: { changes } }) => entry({ event, changes }, { pathAt, at, names, products }))}</ol>
${count > perPage ? pager({ path: `${businessesPath}/${business.id}/history`, query, page, perPage, total: count }) : nothing}`
    const then =
      at === null || !past
        ? nothing
        : html`<h2>State after event ${at + 1} of ${last + 1}</h2><p>${badge(past.business.status)} <span class="quiet">${sentenceOf(past.event, products)}, ${moment(past.event.metadata.recorded_at)}</span> <a class="button" href="${businessesPath}/${business.id}/report?as_of=${String(past.event.position)}">PDF report of this state</a></p>${pastView(businessResource(past.business, names, nothingRelated), { isErased: past.business.status === 'erased', decided: await decidedOf(inner, past.business) })}`
    const plot = lifePlot({ pathAt, events: plotted, at, products, total: count })
    const content = html`${await caseHead(pages, c, business.id, 'history')}<section class="card" aria-label="Life of the business" data-live="plot">${plot}</section>${slider(pathAt, { at: at ?? last, last, id: business.id, place })}
<div data-live="then">${then}</div>${card('Events', list, { aside: html`<span class="quiet">${counted(count, 'event')}, newest first</span>` })}`
    return show(c, businessesPath, { ...businessHead(business, 'History'), content })
  })
}

/** The first page has the newest events. */
const pageWith = (at: number | null, count: number): number => (at === null ? 1 : Math.floor((count - 1 - at) / perPage) + 1)

type PathAt = (event: number) => string
type Slider = { readonly at: number; readonly last: number; readonly id: string; readonly place: Place | undefined }

const slider = (pathAt: PathAt, { at, last, id, place }: Slider): Markup => {
  const own = casePath(id, place, '/history')
  const to = (target: number, label: string) =>
    target >= 0 && target <= last && target !== at
      ? html`<a class="button" href="${pathAt(target)}">${label}</a>`
      : html`<span class="button off">${label}</span>`
  return html`<section class="card slider" aria-label="Past states of the business" id="slider"><form method="get" action="${own}">${placeFields(place)}
<label><span>State after event <span data-live="at">${at + 1} of ${last + 1}</span></span><input type="range" name="at" min="0" max="${last}" value="${at}" data-path="${own}" aria-valuetext="Event ${at + 1} of ${last + 1}"></label>
<div class="steps-row" data-live="steps">${to(0, 'First')}${to(at - 1, 'Earlier')}${to(at + 1, 'Later')}${to(last, 'Last')}<noscript><button>Show</button></noscript></div></form></section>`
}

const entry = (
  { event, changes }: { event: StoredEvent; changes: readonly FieldChange[] },
  { pathAt, at, names, products }: { pathAt: PathAt; at: number | null; names: ReadonlyMap<string, string>; products: Products },
): Markup => {
  const place = at === null ? '' : event.revision === at ? 'now' : event.revision > at ? 'later' : ''
  return html`<li class="${place}" id="event-${event.revision}"><div class="event-head"><strong>${sentenceOf(event, products)}</strong><span class="quiet">${actorOf(event, names)}</span>${moment(event.metadata.recorded_at)}<a href="${pathAt(event.revision)}">State after this event</a></div>
<details class="more"${event.revision === at ? html` open` : nothing}><summary>What changed</summary>${fieldChangesOf(changes)}<p class="quiet">${event.type}, event ${event.revision + 1}, ${event.id}<br>hash ${event.metadata.hash}</p></details></li>`
}

export const historyPage: Page = { entry: null, mount }
