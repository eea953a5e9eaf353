// The pictures of the pages, each with the same in words: map, graph, plots and the charts of the overview.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { placeOnMap, stateOutlines } from '../../src/pages/charts/state-outlines.ts'
import { filled } from '../filled.ts'
import { reviewed, startTestService, type TestService, unescaped, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor; id: string; otherId: string }
const test = suite<Context>('pictures')

const dayMs = 86_400_000
const address = { full_address: '548 Market St, San Francisco, CA 94104' }

test.before(async (context) => {
  context.service = await startTestService()
  const { service } = context
  // What is counted by day must not come upon midnight.
  service.clock.offsetMs = dayMs - (Date.now() % dayMs)
  context.user = visitor(service.url)
  await context.user.signIn()
  const create = async (body: object) => ((await (await service.api('POST', '/v1/businesses', body)).json()) as { readonly id: string }).id
  context.id = await create({
    name: 'Watchlist Business',
    addresses: [address, { full_address: 'Somewhere' }],
    people: [{ name: 'Ada Lovelace' }],
  })
  context.otherId = await create({ name: 'Second Bakery', addresses: [address], people: [{ name: 'Ada Lovelace' }] })
  for (const id of [context.id, context.otherId]) await reviewed(service, id)
})
test.after(({ service }) => service.stop())

test('every state has an outline, and places lie in it', () => {
  assert.is(Object.keys(stateOutlines).length, 51)
  const portland = placeOnMap(45.5, -122.7)
  assert.ok(portland && portland.x > 80 && portland.x < 140 && portland.y > 40 && portland.y < 90)
  assert.ok(placeOnMap(58.3, -134.4), 'Juneau')
  assert.ok(placeOnMap(21.3, -157.9), 'Honolulu')
  assert.is(placeOnMap(18.4, -66.1), null, 'San Juan')
})

test('the map colours the states of registrations and numbers the addresses that it can place', async ({ user, id }) => {
  const { text } = await user.get(`/businesses/${id}`)
  assert.match(text, /<path class="state active"/)
  assert.match(text, /Registered in CA\. 1 of 2 addresses shown\./)
  assert.is([...text.matchAll(/class="dot /g)].length, 1)
  assert.match(text, /ZIP 94104: 37\.8° N, 122\.4° W/)
  assert.match(text, /Unknown: not on the map/)
  assert.match(text, /<caption class="unseen">Registrations by state/)
})

test('a business before its registrations has a map without coloured states', async ({ user, id }) => {
  const { text } = await user.get(`/businesses/${id}/history?at=0`)
  assert.match(text, /No registrations\. 0 of 2 addresses shown|No registrations\. 1 of 2 addresses shown/)
  assert.not.match(text, /class="state active"/)
})

test('the scores of hits stand beside the thresholds', async ({ user, id, otherId }) => {
  const { text } = await user.get(`/businesses/${id}`)
  assert.match(text, /Scores of hits: Watchlist Business 1\.00\. A name counts as a hit for the business from 0\.85\./)
  assert.is(text.split('score 1.00<').length, 3, 'in the verdict and beside the hit')
  assert.match(text, /Location frequency: \d+ business(es)? stands? at this address/)
  assert.not.match((await user.get(`/businesses/${otherId}`)).text, /Scores of hits/)
})

test('the graph of connections links to what is shared and to the businesses, and the table says the same', async ({
  user,
  id,
  otherId,
}) => {
  const { text } = await user.get(`/businesses/${id}/connections`)
  const graph = /<svg[^>]*role="group"[\s\S]*?<\/svg>/.exec(text)?.[0] ?? ''
  assert.match(graph, /Ada Lovelace/)
  assert.match(graph, /Person, shared with 1/)
  assert.ok(graph.includes(`<a href="/businesses/${otherId}">`))
  for (const [, anchor] of filled(graph.matchAll(/href="#([^"]+)"/g))) assert.ok(text.includes(`id="${anchor}"`), anchor)
  assert.match(text, /<td data-title="People" class="">Ada Lovelace/)
})

test('a business without connections has no graph', async ({ service, user }) => {
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Unregistered Business',
    addresses: [{ full_address: '9 Far Rd, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { readonly id: string }
  // Another test counts those that wait for a decision.
  await reviewed(service, id)
  assert.not.match((await user.get(`/businesses/${id}/connections`)).text, /Graph of connections/)
  assert.match((await user.get(`/businesses/${id}/history`)).text, /: \d+ events in all\. Long gaps/, 'nor earlier filings')
})

test('the life of a business is plotted from its first filing on, and each dot leads to a past state', async ({ user, id }) => {
  const now = (await user.get(`/businesses/${id}/history`)).text
  const dots = [...now.matchAll(/history\?at=(\d+)" tabindex="-1"/g)].map(([, at]) => Number(at))
  const count = Number(/(\d+) events, newest first/.exec(now)?.[1])
  assert.equal(
    [...new Set(dots)].toSorted((a, b) => a - b),
    Array.from({ length: count }, (_, index) => index),
  )
  assert.ok(dots.length > count, 'the filings of the registry are there too')
  const filings = dots.length - count
  assert.match(unescaped(now), `: ${count} events and ${filings} earlier filing${filings === 1 ? '' : 's'}. Long gaps`)
  assert.match(unescaped(now), /Registered in CA/)
  assert.not.match(now, /<circle class="later"/)
  const past = (await user.get(`/businesses/${id}/history?at=2`)).text
  assert.match(past, /<path class="now"/)
  assert.match(past, /<circle class="later"/)
})

test('the overview maps the registrations by state, of the mode that is looked at, and its table says the same', async ({
  service,
  user,
}) => {
  const page = (await user.get('/')).text
  assert.match(page, /<path class="state shade-4"[^>]*><title>CA: 2<\/title>/)
  assert.match(page, /aria-label="Map of the states. Businesses registered in \d+ states?. (Most: )?CA 2/)
  const rows = page.slice(page.indexOf('Registrations by state as a table'))
  assert.match(
    rows,
    /data-title="State"[^>]*>CA<\/td><td data-title="Businesses registered"[^>]*>2<\/td><td data-title="With an active registration"[^>]*>2</,
  )
  const live = visitor(service.url, 'live')
  await live.signIn()
  assert.not.match((await live.get('/')).text, 'Registrations by state')
})

test('the overview counts the decisions and the age of the queue by day', async ({ service, user, id, otherId }) => {
  let viewer = user
  const later = async (days: number) => {
    service.clock.offsetMs += days * dayMs
    viewer = visitor(service.url)
    await viewer.signIn()
  }
  const today = async () =>
    /<tbody><tr>([\s\S]*?)<\/tr>/.exec((await viewer.get('/')).text.split('Decisions and age of the queue per day').at(-1) ?? '')?.[1] ?? ''
  const cell = (row: string, title: string) => new RegExp(`data-title="${title}"[^>]*>([^<]*)<`).exec(row)?.[1]
  const numbers = async () => {
    const row = await today()
    return ['Approved', 'Rejected', 'Waiting at the end'].map((title) => Number(cell(row, title)))
  }
  const [approved = 0, rejected = 0, waiting = 0] = await numbers()
  assert.ok(waiting >= 2)
  await service.api('PATCH', `/v1/businesses/${otherId}`, { status: 'approved' })
  assert.equal(await numbers(), [approved + 1, rejected, waiting - 1])
  await later(3)
  assert.is(cell(await today(), 'Oldest'), '3 d')
  assert.match((await viewer.get('/')).text, /the oldest for 3 d/)
  await service.api('PATCH', `/v1/businesses/${id}`, { status: 'rejected' })
  assert.equal((await numbers()).slice(0, 2), [0, 1])
  await later(31)
  assert.match((await viewer.get('/')).text, /Decisions per day in 30 days: 0 approved, 0 rejected/)
})

test.run()
