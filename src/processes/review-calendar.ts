// The calendar of reviews: an approval sets the date by which a business is looked at again, another tier or other settings move it, a change that a
// monitor tells of brings it forward. The account is told when the date comes near and when it has passed.
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import type { NewOrder } from '../commands/business-orders.ts'
import type { Business } from '../commands/business-state.ts'
import type { Handle, Known, Load } from '../commands/handler.ts'
import { monitor } from '../commands/monitor.ts'
import { isSameDate, type ReviewCalendar, type ReviewCalendarCommand, reviewDateOf } from '../commands/review-calendar.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { modes } from '../events/modes.ts'
import { monitorEventTypes } from '../events/monitor.ts'
import type { ReviewCalendar as Settings } from '../events/review-calendar.ts'
import { topicsOf, webhookTopics } from '../interface/webhook-topics.ts'
import { businesses } from '../projections/businesses.ts'
import { eachFound, type Read } from '../projections/read.ts'
import type { RecordedEvent } from '../stores/event-store.ts'
import { hurriedMsOf } from './hurried.ts'
import { type Delivery, later, type Process, type Reaction } from './process.ts'

export type CalendarDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly known: Known
  readonly read: Read
  /** Whether the read models pass the position within the time that a writer waits. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly now: () => Date
}

export const reviewCalendar = (dependencies: CalendarDependencies): Process => {
  const { handle, load, now } = dependencies
  /** As far as it is in memory. */
  const mayHaveDate = ({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): boolean => {
    const known = dependencies.known(business, aggregateIdOf(stream))
    if (!known?.end || known.end.revision < revision) return true
    return known.state.status !== 'none' && known.state.next_review !== null
  }

  const settingsOf = async (accountId: string) => (await load(account, accountId)).reviewCalendar

  const send = (id: string, command: ReviewCalendarCommand, delivery: Delivery, step: string) =>
    handle(business, id, command, delivery.context(step))

  const schedule = async (
    { stream, metadata }: Pick<StoredEvent, 'stream' | 'metadata'>,
    asked: Pick<Extract<ReviewCalendarCommand, { type: 'ScheduleReview' }>, 'cause' | 'countedFrom'>,
    delivery: Delivery,
  ) => {
    const id = aggregateIdOf(stream)
    const state = await load(business, id)
    if (state.status === 'none' || (asked.countedFrom === undefined && state.next_review === null)) return
    const calendar = calendarOf(state.submitted, await settingsOf(metadata.account_id))
    await send(id, { type: 'ScheduleReview', calendar, ...asked }, delivery, 'schedule')
  }

  /** What is judged may have changed, and with it the tier. */
  const again = async (event: StoredEvent<'ReviewCompleted' | 'ReviewRenewed' | 'RiskTierSet'>, delivery: Delivery) => {
    await schedule(event, { cause: 'tier' }, delivery)
    return undefined
  }

  /** Tells of the date that stands, as far as its time has come. @returns when its next time comes */
  const watch = async (
    { id: eventId, stream, metadata: { account_id: accountId } }: Pick<StoredEvent, 'id' | 'stream' | 'metadata'>,
    delivery: Delivery,
  ) => {
    const id = aggregateIdOf(stream)
    const state = await load(business, id)
    if (state.status === 'none' || state.next_review === null || state.ended) return undefined
    const { due_at, soon_at, told } = state.next_review
    const at = now().toISOString()
    if (at < soon_at) return { at: new Date(soon_at) }
    if (told === 'nothing') {
      const { reorder } = await settingsOf(accountId)
      const orders = reorder ? ordersAgain(state, { accountId, eventId }) : []
      await send(id, { type: 'NoteReviewDue', dueAt: due_at, orders }, delivery, `due-${due_at}`)
    }
    if (at < due_at) return { at: new Date(due_at) }
    await send(id, { type: 'NoteReviewOverdue', dueAt: due_at }, delivery, `overdue-${due_at}`)
    return undefined
  }

  const watchAgain = async (event: StoredEvent<'RelationshipResumed' | 'CopySettled'>, delivery: Delivery) => {
    await schedule(event, { cause: 'settings' }, delivery)
    return watch(event, delivery)
  }

  return {
    name: 'review_calendar',
    // Most reviews are of businesses that nobody has approved yet, which have no date that could move.
    seen: (event) => event.type !== 'ReviewCompleted' || mayHaveDate(event),
    on: {
      BusinessApproved: async (event, delivery) => {
        await schedule(event, { cause: 'decision', countedFrom: event.metadata.recorded_at }, delivery)
        return undefined
      },
      ReviewCompleted: again,
      ReviewRenewed: again,
      RiskTierSet: again,

      /** The date's own event is its clock: it is delivered again when the date is near, and when it has passed. */
      ReviewScheduled: async (event, delivery) => {
        const { due_at, soon_at } = event.data.review_date
        // Settings that changed while this date was computed did not move it: it was not there yet.
        await schedule(event, { cause: 'settings' }, delivery)
        const state = await load(business, aggregateIdOf(event.stream))
        const isCurrent = state.status !== 'none' && state.next_review?.due_at === due_at && state.next_review.soon_at === soon_at
        return isCurrent ? watch(event, delivery) : undefined
      },

      /** The clock stood still while the relationship was over. */
      RelationshipResumed: watchAgain,
      /** The date is that of the business that was copied. */
      CopySettled: watchAgain,

      ReviewCalendarSet: (event, delivery) => moveAll(event, delivery, dependencies),
    },
  }
}

const calendarOf = (submitted: Parameters<typeof hurriedMsOf>[0], settings: Settings): ReviewCalendar => {
  const hurriedMs = hurriedMsOf(submitted)
  return hurriedMs === undefined ? settings : { ...settings, hurriedMs }
}

/** The latest order of each product that was ordered, as a new one. */
const ordersAgain = (
  { orders }: Pick<Business, 'orders'>,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
): readonly NewOrder[] => {
  const latest = new Map(orders.map((order) => [order.product, order]))
  return [...latest.values()].map(({ product, subproducts, options }) => ({
    order_id: derivedId(`review-order/${product}`, eventId),
    product,
    subproducts: [...subproducts],
    options,
    requester: { id: accountId, type: 'account' },
  }))
}

/** Moves the review dates of the account's businesses to where its present settings put them. Where it was cut short, it goes on with the rest. */
const moveAll = async (
  { position, metadata: { account_id } }: StoredEvent<'ReviewCalendarSet'>,
  delivery: Delivery,
  { handle, load, read, passed, now }: CalendarDependencies,
) => {
  if (!(await passed(position, account_id))) return later(now(), 1_000)
  const { reviewCalendar: settings } = await load(account, account_id)
  for (const mode of modes) {
    const where = { account_id, mode, review_due_at: { gt: '' } }
    for await (const document of eachFound(read(businesses), { where, by: 'created_at' })) {
      const { id, next_review: held } = document
      const calendar = calendarOf(document.submitted, settings)
      if (delivery.signal.aborted) throw delivery.signal.reason
      if (!held || isSameDate(held, reviewDateOf(document, { ...held, countedFrom: held.counted_from, cause: 'settings' }, calendar)))
        continue
      const context = { ...delivery.context(`move-${id}`), mode }
      await handle(business, id, { type: 'ScheduleReview', cause: 'settings', calendar }, context)
    }
  }
  return undefined
}

/** The events that a monitor can tell of. */
const changes = [...new Set(monitorEventTypes.flatMap((type) => webhookTopics[type].causes.flatMap(({ events }) => events)))]

/** A change that a monitor tells of brings the review of the business forward. It takes only what monitoring found. */
export const reviewChanges = ({ handle, load, now }: Pick<CalendarDependencies, 'handle' | 'load' | 'now'>): Process => {
  const bringForward: Reaction<(typeof changes)[number]> = async (event, delivery) => {
    const id = aggregateIdOf(event.stream)
    const [state, watched] = [await load(business, id), await load(monitor, id)]
    if (state.status === 'none' || watched.status === 'none') return undefined
    const told: ReadonlySet<string> = new Set(watched.eventTypes)
    const change = topicsOf(event).find((topic) => told.has(topic))
    if (change === undefined) return undefined
    // The business was approved a moment ago. Its date follows.
    if (state.status === 'approved' && state.next_review === null && !state.erased) return later(now(), 1_000)
    const { reviewCalendar: settings } = await load(account, event.metadata.account_id)
    const calendar = calendarOf(state.submitted, settings)
    const command = { type: 'BringReviewForward', change, at: event.metadata.recorded_at, calendar } as const
    await handle(business, id, command, delivery.context('forward'))
    return undefined
  }
  return {
    name: 'review_changes',
    takes: ({ actor }) => actor.type === 'process' && actor.id === 'monitoring',
    on: Object.fromEntries(changes.map((type) => [type, bringForward])),
  }
}
