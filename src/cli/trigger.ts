// `trigger`: makes a webhook happen with objects of the sandbox, and shows it as webhooks get it.
import { type WebhookEventType, webhookEventTypes } from '../interface/webhook-topics.ts'
import type { Request } from './account-requests.ts'
import { WrongUse } from './command-line.ts'
import { causesOf, endOfFeed, type Told } from './listen.ts'
import { orNearest } from './nearest-word.ts'
import { openSteps, type Steps } from './trigger-steps.ts'
import { triggers } from './triggers.ts'
import { withValues } from './values.ts'

export type Triggering = {
  readonly request: Request
  /** `a.b=c`, for the object that the webhook is about. */
  readonly overrides: readonly string[]
  readonly onMade?: (path: string, id: string) => void
  /** How long each step may take. */
  readonly patienceMs?: number
}

/** @throws WrongUse for a topic that is not known */
export const topicOf = (word: string): WebhookEventType => {
  const found = webhookEventTypes.find((type) => type === word)
  if (found === undefined)
    throw new WrongUse(`there is no event "${word}"${orNearest(word, webhookEventTypes)} (trigger --list lists them)`)
  return found
}

/** @returns the webhook, once it has happened to what was made */
export const trigger = async (
  topic: WebhookEventType,
  { request, overrides, onMade = () => undefined, patienceMs }: Triggering,
): Promise<Told> => {
  const steps = openSteps({ request, onMade, patienceMs, main: (body) => withValues(body, overrides) })
  const cursor = await endOfFeed(request)
  await triggers[topic](steps)
  return happened(topic, steps, cursor)
}

type Feed = { readonly data: readonly { readonly subject: string; readonly webhooks: readonly Told[] }[]; readonly cursor: string }

/** Reads the feed until the topic is told about something that was made. */
const happened = (topic: WebhookEventType, { get, made, until }: Steps, from: string): Promise<Told> => {
  let cursor = from
  return until(`${topic} has happened`, async () => {
    const asked = new URLSearchParams({ after: cursor, types: causesOf([topic]).join(','), 'expand[]': 'webhooks', wait: '5' })
    const feed = (await get(`/v1/events?${asked}`)) as Feed
    cursor = feed.cursor
    const isOurs = (text: string) => made().some((id) => text.includes(id))
    return feed.data
      .flatMap(({ subject, webhooks }) => webhooks.filter((each) => each.type === topic && isOurs(`${subject} ${JSON.stringify(each)}`)))
      .at(0)
  })
}
