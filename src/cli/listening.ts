// `listen` as the user starts it: its options, the place where it stopped before, and its end by Ctrl-C.
import { newSecret } from '../interface/requests/webhook.ts'
import { webhookEventTypes } from '../interface/webhook-topics.ts'
import { type Access, keyOf, type Request, requesting, serviceUrl } from './account-requests.ts'
import { WrongUse } from './command-line.ts'
import { countIn } from './counts.ts'
import { insisting } from './insistence.ts'
import { endOfFeed, listen } from './listen.ts'
import { keptPlace } from './listen-place.ts'
import { optionalTimeIn } from './times.ts'
import { topicOf } from './trigger.ts'

type ListenOptions = Access & {
  readonly 'forward-to'?: string
  readonly types?: string
  readonly since?: string
  readonly cursor?: string
  readonly count?: string
  readonly secret?: string
}

export const startListening = async (options: ListenOptions): Promise<void> => {
  const forwardTo = addressIn(options['forward-to'])
  const [topics, count, since] = [topicsIn(options.types), countIn(options.count), optionalTimeIn(options.since)]
  if (since !== undefined && options.cursor !== undefined) throw new WrongUse('only one of --since and --cursor says where to begin')
  const request = await requesting(options)
  const place = keptPlace({ service: await serviceUrl(options), key: keyOf(options), forwardTo })
  const kept = place.read()
  const secret = options.secret ?? kept?.secret ?? newSecret()
  const begin =
    options.cursor === undefined && kept ? { ...kept, secret } : { secret, cursor: options.cursor ?? (await beginning(request)), taken: [] }
  place.write(begin)
  console.log(`signing secret: ${secret}`)
  const goesOn = kept?.cursor && options.cursor === undefined && since === undefined
  console.log(`forwarding to ${forwardTo}${goesOn ? `, going on where it stopped (cursor ${kept.cursor})` : ''}; Ctrl-C ends it`)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  await listen({ request, forwardTo, place, begin, since, topics, count, print: console.log, signal: ending.signal })
}

/** A wrong address is said at once; a service that starts is waited for. */
const beginning = async (request: Request): Promise<string> =>
  (await insisting(() => endOfFeed(request), { print: console.log, isFirst: true })) as string

const addressIn = (text: string | undefined): string => {
  const url = URL.parse(text ?? '')
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new WrongUse('--forward-to is the address of your server, such as http://localhost:3000/webhooks')
  return url.href
}

const topicsIn = (text: string | undefined): readonly string[] =>
  text === undefined ? webhookEventTypes : text.split(',').map((each) => topicOf(each.trim()))
