// The review page opens with the verdict: for every scenario of the sandbox it names the worst finding, before anything else. And the decision box.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { scenarios } from '../sandbox-scenarios.ts'
import { hiddenFields, reviewed, startTestService, type TestService, unescaped, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor; ids: ReadonlyMap<string, string> }
const test = suite<Context>('verdict')

const create = async ({ service }: Pick<Context, 'service'>, body: object): Promise<string> => {
  const response = await service.api('POST', '/v1/businesses', body)
  assert.is(response.status, 201, await response.clone().text())
  return ((await response.json()) as { readonly id: string }).id
}

test.before(async (context) => {
  context.service = await startTestService()
  context.user = visitor(context.service.url)
  await context.user.signIn()
  const made = await Promise.all(scenarios.map(async ({ named, request }) => [named, await create(context, request)] as const))
  context.ids = new Map(made)
})
test.after(({ service }) => service.stop())

const headline = (text: string) => unescaped(/<h2 id="verdict-line">([^<]*)</.exec(text)?.[1] ?? '')

for (const { named, verdict } of scenarios)
  test(`${named}: ${verdict}`, async (context) => {
    const path = `/businesses/${context.ids.get(named)}`
    await reviewed(context.service, context.ids.get(named) ?? '')
    const { text } = await context.user.get(path)
    assert.ok(headline(text).startsWith(verdict), headline(text))
    const [, title = ''] = /^[^:]+: ([^:]+)/.exec(verdict) ?? []
    const first = /<section class="(sanctions|finding \w+)"[\s\S]*?<\/section>/.exec(text)
    if (/^(Ready|Nothing found)/.test(verdict)) assert.is(first, null)
    else assert.ok(unescaped(first?.[0] ?? '').includes(title.replace('Watchlist hit', 'not dismissed')), first?.[0])
  })

test('before the review there is no verdict, and no way to decide', async (context) => {
  const id = await create(context, { name: 'Slow Business', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })
  const { text } = await context.user.get(`/businesses/${id}`)
  assert.is(headline(text), 'Not yet: verification is in progress')
  assert.not.match(text, /\/decision"|href="#decision"/)
})

test('what a decision means stands in its form alone, and the verdict leads to the decision', async (context) => {
  const { text } = await context.user.get(`/businesses/${context.ids.get('LLC')}`)
  assert.match(text, /href="#decision">Decide</)
  for (const meaning of ['The status becomes Approved', 'The status becomes Rejected']) {
    const [before = '', ...others] = text.split(meaning)
    assert.is(others.length, 1, meaning)
    assert.ok(before.lastIndexOf('<form') > before.lastIndexOf('</form>'), meaning)
  }
})

test('a decided case says first what was decided, by whom and when, then what the findings say without advice', async (context) => {
  const name = 'Zinnia Clockworks LLC'
  const id = await create(context, { name, addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })
  await reviewed(context.service, id)
  const { service, user } = context
  const band = async () =>
    unescaped(/<section class="verdict[\s\S]*?<\/section>/.exec((await user.get(`/businesses/${id}`)).text)?.[0] ?? '')
  assert.match(await band(), /Ready to approve/)
  assert.is((await service.api('PATCH', `/v1/businesses/${id}`, { status: 'approved' })).status, 200)
  const decided = await band()
  assert.match(
    decided,
    /^<section class="verdict good" aria-labelledby="verdict-line"><h2 id="verdict-line">Approved by API key [^<]+<\/h2>/,
  )
  assert.match(decided, /<time [^>]+>[^<]+<\/time>\. All \d+ checks passed\./)
  assert.match(decided, /href="#decision">To the decision</)
  assert.not.match(decided, /Ready to approve/)
  assert.is((await service.api('PATCH', `/v1/businesses/${id}`, { status: 'in_review' })).status, 200)
  assert.match(await band(), /Ready to approve/)
})

test('a reason is required, another reason needs words, and a refused decision keeps them', async (context) => {
  const path = `/businesses/${context.ids.get('Inactive Business')}`
  const { user } = context
  const tried = async (fields: Readonly<Record<string, string>>) => {
    await user.get(path)
    return user.form(`${path}/decision`, fields)
  }
  const without = await tried({ status: 'rejected', note: 'Typed already' })
  assert.is(without.status, 422)
  assert.match(without.text, /Choose a reason for the decision\./)
  assert.match(without.text, />Typed already<\/textarea>/)
  assert.is((await tried({ status: 'rejected', reason: 'checks_passed' })).status, 422, 'a reason of another decision')
  const wordless = (await tried({ status: 'rejected', reason: 'other' })).text
  assert.match(wordless, /Describe the other reason in the note\./)
  assert.match(wordless, /<textarea name="note"[^>]* autofocus>/)
  assert.equal(
    wordless.match(/<option value="[^"]*" selected>/g)?.filter((option) => /other|not_registered/.test(option)),
    ['<option value="other" selected>'],
  )
  assert.is((await tried({ status: 'rejected', reason: 'not_registered' })).status, 303)
  const { text } = await user.get(path)
  assert.match(text, /class="standing"[\s\S]*Rejected[\s\S]*by Administrator[\s\S]*Not registered or inactive/)
})

test('the findings that a reason may rest on have the names that they have in the verdict', async (context) => {
  const { text } = await context.user.get(`/businesses/${context.ids.get('Unregistered Business')}`)
  assert.match(text, /name="findings_0" value="sos_not_found"> No registration found</)
  assert.match(text, /<h3>No registration found</)
})

test('a decision on what has changed since is refused, keeps its words and shows what changed', async (context) => {
  const id = context.ids.get('Stale Business') ?? ''
  const path = `/businesses/${id}`
  const { user, service } = context
  const decisionOf = (text: string, status: string, note: string) => ({
    ...hiddenFields(text, `${path}/decision`),
    status,
    reason: 'known_customer',
    note,
  })
  const { text } = await user.get(path)
  assert.is((await service.api('PATCH', `/v1${path}`, { status: 'rejected' })).status, 200)
  const late = await user.post(`${path}/decision`, decisionOf(text, 'approved', 'Known for years'))
  assert.is(late.status, 422)
  assert.match(late.text, /The business has changed since this page was opened: look at it again before you decide\./)
  assert.match(late.text, /class="standing"[\s\S]*Rejected/)
  assert.match(late.text, />Known for years<\/textarea>/)
  assert.is((await user.post(`${path}/decision`, decisionOf(late.text, 'approved', 'Looked again'))).status, 303)
})

test('the page of a case asks whether it is still so, and is told what has changed meanwhile, and who decided', async (context) => {
  const id = context.ids.get('423 Grand St') ?? ''
  const path = `/businesses/${id}`
  const { user, service } = context
  const [, asked = '', tag = ''] = /data-changed="([^"]+)" data-tag="([^"]+)"/.exec((await user.get(path)).text) ?? []
  const ask = () => user.get(unescaped(asked), { 'If-None-Match': unescaped(tag) })
  const same = await ask()
  assert.equal([same.status, same.text], [304, ''])
  await service.api('PATCH', `/v1${path}`, { tags: ['says nothing about a decision'] })
  assert.is((await ask()).status, 304)
  await service.api('PATCH', `/v1${path}`, { status: 'rejected' })
  const decided = await ask()
  assert.is(decided.status, 200)
  assert.match(
    decided.text,
    /Since this page was opened: <span class="badge[^>]*>Rejected<\/span>[\s\S]* by [\s\S]*<a href="">Show the case as it is now<\/a>/,
  )
  const shown = (await user.get(path)).text
  const [, again = ''] = /data-changed="([^"]+)"/.exec(shown) ?? []
  const other = await user.get(unescaped(again), { 'If-None-Match': '"what was seen otherwise"' })
  assert.match(other.text, /What a decision rests on has changed since this page was opened\./)
  assert.not.match((await user.get('/businesses')).text, /data-changed/)
})

test('a hit is approved over only with words, which are an override on the page and in the history', async (context) => {
  const path = `/businesses/${context.ids.get('Watchlist Person')}`
  const { user } = context
  const { text } = await user.get(path)
  assert.match(text, /1 watchlist hit is not dismissed\. Your reason is recorded as an override\./)
  const silent = await user.form(`${path}/decision`, { status: 'approved', reason: 'risk_accepted' })
  assert.is(silent.status, 422)
  assert.match(silent.text, /a watchlist hit has not been dismissed: say why/)
  const sent = { ...hiddenFields(text, `${path}/decision`), status: 'approved', reason: 'hit_is_another_party', note: 'Born in 1990' }
  assert.is((await user.post(`${path}/decision`, sent)).status, 303)
  assert.match((await user.get(path)).text, /Override<\/span> Approved despite 1 watchlist hit\./)
  assert.match(
    (await user.get(`${path}/history`)).text,
    /Approved despite 1 watchlist hit: The listed party is a different one, “Born in 1990”/,
  )
})

test('what a client approves over a hit without a word is shown as such', async (context) => {
  const id = context.ids.get('a hit among lesser findings') ?? ''
  assert.is((await context.service.api('PATCH', `/v1/businesses/${id}`, { status: 'approved' })).status, 200)
  const { text } = await context.user.get(`/businesses/${id}`)
  assert.match(text, /Approved despite 1 watchlist hit, without a reason, through the API\./)
})

test('each code of an industry is named after its own system', async (context) => {
  const { text } = await context.user.get(`/businesses/${context.ids.get('LLC')}`)
  assert.match(text, /<strong>Administrative Management[^<]*<\/strong>\s*<div class="quiet">NAICS 541611 · MCC 7392<\/div>/)
})

test('what was submitted stands beside what was found, with the differences marked', async (context) => {
  const { text } = await context.user.get(`/businesses/${context.ids.get('323 Grand St')}`)
  assert.match(text, /Submitted and found[\s\S]*1 difference/)
  assert.match(text, /<mark>323 Grande St, New York, NY 10013<\/mark>/)
  assert.match(text, /<th scope="col" class="end">Result<\/th>/)
  assert.match(text, /Age of sources/)
  assert.match(text, /Connected businesses/)
  assert.match(text, /What the agent found/)
})

test('that listed parties own a business stands beside the hits themselves, and counts as what blocks', async (context) => {
  const people = [{ name: 'Watchlist Person', ownership_percentage: 60 }]
  const request = { name: 'Listed Owner Inc', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }], people }
  const id = await create(context, { ...request, website: { url: 'https://parked.example' } })
  await reviewed(context.service, id)
  const { text } = await context.user.get(`/businesses/${id}`)
  assert.match(text, /1 watchlist hit<[\s\S]*1 blocks</)
  assert.match(text, /<section class="finding blocks">[\s\S]*?<h3>Owned by listed parties<\/h3>[\s\S]*?Owners with a hit hold 60 %/)
  assert.match(text, /Compare and dismiss<span class="unseen"> Watchlist Person</)
  assert.match(text, /fetched at: <time datetime="\d{4}/, 'times of sources are shown as all times are')
  assert.not.match(text, /fetched at: \d{4}/)
})

test('what is for information is listed apart, and only a check without an answer is called open', async (context) => {
  const shown = async (name: string) => (await context.user.get(`/businesses/${context.ids.get(name)}`)).text
  const [clear, open] = [await shown('LLC'), await shown('Foreign Business')]
  assert.match(clear, /<summary>3 checks for information<[\s\S]*?Entity Type[\s\S]*?<span class="unseen">neutral: <\/span>LLC</)
  assert.not.match(clear, /could not be answered|unanswered/)
  assert.match(open, /<summary>\d checks could not be answered</)
})

test('the list calls a case clear only where every check is answered, and its filter agrees', async ({ user }) => {
  const badges = async (name: string, risk: string) => {
    const { text } = await user.get(`/businesses?q=${encodeURIComponent(name)}&risk=${risk}`)
    return [...text.matchAll(/<td data-title="Findings"[^>]*><span class="badge ([^<]*)</g)].map(([, told]) => told)
  }
  assert.equal(await badges('Trust', 'passed'), ['good">All clear'])
  assert.equal(await badges('Trust', 'unknown'), [])
  const [told = '', ...others] = await badges('Foreign Business', 'unknown')
  assert.match(told, /^plain">\d unanswered$/)
  assert.equal([others, await badges('Foreign Business', 'passed')], [[], []])
})

test('passed checks are folded, by category', async (context) => {
  const { text } = await context.user.get(`/businesses/${context.ids.get('LLC')}`)
  const [, count, categories] = /<summary>(\d+) checks passed<span class="quiet"> in (\d+) categories/.exec(text) ?? []
  assert.ok(Number(count) > Number(categories) && Number(categories) > 3, `${count} in ${categories}`)
})

test.run()
