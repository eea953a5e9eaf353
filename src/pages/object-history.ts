// The history of anything that is no business: every event of its streams with who, when and the values it set.
import { html } from 'hono/html'
import { type Names, objectHistory, type StoredEvent } from '../inner/history.ts'
import type { Reads } from '../inner/reading.ts'
import { actorOf, sentenceOf } from './event-words.ts'
import { valuesOf } from './field-changes.ts'
import { card, count, type Markup, moment, nothing } from './markup.ts'

/** `about`: what the event happened to, where that does not go without saying. */
export const eventEntry = (event: StoredEvent, names: Names, about?: string): Markup =>
  html`<li><div class="event-head"><strong>${sentenceOf(event, new Map())}${about ? `: ${about}` : nothing}</strong><span class="quiet">${actorOf(event, names)}</span>${moment(event.metadata.recorded_at)}</div>
<details class="more"><summary>Details</summary>${valuesOf(event.data)}<p class="quiet">${event.type}, event ${event.revision + 1}, ${event.id}</p></details></li>`

export const eventList = (
  events: readonly StoredEvent[],
  names: Names,
  aboutOf: (event: StoredEvent) => string | undefined = () => undefined,
): Markup => html`<ol class="events">${events.map((event) => eventEntry(event, names, aboutOf(event)))}</ol>`

/** So many events stand on the page of an object. */
const mostShown = 100

/** What happened to an object of the account, as a part of its page. */
export const historyCard = async (service: Reads, accountId: string, streams: readonly string[]): Promise<Markup> => {
  const { events, names } = await objectHistory(service, accountId, streams)
  const all = `${count(events.length)} ${events.length === 1 ? 'event' : 'events'}`
  const told = events.length > mostShown ? `The newest ${mostShown} of ${all}` : `${all}, the newest first`
  return card('History', eventList(events.slice(0, mostShown), names), { aside: html`<span class="quiet">${told}</span>` })
}
