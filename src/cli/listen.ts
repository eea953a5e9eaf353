// `listen`: takes what webhooks are told from the feed of events, and forwards it to a server of the developer, signed as real webhooks are. It goes
// on behind the last event that the receiver has taken, so that nothing is lost or doubled when the service, the receiver or the command stops.
import { webhookHeaders } from '../interface/webhook-signature.ts'
import { webhookTopics } from '../interface/webhook-topics.ts'
import { pauseFor } from '../stores/pause-for.ts'
import type { Request } from './account-requests.ts'
import { failsForGood, unanswered } from './answers.ts'
import { OperatorError } from './connection.ts'
import { heldOpen, inSeconds, insisting, pauseAfter } from './insistence.ts'
import type { KeptPlace, Place } from './listen-place.ts'

export type Told = { readonly id: string; readonly type: string; readonly data: { readonly object: { readonly id?: string } } }
type FeedEvent = { readonly position: string; readonly time: string; readonly subject: string; readonly webhooks: readonly Told[] }
type Feed = { readonly data: readonly FeedEvent[]; readonly cursor: string }

export type Forwarding = {
  readonly request: Request
  readonly forwardTo: string
  readonly place: KeptPlace
  readonly begin: Place
  /** Instead of the cursor (ISO 8601). */
  readonly since?: string | undefined
  readonly topics: readonly string[]
  /** Stops after this number of webhooks. */
  readonly count: number
  readonly print: (line: string) => void
  readonly signal: AbortSignal
  /** Between two attempts, the first time; doubled each time. */
  readonly retryMs?: number
}

const attemptMs = 15_000
/** A time that has not come: the feed since then is empty, and its cursor is the end of the log. */
const never = '9999-01-01T00:00:00Z'

/** The cursor at which the feed goes on from now. */
export const endOfFeed = async (request: Request): Promise<string> => (await request<Feed>('GET', `/v1/events?since=${never}`)).cursor

export const listen = async (forwarding: Forwarding): Promise<void> => {
  const { begin, place, count, signal } = forwarding
  let at = begin
  let { since } = forwarding
  const keep = (changes: Partial<Place>) => {
    at = { ...at, ...changes }
    place.write(at)
  }
  for (let forwarded = 0; !signal.aborted; ) {
    const feed = await readFeed(forwarding, since === undefined ? { after: at.cursor } : { since })
    for (const event of feed?.data ?? []) {
      for (const told of event.webhooks.filter(({ type, id }) => forwarding.topics.includes(type) && !at.taken.includes(id))) {
        if (!(await deliver(told, forwarding, at.secret))) return
        keep({ taken: [...at.taken, told.id] })
        if (++forwarded === count) return
      }
      since = undefined
      keep({ cursor: event.position, taken: [] })
    }
    if (feed === undefined) return
    since = undefined
    if (feed.cursor !== at.cursor) keep({ cursor: feed.cursor, taken: [] })
  }
}

/** The events that can cause these topics. */
export const causesOf = (topics: readonly string[]): readonly string[] => [
  ...new Set(
    Object.entries(webhookTopics).flatMap(([type, { causes }]) => (topics.includes(type) ? causes.flatMap(({ events }) => events) : [])),
  ),
]

/** Tries again while the service is away. undefined: the command was ended. */
const readFeed = async (forwarding: Forwarding, from: Readonly<Record<string, string>>): Promise<Feed | undefined> => {
  const { request, topics, print, signal, retryMs } = forwarding
  const asked = new URLSearchParams({
    ...from,
    types: causesOf(topics).join(','),
    limit: '50',
    wait: String(heldOpen),
    'expand[]': 'webhooks',
  })
  return insisting(() => request<Feed>('GET', `/v1/events?${asked}`, { signal }), { print, signal, retryMs })
}

/** Tries until the receiver takes it. @returns whether it did, before the command was ended */
const deliver = async (told: Told, { forwardTo, print, signal, retryMs = 1_000 }: Forwarding, secret: string): Promise<boolean> => {
  const about = told.data.object.id ?? ''
  for (let failed = 0; !signal.aborted; failed++) {
    const { isTaken, answer } = await attempt(told, forwardTo, secret)
    const line = `${new Date().toISOString()} ${told.type} ${about} -> ${answer}`
    if (isTaken) {
      print(line)
      return true
    }
    const waitMs = pauseAfter(failed, retryMs)
    print(`${line}; trying again in ${inSeconds(waitMs)}`)
    await pauseFor(waitMs, signal)
  }
  return false
}

/**
 * Goes on to its end when the command is ended, because only its answer says whether the receiver has taken it.
 * @throws OperatorError where the receiver cannot be reached until somebody changes something, as for a certificate that is refused
 */
const attempt = async (told: Told, forwardTo: string, secret: string): Promise<{ readonly isTaken: boolean; readonly answer: string }> => {
  const body = JSON.stringify(told)
  const headers = webhookHeaders(
    { id: told.id, correlationId: told.data.object.id ?? told.id, body },
    { secrets: [secret], at: new Date() },
  )
  const timeUp = AbortSignal.timeout(attemptMs)
  const began = performance.now()
  const took = () => `(${Math.round(performance.now() - began)} ms)`
  try {
    const options = { method: 'POST', headers, body, redirect: 'manual', signal: timeUp } as const
    const response = await fetch(forwardTo, options)
    await response.body?.cancel()
    return { isTaken: response.ok, answer: `${response.status} ${took()}` }
  } catch (error) {
    if (failsForGood(error)) throw new OperatorError(unanswered(forwardTo, error))
    return { isTaken: false, answer: timeUp.aborted ? `no answer within ${attemptMs / 1000} seconds` : reasonOf(error) }
  }
}

const reasonOf = (error: unknown): string => {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' ? 'nothing listens there' : `no answer${code ? ` (${code})` : ''}`
}
