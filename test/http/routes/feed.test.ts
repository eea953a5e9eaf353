// The feed over a log that is played: what is followed, when an answer ends and with which cursor, and what a stream sends.
import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Principal } from '../../../src/auth/principal.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import type { Mode } from '../../../src/events/modes.ts'
import { feedRoutes } from '../../../src/http/routes/feed.ts'
import type { Followed, FollowedBatch } from '../../../src/inner/framework/following.ts'
import { serviceLimits } from '../../../src/interface/service-limits.ts'
import { StoreUnavailable } from '../../../src/stores/event-store.ts'
import { eventually, settled } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { errorsOf, toy } from '../toy.ts'

const test = suite('feed')

type Follower = {
  readonly what: Followed
  readonly onBatch: (batch: FollowedBatch) => Promise<void>
  readonly onFailure: ((error: unknown) => void) | undefined
  closes: number
}

/** The feed, those that follow the log through it, and the events that webhooks were asked about. */
const feed = ({
  before,
  refusing,
  isOver,
}: {
  readonly before?: bigint
  readonly refusing?: Error
  readonly isOver?: () => boolean
} = {}) => {
  const followers: Follower[] = []
  const asked: (bigint | string)[] = []
  const principal = (mode: Mode): Principal => ({
    accountId: 'account-a',
    mode,
    actor: { type: 'api_key', id: 'a' },
    scopes: ['read_only'],
  })
  const routes = feedRoutes({
    follow: (what, onBatch, onFailure) => {
      if (refusing) throw refusing
      const follower = { what, onBatch, onFailure, closes: 0 }
      followers.push(follower)
      return {
        close: async () => {
          follower.closes++
        },
      }
    },
    positionBefore: async (time) => {
      asked.push(time)
      return before
    },
    webhooksAbout: async ({ position }) => {
      asked.push(position)
      return [{ of: String(position) }]
    },
    watch: async () => ({ close: async () => undefined }),
  })
  const { app } = toy(routes, { authenticate: async ({ credentials }) => (isOver?.() ? undefined : principal(credentials.secret as Mode)) })
  const ask = (query = '', { mode = 'test', headers = {}, signal }: { mode?: Mode; headers?: object; signal?: AbortSignal } = {}) =>
    app.request(`/v1/events?${query}`, { headers: { Authorization: `Bearer ${mode}`, ...headers }, ...(signal && { signal }) })
  const follower = async (): Promise<Follower> => {
    await eventually('the log is followed', () => followers.length === 1)
    return followers[0] as Follower
  }
  return { ask, follower, asked }
}

const event = (position: number, mode?: Mode): StoredEvent => {
  const metadata = {
    account_id: 'account-a',
    ...(mode && { mode }),
    actor: { type: 'api_key', id: 'a' },
    request_id: null,
    correlation_id: 'c',
    causation_id: null,
    schema_version: 1,
    recorded_at: '2026-11-21T09:30:00.000Z',
    hash: 'h',
  }
  const data = { feature: 'monitoring', on: true }
  const stored = { id: randomUUID(), type: 'FeatureSwitched', stream: 'account-a', revision: 0, position: BigInt(position), data, metadata }
  return stored as StoredEvent
}
const events = (...positions: readonly number[]) => positions.map((position) => event(position))
const batch = (found: readonly StoredEvent[], position: number, live = true): FollowedBatch => ({
  events: found,
  position: BigInt(position),
  live,
})

type Feed = {
  readonly data: readonly { readonly position: string; readonly type: string; readonly webhooks?: unknown }[]
  readonly cursor: string
}
const answered = async (response: Response | Promise<Response>) => {
  const { data, cursor } = (await (await response).json()) as Feed
  return [data.map(({ position }) => Number(position)), Number(cursor)]
}

const since = '2026-11-21T09:30:00.000Z'

const own = { accountId: 'account-a', mode: 'test' } as const
const followed: readonly (readonly [string, Record<string, string>, bigint | undefined, Followed])[] = [
  ['', {}, undefined, own],
  ['after=7', {}, undefined, { ...own, after: 7n }],
  [`after=${'9'.repeat(18)}`, {}, undefined, { ...own, after: 999_999_999_999_999_999n }],
  ['', { 'Last-Event-ID': '9' }, undefined, { ...own, after: 9n }],
  ['after=7', { 'Last-Event-ID': '9' }, undefined, { ...own, after: 7n }],
  ['', { 'Last-Event-ID': 'no cursor' }, undefined, own],
  ['since=2026-11-21T10:30:00%2B01:00', {}, 5n, { ...own, after: 5n, since }],
  ['since=2026-11-21T10:30:00%2B01:00', {}, undefined, { ...own, since }],
  [`since=${since}`, { 'Last-Event-ID': '9' }, 5n, { ...own, after: 9n }],
  ['types=FeatureSwitched,probity.LienRequested', {}, undefined, { ...own, types: ['FeatureSwitched', 'LienRequested'] }],
  ['types=', {}, undefined, own],
]

for (const [query, headers, before, what] of followed)
  test(`the feed with "${query}" and ${JSON.stringify(headers)} gives the events that match`, async () => {
    const { ask, follower, asked } = feed(before === undefined ? {} : { before })
    const answer = ask(query, { headers })
    const { what: wanted, onBatch } = await follower()
    await onBatch(batch([], 12))
    assert.equal(wanted, what)
    assert.equal(await answered(answer), [[], 12])
    assert.is(asked.length, query.startsWith('since') && what.after !== 9n ? 1 : 0)
  })

const refused: readonly (readonly [string, string])[] = [
  [`after=7&since=${since}`, 'since'],
  ['after=-7', 'after'],
  ['after=7x', 'after'],
  [`after=${'9'.repeat(19)}`, 'after'],
  ['since=yesterday', 'since'],
  ['types=Weather', 'types'],
  ['types=FeatureSwitched,Lienprobity.Requested', 'types'],
  ['types=toString', 'types'],
  ['expand[]=all', 'expand[]'],
  ['limit=x1', 'limit'],
  ['limit=1x', 'limit'],
  ['limit=-1', 'limit'],
  ['wait=soon', 'wait'],
]

for (const [query, parameter] of refused)
  test(`the feed refuses ${query}`, async () => {
    const response = await feed().ask(query)
    assert.is(response.status, 400)
    assert.equal(
      (await errorsOf(response)).map((each) => each.parameter),
      [parameter],
    )
  })

test('a cursor past the end of the log is refused, as an answer and as a stream, and another failure is one', async () => {
  for (const headers of [{}, { Accept: 'text/event-stream' }]) {
    const past = await feed({ refusing: new RangeError('past the end') }).ask('after=7', { headers })
    assert.is(past.status, 400)
    assert.equal(await errorsOf(past), [{ message: 'after must be a cursor of this feed', parameter: 'after' }])
    assert.is((await feed({ refusing: new Error('broken') }).ask('after=7', { headers })).status, 500)
  }
})

const answers: readonly (readonly [string, string, readonly FollowedBatch[], readonly [readonly number[], number]])[] = [
  ['all events so far end it, with the position that was read to', '', [batch(events(1, 2), 9)], [[1, 2], 9]],
  ['it goes on until the log ends', '', [batch(events(1), 4, false), batch([], 6, false), batch(events(8), 9)], [[1, 8], 9]],
  ['with as many events as the limit it ends at the last', 'limit=3', [batch(events(1, 2, 3), 9, false)], [[1, 2, 3], 3]],
  ['what is past the limit is for the next answer', 'limit=3', [batch(events(1, 2, 3, 4, 5), 9)], [[1, 2, 3], 3]],
  ['the limit counts over batches', 'limit=3', [batch(events(1, 2), 4, false), batch(events(5, 6), 9, false)], [[1, 2, 5], 5]],
  ['a limit of none is one', 'limit=0', [batch(events(1, 2), 9)], [[1], 1]],
  ['a limit has several digits', 'limit=12', [batch(events(1, 2), 9)], [[1, 2], 9]],
  ['nothing new is an answer where nobody waits', 'after=5', [batch([], 9)], [[], 9]],
  ['an empty end is none where somebody waits', 'wait=30', [batch([], 4), batch(events(6), 7)], [[6], 7]],
]

for (const [what, query, batches, expected] of answers)
  test(`of an answer of the feed: ${what}`, async () => {
    const { ask, follower } = feed()
    const answer = ask(query)
    const following = await follower()
    for (const [index, each] of filled(batches.entries())) {
      assert.is(following.closes, 0, `batch ${index} is wanted`)
      await following.onBatch(each)
    }
    assert.is(following.closes, 1)
    assert.equal(await answered(answer), expected)
  })

test('the limits of the feed are those of the service', async () => {
  const { most } = serviceLimits.feed
  const all = Array.from({ length: most + 1 }, (_, index) => event(index + 1))
  for (const limit of [most, most + 1]) {
    const { ask, follower } = feed()
    const answer = ask(`limit=${limit}`)
    await (await follower()).onBatch(batch(all, 5000))
    const [found, cursor] = await answered(answer)
    assert.equal([(found as readonly number[]).length, cursor], [most, most])
  }
  const { ask, follower } = feed()
  const answer = ask()
  await (await follower()).onBatch(batch(all, 5000))
  assert.is(((await answered(answer))[0] as readonly number[]).length, 100)
})

const inMockedTime = async (use: () => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  try {
    await use()
  } finally {
    mock.timers.reset()
  }
}
const away = new StoreUnavailable('the event store does not answer')
const failures: readonly (readonly [string, (follower: Follower) => Promise<void>, number])[] = [
  ['lasts', async ({ onFailure }) => onFailure?.(away), 503],
  [
    'is over',
    async ({ onFailure, onBatch }) => {
      onFailure?.(away)
      await onBatch(batch([], 4, false))
    },
    200,
  ],
  [
    'follows events',
    async ({ onFailure, onBatch }) => {
      await onBatch(batch(events(1), 4, false))
      onFailure?.(away)
    },
    200,
  ],
]
for (const [how, happens, status] of failures)
  test(`a failure of the log that ${how} is answered ${status} when the time is over`, () =>
    inMockedTime(async () => {
      const { ask, follower } = feed()
      const answer = ask()
      await settled()
      const following = await follower()
      await happens(following)
      mock.timers.tick(10_000)
      assert.is((await answer).status, status)
      assert.is(following.closes, 1)
    }))

for (const [query, ms, cursor] of [
  ['', 10_000, 0],
  ['after=5', 10_000, 5],
  ['wait=1', 1_000, 0],
  ['wait=30&after=5', 30_000, 5],
  ['wait=99', serviceLimits.feedWait.most * 1_000, 0],
] as const)
  test(`without a first event an answer with "${query}" ends after ${ms} ms, and takes nothing that comes then`, () =>
    inMockedTime(async () => {
      const { ask, follower } = feed()
      const answer = ask(query)
      await settled()
      const following = await follower()
      mock.timers.tick(ms - 1)
      assert.is(following.closes, 0)
      mock.timers.tick(1)
      assert.is(following.closes, 1)
      void following.onBatch(batch(events(6), 7))
      assert.equal(await answered(answer), [[], cursor])
      assert.is(following.closes, 1)
    }))

test('a client that leaves ends what it follows, once', () =>
  inMockedTime(async () => {
    const { ask, follower } = feed()
    const leaving = new AbortController()
    const answer = ask('wait=30', { signal: leaving.signal })
    await settled()
    const following = await follower()
    leaving.abort()
    assert.is(following.closes, 1)
    mock.timers.tick(60_000)
    assert.is(following.closes, 1)
    await Promise.resolve(answer).catch(() => undefined)
  }))

test('an answer leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  const { ask, follower } = feed()
  const answer = ask('wait=30')
  await (await follower()).onBatch(batch(events(1), 1))
  await answer
  assert.ok(timers() <= before)
})

for (const mode of ['test', 'live'] as const)
  test(`with expand[]=webhooks a ${mode} key is shown what webhooks of its mode are told of an event, of none of the other mode`, async () => {
    const { ask, follower, asked } = feed()
    const answer = ask('expand[]=webhooks', { mode })
    await (await follower()).onBatch(batch([event(1, 'test'), event(2, 'live'), event(3)], 3))
    const { data } = (await (await answer).json()) as Feed
    const own = mode === 'test' ? [1] : [2, 3]
    assert.equal(
      data.map(({ position, type, webhooks }) => [Number(position), type, webhooks]),
      [1, 2, 3].map((each) => [each, 'probity.FeatureSwitched', own.includes(each) ? [{ of: String(each) }] : []]),
    )
    assert.equal(asked, own.map(BigInt))
  })

test('without it nobody is asked what webhooks are told', async () => {
  const { ask, follower, asked } = feed()
  const answer = ask()
  await (await follower()).onBatch(batch([event(1, 'test')], 1))
  const { data } = (await (await answer).json()) as Feed
  assert.equal([data[0]?.type, data[0] && 'webhooks' in data[0], asked], ['probity.FeatureSwitched', false, []])
})

test('a stream sends each event with its cursor, is kept alive, and ends with its reader', () =>
  inMockedTime(async () => {
    const { ask, follower } = feed()
    const leaving = new AbortController()
    const response = await ask('after=5&expand[]=webhooks', { headers: { Accept: 'text/event-stream, */*' }, signal: leaving.signal })
    assert.match(response.headers.get('content-type') ?? '', 'text/event-stream')
    const following = await follower()
    assert.equal(following.what, { ...own, after: 5n })
    const reader = response.body?.getReader()
    const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
    const sent = following.onBatch(batch([event(6, 'test'), event(7, 'live')], 9, false))
    for (const [position, webhooks] of [
      [6, [{ of: '6' }]],
      [7, []],
    ] as const) {
      const frame = await next()
      assert.match(frame, /^event: probity\.FeatureSwitched\n/)
      assert.match(frame, new RegExp(`^id: ${position}$`, 'm'))
      assert.equal(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '').webhooks, webhooks)
    }
    await sent
    mock.timers.tick(14_999)
    const heartbeat = next()
    mock.timers.tick(1)
    assert.is(await heartbeat, ': still here\n\n')
    assert.is(following.closes, 0)
    await reader?.cancel()
    await settled()
    assert.is(following.closes, 1)
  }))

for (const [last, after] of [
  ['9', 9n],
  ['no cursor', 7n],
] as const)
  test(`a stream that began after 7 goes on after ${after} for a reader with the event ${last}`, async () => {
    const { ask, follower } = feed()
    const response = await ask('after=7', { headers: { Accept: 'text/event-stream', 'Last-Event-ID': last } })
    const { what } = await follower()
    await response.body?.cancel()
    assert.equal(what, { ...own, after })
  })

test('a stream and a waiting answer end with the key: it gets no event from then on', async () => {
  let hasEnded = false
  const keyOf = () => feed({ isOver: () => hasEnded })
  const { ask, follower } = keyOf()
  const reader = (await ask('after=5', { headers: { Accept: 'text/event-stream' } })).body?.getReader()
  const following = await follower()
  const sent = following.onBatch(batch([event(6, 'test')], 6, true))
  assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), /^id: 6$/m)
  await sent
  const waiting = keyOf()
  const answer = waiting.ask('after=5&wait=20')
  const waits = await waiting.follower()
  hasEnded = true
  await following.onBatch(batch([event(7, 'test')], 7, true))
  assert.is((await reader?.read())?.done, true)
  await eventually('the log is no longer followed', () => following.closes === 1)
  await waits.onBatch(batch([event(7, 'test')], 7, true))
  assert.is((await answer).status, 401)
})

test.run()
