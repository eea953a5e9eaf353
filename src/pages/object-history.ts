// The history of anything but a business: every event with its actor, time and values.
import { html } from 'hono/html'
import type { Reads } from '../inner/framework/reading.ts'
import { type Names, objectHistory, type StoredEvent } from '../inner/history.ts'
import { actorOf, sentenceOf } from './event-words.ts'
import { valuesOf } from './framework/field-changes.ts'
import { card, counted, type Markup, moment, nothing } from './framework/markup.ts'

/** An event's values in words; undefined: each is shown by its name. */
type InWords = (event: StoredEvent) => Markup | undefined

type Told = { readonly names: Names; readonly about?: string | undefined; readonly inWords?: InWords | undefined }

/** `about`: the subject of the event, if it is not obvious. */
const eventEntry = (event: StoredEvent, { names, about, inWords }: Told): Markup =>
  html`<li><div class="event-head"><strong>${sentenceOf(event, new Map())}${about ? `: ${about}` : nothing}</strong><span class="quiet">${actorOf(event, names)}</span>${moment(event.metadata.recorded_at)}</div>
<details class="more"><summary>Details</summary>${inWords?.(event) ?? valuesOf(event.data)}<p class="quiet">${event.type}, event ${event.revision + 1}, ${event.id}</p></details></li>`

export const eventList = (
  events: readonly StoredEvent[],
  names: Names,
  aboutOf: (event: StoredEvent) => string | undefined = () => undefined,
): Markup => html`<ol class="events">${events.map((event) => eventEntry(event, { names, about: aboutOf(event) }))}</ol>`

/** How many events an object's page shows. */
const mostShown = 100

/** The history section of an object's page. */
export const historyCard = async (inner: Reads, accountId: string, streams: readonly string[], inWords?: InWords): Promise<Markup> => {
  const { events, names } = await objectHistory(inner, accountId, streams)
  const all = counted(events.length, 'event')
  const told = events.length > mostShown ? `Newest ${mostShown} of ${all}` : `${all}, newest first`
  return card(
    'History',
    html`<ol class="events">${events.slice(0, mostShown).map((event) => eventEntry(event, { names, inWords }))}</ol>`,
    { aside: html`<span class="quiet">${told}</span>` },
  )
}
