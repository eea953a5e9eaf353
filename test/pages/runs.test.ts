// Runs of agents in the dashboard, without a script: started on a business's page, read down to the evidence, answered and judged.
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { reviewed, type SignedIn, signedInSuite, unescaped, visitor } from './browser.ts'

const liveKey = 'bvs_live_0123456789abcdef0123'
const test = signedInSuite('pages of runs', { BOOTSTRAP_LIVE_KEY: liveKey })

const reviewedOne = async ({ service }: SignedIn, request: object, key?: string): Promise<string> => {
  const created = await service.api('POST', '/v1/businesses', request, key)
  const { id } = (await created.json()) as { id: string }
  await reviewed(service, id, key)
  return id
}

const acme = { name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }

/** Starts an agent on the business's page and waits for its end. @returns the address of the run's page */
const run = async ({ user }: SignedIn, business: string, agent: string): Promise<string> => {
  await user.get(`/businesses/${business}`)
  const { location } = await user.form(`/businesses/${business}/runs`, { agent })
  assert.match(location, /^\/runs\/[0-9a-f-]{36}$/)
  await until('the run is at work no more', async () => !(await user.get(location)).text.includes('badge busy'))
  return location
}

test('an agent is started on a business’s page; its run shows steps, statements and what they rest on', async (context) => {
  const { user } = context
  const business = await reviewedOne(context, acme)
  const path = await run(context, business, 'business_verification')
  const page = unescaped((await user.get(path)).text)
  assert.match(page, /Recommendation:<\/strong>/)
  assert.match(page, /Reading the evidence[\s\S]*took \d+\sms/)
  assert.ok(page.indexOf('Analysing the evidence') < page.indexOf('Reading the evidence'), 'steps stand in their order, one in another')
  assert.match(page, new RegExp(`href="/businesses/${business}">Acme Widgets LLC<`))

  const [cited = ''] = page.match(/\/runs\/[0-9a-f-]{36}\/sources\/[0-9a-f-]{36}/) ?? []
  const source = unescaped((await user.get(cited)).text)
  assert.match(source, /Facts from this source[\s\S]*Statements that cite it/)
  assert.not(source.includes('it is not part of the business’s data'))
  assert.is((await user.get(`${path}/sources/0198c0de-0000-7000-8000-00000000dead`)).status, 404)

  assert.match((await user.get('/runs')).text, new RegExp(path))
  assert.match((await user.get(`/businesses/${business}`)).text, new RegExp(path))
})

test('runs of one agent on one business share a thread, which lists them and starts another', async (context) => {
  const { user } = context
  const business = await reviewedOne(context, { ...acme, name: 'Threaded LLC' })
  const first = await run(context, business, 'registration_readiness')
  const second = await run(context, business, 'registration_readiness')
  const [thread = ''] = (await user.get(first)).text.match(/\/threads\/[0-9a-f-]{36}/) ?? []
  const page = (await user.get(thread)).text
  assert.ok(page.includes(first) && page.includes(second))
  const { location } = await user.form(`${thread}/runs`)
  assert.match((await user.get(location)).text, new RegExp(thread))
  assert.match((await user.get('/threads')).text, new RegExp(`${thread}"`))
})

test('what a reviewer thinks of an artifact is kept, and the later word stands', async (context) => {
  const { user } = context
  const path = await run(context, await reviewedOne(context, { ...acme, name: 'Judged LLC' }), 'ownership_review')
  const judge = async (fields: Record<string, string>) => {
    const [, artifact_id = ''] = /name="artifact_id" value="([^"]+)"/.exec((await user.get(path)).text) ?? []
    assert.match((await user.form(`${path}/feedback`, { artifact_id, ...fields })).location, `${path}#artifact-`)
    return unescaped((await user.get(path)).text)
  }
  assert.match(await judge({ rating: 'POSITIVE' }), /found this useful/)
  const after = await judge({ rating: 'NEGATIVE', comment: ' too <thin> ' })
  assert.match(after, /found this not useful, changing an earlier rating: too <thin>/)
  assert.not.match(after, /found this useful/)
})

test('a judgement that is refused comes back with its comment', async (context) => {
  const { user } = context
  const path = await run(context, await reviewedOne(context, { ...acme, name: 'Commented LLC' }), 'ownership_review')
  const [, artifact_id = ''] = /name="artifact_id" value="([^"]+)"/.exec((await user.get(path)).text) ?? []
  const refused = await user.form(`${path}/feedback`, { artifact_id, rating: 'PERHAPS', comment: 'A long thought' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /<details class="more confirm" open><summary>Say why<[\s\S]*>A long thought<\/textarea>/)
})

test('a question is answered on the run’s page, and the run goes on', async (context) => {
  const { user } = context
  const business = await reviewedOne(context, { ...acme, people: [{ name: 'Gregor Vulturoff' }] }, liveKey)
  const path = await run(context, business, 'sanctions_review')
  const page = unescaped((await user.get(path)).text)
  assert.match(page, 'A question for you')
  assert.match(page, 'Is "Gregor Vulturoff" the party listed as')
  await user.form(`${path}/resume`, { answer: 'different' })
  await until('the run has ended', async () => /badge good/.test((await user.get(path)).text))
  assert.match((await user.get(path)).text, /Answer: <strong>Different<\/strong>[\s\S]*a person says different/)
})

test('another account sees no run', async (context) => {
  const { service, user } = context
  const path = await run(context, await reviewedOne(context, { ...acme, name: 'Private LLC' }), 'ownership_review')
  const other = visitor(service.url)
  await other.signIn(await service.otherAccount('elsewhere'))
  for (const hidden of [path, `${path}/stream`, `${path}/sources/x`]) assert.is((await other.get(hidden)).status, 404)
  assert.not((await other.get('/runs')).text.includes(path))
  assert.is((await user.get(path)).status, 200)
})

test.run()
