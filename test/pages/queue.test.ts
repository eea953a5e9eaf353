// The queue: filters, search and sorts, the way from case to case, and what is done to several at once.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import {
  type Answer,
  colleague,
  hiddenFields,
  reviewed,
  startTestService,
  type TestService,
  unescaped,
  type Visitor,
  visitor,
} from './browser.ts'

type Context = { service: TestService; user: Visitor; ids: Map<string, string> }
const test = suite<Context>('queue')

const cases = [
  {
    name: 'Unregistered Business',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
    tin: { tin: '12-3456789' },
    tags: ['east'],
  },
  { name: 'Watchlist Business', addresses: [{ full_address: '77 Harbour Rd, Salem, OR 97301' }], people: [{ name: 'Zoë Quartz' }] },
  { name: 'Clear Company LLC', addresses: [{ full_address: '3 Main St, Portland, OR 97201' }], external_id: 'crm-42' },
  { name: 'Inactive Business', addresses: [{ full_address: '4 Main St, Portland, OR 97201' }] },
  { name: 'Stale Business', addresses: [{ full_address: '5 Main St, Portland, OR 97201' }] },
]

const statusOf = async ({ service }: Pick<Context, 'service'>, id: string) =>
  ((await (await service.api('GET', `/v1/businesses/${id}`)).json()) as { readonly status: string }).status

const add = async ({ service, ids }: Pick<Context, 'service' | 'ids'>, business: { readonly name: string }, as = business.name) => {
  const { id } = (await (await service.api('POST', '/v1/businesses', business)).json()) as { readonly id: string }
  ids.set(as, id)
  await reviewed(service, id)
}

const similar = { name: 'Similar Name Business', addresses: [{ full_address: '6 Main St, Portland, OR 97201' }] }

test.before(async (context) => {
  context.service = await startTestService()
  context.user = visitor(context.service.url)
  await context.user.signIn()
  context.ids = new Map()
  for (const each of cases) await add(context, each)
})
test.after(({ service }) => service.stop())

const rowsOf = ({ text }: Answer): readonly string[] =>
  [...text.matchAll(/<td data-title="Business"[\s\S]*?<a href="[^"]*">([^<]*)</g)].map(([, name = '']) => unescaped(name))

const found = async ({ user }: Context, query: string) => rowsOf(await user.get(`/businesses?${query}`))

const searches: readonly (readonly [by: string, query: string, names: readonly string[]])[] = [
  ['the name', 'q=clear', ['Clear Company LLC']],
  ['the TIN with its hyphen', 'q=12-3456789', ['Unregistered Business']],
  ['the TIN in digits', 'q=123456789', ['Unregistered Business']],
  ['another TIN', 'q=12-3456788', []],
  ['an address', 'q=harbour+salem', ['Watchlist Business']],
  ['a person, without accents', 'q=zoe+quartz', ['Watchlist Business']],
  ['a person, with accents', `q=${encodeURIComponent('ZOË quärtz')}`, ['Watchlist Business']],
  ['an external id', 'q=crm-42', ['Clear Company LLC']],
  ['a finding', `finding=${encodeURIComponent('Watchlist hit')}`, ['Watchlist Business']],
  ['a risk', 'risk=sanctions', ['Watchlist Business']],
  ['a risk tier and a risk', 'tier=high&risk=sanctions', ['Watchlist Business']],
  ['another risk tier', 'tier=low&risk=sanctions', []],
  ['a tag', 'tag=east', ['Unregistered Business']],
  ['a date before all', 'to=2020-01-01', []],
  ['old sources', 'source_age=365', ['Stale Business']],
  ['nobody assigned, by name', 'assignee=nobody&sort=name&status=waiting', [...cases.map(({ name }) => name)].toSorted()],
  ['assigned to me', 'assignee=me', []],
  ['parameters that make no sense', 'risk=huge&from=yesterday&sort=upwards&q=clear', ['Clear Company LLC']],
]
for (const [by, query, names] of searches) test(`the list by ${by}`, async (context) => assert.equal(await found(context, query), names))

test('the worst come first, and the findings are named', async (context) => {
  const page = await context.user.get('/businesses?status=waiting&sort=risk')
  assert.equal(rowsOf(page).slice(0, 3), ['Watchlist Business', 'Unregistered Business', 'Inactive Business'])
  assert.match(page.text, /badge bad">Watchlist hit</)
  assert.match(page.text, /badge bad">No registration found</)
})

test('who has waited longest comes first, and test and live are counted apart', async (context) => {
  const page = await context.user.get('/businesses?status=waiting&sort=waiting')
  assert.equal(
    rowsOf(page),
    cases.map(({ name }) => name),
  )
  assert.match(page.text, />0 live<\/a> and <a [^>]*>5 test<\/a> businesses wait/)
})

test('the links to what waits in test and in live choose the mode, as its switch does', async ({ service }) => {
  const user = visitor(service.url, 'live')
  await user.signIn()
  const page = await user.get('/businesses')
  assert.equal(rowsOf(page), [])
  assert.not.match(page.text, /name="mode"><option/)
  const links = [...page.text.matchAll(/<a href="([^"]*)">\d+ (live|test)<\/a>/g)].map(([, href = '', mode]) => [mode, unescaped(href)])
  const { live = '', test: inTest = '' } = Object.fromEntries(links) as { readonly live?: string; readonly test?: string }
  const pressed = /value="(\w+)" aria-pressed="true"/
  const shown = await user.get(inTest)
  assert.is(rowsOf(shown).length, cases.length)
  assert.is(pressed.exec(shown.text)?.[1], 'test')
  assert.is(pressed.exec((await user.get('/')).text)?.[1], 'test')
  const back = await user.get(live)
  assert.equal(rowsOf(back), [])
  assert.is(pressed.exec(back.text)?.[1], 'live')
  assert.is(pressed.exec((await user.get('/businesses?mode=neither')).text)?.[1], 'live')
})

test('the overview opens its cases in the queue of all that wait', async ({ user }) => {
  const { text } = await user.get('/')
  const [, list = ''] = /Businesses that need a decision([\s\S]*?)<\/table>/.exec(text) ?? []
  const links = [...list.matchAll(/<td[^>]* class="main"><a href="([^"]*)">([^<]*)</g)].map(([, href = '', name]) => [
    unescaped(href),
    name,
  ])
  assert.is(links.length, cases.length)
  for (const [at, [href = '', name]] of filled(links.entries())) {
    const page = (await user.get(href)).text
    assert.match(page, `Case ${at + 1} of ${cases.length}<`)
    assert.match(page, `<h1>${name}</h1>`)
  }
  assert.match(text, '<a href="/businesses?status=waiting&amp;sort=oldest">All waiting</a>')
})

test('after a decision comes the next case of the same queue, and at its end the queue', async (context) => {
  const { user, ids } = context
  const query = 'q=Business&status=waiting&sort=name'
  const links = [...(await user.get(`/businesses?${query}`)).text.matchAll(/<a href="(\/businesses\/[^"]*queue=[^"]*)"/g)]
  const first = unescaped(links[0]?.[1] ?? '')
  assert.ok(first.startsWith(`/businesses/${ids.get('Inactive Business')}`), first)
  const { text } = await user.get(first)
  assert.match(text, /Case 1 of 4</)
  const { location } = await user.form(first.replace('?', '/decision?'), {
    status: 'rejected',
    reason: 'not_registered',
  })
  assert.ok(location.startsWith(`/businesses/${ids.get('Stale Business')}?`), location)
  assert.match((await user.get(location)).text, /Inactive Business: The business is rejected\. This is the next case\./)
  assert.is(await statusOf(context, ids.get('Inactive Business') ?? ''), 'rejected')
  const last = `/businesses/${ids.get('Stale Business')}?${new URLSearchParams({ queue: 'q=Stale', case: '0' })}`
  await user.get(last)
  const end = await user.form(last.replace('?', '/decision?'), { status: 'approved', reason: 'findings_explained' })
  assert.is(end.location, '/businesses?q=Stale')
  assert.match((await user.get(end.location)).text, /There are no more cases in this queue\./)
})

test('whatever is done or opened at a case keeps its place in the queue, also when it is refused', async (context) => {
  const { user, ids } = context
  await add(context, { ...similar, name: 'Watchlist Business' }, 'another watchlist hit')
  const id = ids.get('another watchlist hit') ?? ''
  const place = new URLSearchParams({ queue: 'status=waiting&sort=risk', case: '0' })
  const page = `/businesses/${id}?${place}`
  const to = (what: string) => `/businesses/${id}/${what}?${place}`
  const { text } = await user.get(page)
  const hit = hiddenFields(text, to('dismissals')).hit ?? ''
  const acts: readonly (readonly [what: string, fields: Readonly<Record<string, string>>])[] = [
    ['assignee', { assignee: '' }],
    ['assignee', { assignee: 'nobody we know' }],
    ['orders', { product: 'no such product' }],
    ['monitor', {}],
    ['notes', { text: 'Called them' }],
    ['dismissals', { hit, reason: 'Another person' }],
  ]
  for (const [what, fields] of acts) {
    await user.get(page)
    const { location, status } = await user.form(to(what), fields)
    assert.is(status, 303, what)
    assert.is(location, page, what)
  }
  for (const [what, fields] of [
    ['decision', { status: 'approved' }],
    ['notes', { text: '' }],
  ] as const) {
    await user.get(page)
    const refused = await user.form(to(what), fields)
    assert.is(refused.status, 422, what)
    assert.match(refused.text, /class="queue-bar"/, what)
    assert.ok(hiddenFields(refused.text, to(what)), what)
  }
  for (const view of ['history', 'timeline', 'ownership', 'connections', 'notes', 'risk', 'retention']) {
    assert.ok(unescaped((await user.get(page)).text).includes(to(view)) || view === 'notes', view)
    const shown = await user.get(to(view))
    assert.match(shown.text, /class="queue-bar"/, view)
    assert.ok(unescaped(shown.text).includes(`href="${page}"`), view)
    assert.not.match((await user.get(`/businesses/${id}/${view}`)).text, /class="queue-bar"/, view)
  }
  assert.match(unescaped((await user.get(to('history'))).text), new RegExp(`history\\?at=0&${place.toString().replaceAll('+', '\\+')}"`))
})

test('a case that has left the queue is followed by the one that took its place', async (context) => {
  const { user, ids } = context
  const tagged = (name: string) => ({ ...similar, name, tags: ['leaving'] })
  for (const name of ['First Clear Company', 'Second Clear Company', 'Third Clear Company']) await add(context, tagged(name))
  const at = (name: string, place: number) => {
    const query = new URLSearchParams({ queue: 'tag=leaving&status=waiting&sort=name', case: String(place) })
    return `/businesses/${ids.get(name)}?${query}`
  }
  const shown = async (name: string, place: number) => {
    const { text } = await user.get(at(name, place))
    return { text, next: unescaped(/data-key="j" href="([^"]*)"/.exec(text)?.[1] ?? '') }
  }
  const before = await shown('First Clear Company', 0)
  assert.match(before.text, />Case 1 of 3</)
  assert.is(before.next, at('Second Clear Company', 1))
  await user.form(at('First Clear Company', 0).replace('?', '/decision?'), { status: 'approved', reason: 'findings_explained' })
  const left = await shown('First Clear Company', 0)
  assert.match(left.text, />2 in the queue</)
  assert.is(left.next, at('Second Clear Company', 0))
  assert.is((await shown('Third Clear Company', 1)).next, '', 'the last of a queue is followed by none')
})

test('from a case the queue opens at the page that the case is on', async ({ user, ids }) => {
  const back = async (at: number) => {
    const { text } = await user.get(
      `/businesses/${ids.get('Clear Company LLC')}?${new URLSearchParams({ queue: 'sort=name', case: String(at) })}`,
    )
    return /data-key="u" href="([^"]*)"/.exec(text)?.[1]
  }
  assert.equal(await Promise.all([24, 25, 104].map(back)), [
    '/businesses?sort=name',
    '/businesses?sort=name&amp;page=2',
    '/businesses?sort=name&amp;page=5',
  ])
})

/** Selects businesses in the list and confirms. */
const together = async (
  { user, ids }: Context,
  what: string,
  names: readonly string[],
  fields: Readonly<Record<string, string>>,
  meanwhile = async () => {},
) => {
  const chosen = (names_: readonly string[], hidden: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...hidden, do: what, ...more })
    for (const name of names_) body.append('id', ids.get(name) ?? '')
    return body
  }
  const { text } = await user.get('/businesses?sort=name')
  const asked = await user.post('/businesses/bulk', chosen(names, hiddenFields(text, '/businesses/bulk'), {}))
  assert.is(asked.status, 200)
  await meanwhile()
  const { id: _, seen: __, ...hidden } = hiddenFields(asked.text, '/businesses/bulk/confirmed')
  const sent = chosen(names, hidden, fields)
  for (const [, seen = ''] of asked.text.matchAll(/name="seen" value="([^"]*)"/g)) sent.append('seen', seen)
  const done = await user.post('/businesses/bulk/confirmed', sent)
  return { asked, after: done.status === 303 ? await user.get(done.location) : done }
}

test('several are assigned and tagged at once, after a question that names them', async (context) => {
  const { user } = context
  const names = ['Clear Company LLC', 'Unregistered Business']
  const option = /<option value="([^"]+)">Administrator/.exec((await user.get('/businesses')).text)?.[1] ?? ''
  const { asked, after } = await together(context, 'assign', names, { assignee: option })
  assert.match(asked.text, /Assign 2 businesses\?[\s\S]*Clear Company LLC[\s\S]*Unregistered Business/)
  assert.match(after.text, /Assigned: 2 of 2\./)
  assert.equal(await found(context, 'assignee=me&sort=name'), names)
  assert.match((await together(context, 'tag', names, { tag: 'priority' })).after.text, /Tagged: 2 of 2\./)
  assert.equal(await found(context, 'tag=priority&sort=name'), names)
})

test('the cases of a user who was deactivated are named as theirs, and found among those that nobody has', async (context) => {
  const { user, service, ids } = context
  const leaver = await colleague(service, user, { name: 'Leaver', roles: 'member' })
  const names = ['Left Behind LLC', 'Taken Over LLC', 'Decided LLC']
  for (const name of names) await add(context, { ...similar, name, tags: ['left'] } as typeof similar)
  const page = (name: string) => `/businesses/${ids.get(name)}`
  for (const name of names) {
    const self = hiddenFields((await leaver.get(page(name))).text, `${page(name)}/assignee`).assignee ?? ''
    assert.is((await leaver.form(`${page(name)}/assignee`, { assignee: self })).status, 303)
  }
  await user.get(page('Decided LLC'))
  await user.form(`${page('Decided LLC')}/decision`, { status: 'rejected', reason: 'not_registered' })
  assert.equal(await found(context, 'tag=left&assignee=nobody'), [])
  const users = await user.get('/settings/users')
  const action = [...users.text.matchAll(/action="(\/settings\/users\/[^"]+\/deactivate)"/g)].at(-1)?.[1] ?? ''
  assert.match(
    (await user.get((await user.form(action)).location)).text,
    /Leaver can no longer sign in[^<]* 2 open cases of theirs are listed as not assigned\./,
  )
  const left = await user.get('/businesses?tag=left&assignee=nobody&sort=name&status=waiting')
  assert.equal(rowsOf(left), ['Left Behind LLC', 'Taken Over LLC'])
  assert.match(left.text, /data-title="Assigned"[^>]*>Leaver \(deactivated\)</)
  assert.equal(await found(context, 'assignee=me&tag=left'), [])
  const { text } = await user.get(page('Taken Over LLC'))
  assert.match(text, /selected>Leaver \(deactivated\)</)
  const self = hiddenFields(text, `${page('Taken Over LLC')}/assignee`).assignee ?? ''
  await user.form(`${page('Taken Over LLC')}/assignee`, { assignee: self })
  assert.equal(await found(context, 'tag=left&assignee=nobody&status=waiting'), ['Left Behind LLC'])
  assert.equal(await found(context, 'tag=left&assignee=me'), ['Taken Over LLC'])
})

test('several are decided at once; those with a watchlist hit or a verdict that blocks are told and left', async (context) => {
  const { ids } = context
  await add(context, similar)
  const names = ['Clear Company LLC', 'Similar Name Business', 'Unregistered Business', 'Watchlist Business']
  const { after: without } = await together(context, 'approved', names, {})
  assert.match(without.text, /Choose a reason for the decision\./)
  assert.is(without.status, 422)
  const { after: typed } = await together(context, 'rejected', names, { reason: 'other', note: '' })
  assert.match(typed.text, /<option value="other" selected>/)
  const { after: long } = await together(context, 'approved', names, { note: 'Typed at length' })
  assert.match(long.text, /Choose a reason for the decision\.[\s\S]*>Typed at length<\/textarea>/)
  assert.is(hiddenFields(long.text, '/businesses/bulk/confirmed').do, 'approved')
  const { asked, after } = await together(context, 'approved', names, { reason: 'documents_seen' })
  assert.match(asked.text, 'Approve 2 of 4 businesses?')
  const cannot = [...asked.text.matchAll(/<a href="[^"]*">([^<]*)<\/a>(?:(?!<\/tr>)[\s\S])*Cannot be approved in bulk/g)]
  assert.equal(
    cannot.map(([, name]) => name),
    ['Unregistered Business', 'Watchlist Business'],
  )
  assert.match(asked.text, /badge bad">No registration found</)
  assert.match(
    unescaped(after.text),
    /Approved: 2 of 4\. Unregistered Business: The verdict is “Do not approve yet: No registration found”: decide on its page\. Watchlist Business: A watchlist hit is not dismissed: decide on its page\./,
  )
  const statuses = await Promise.all(names.map((name) => statusOf(context, ids.get(name) ?? '')))
  assert.equal(statuses, ['approved', 'approved', 'in_review', 'in_review'])
})

test('where none of the selected can be approved together there is nothing to send', async ({ user, ids }) => {
  const { text } = await user.get('/businesses?sort=name')
  const hidden = hiddenFields(text, '/businesses/bulk')
  const { text: asked } = await user.post('/businesses/bulk', { ...hidden, do: 'approved', id: ids.get('Unregistered Business') ?? '' })
  assert.match(asked, 'Cannot be approved in bulk')
  assert.not.match(asked, 'action="/businesses/bulk/confirmed"')
  assert.match(asked, '>Back to the list</a>')
  assert.match(asked, 'None of these can be approved together')
  assert.not.match(asked, /Please confirm|Approve 0 of/)
})

test('of several decided at once those that changed after the question are left', async (context) => {
  const { service, ids } = context
  const names = ['Untouched Company LLC', 'Tin Company LLC']
  for (const name of names) await add(context, { ...similar, name })
  const path = `/v1/businesses/${ids.get('Tin Company LLC')}`
  const { after } = await together(context, 'approved', names, { reason: 'known_customer' }, async () => {
    await service.api('PATCH', path, { status: 'rejected' })
  })
  assert.match(unescaped(after.text), /Approved: 1 of 2\. Tin Company LLC: The business has changed since this page was opened/)
  assert.equal(await Promise.all(names.map((name) => statusOf(context, ids.get(name) ?? ''))), ['approved', 'rejected'])
})

test('that all checks passed is a reason only where nothing speaks against the business', async (context) => {
  const { user, ids } = context
  const [clear, look] = ['Another Clear Company LLC', 'another similar name'] as const
  await add(context, { ...similar, name: clear })
  await add(context, similar, look)
  const offered = /value="checks_passed"/
  const page = (name: string) => `/businesses/${ids.get(name)}`
  assert.match((await user.get(page(clear))).text, offered)
  assert.not.match((await user.get(page(look))).text, offered)
  const refused = await user.form(`${page(look)}/decision`, { status: 'approved', reason: 'checks_passed' })
  assert.is(refused.status, 422)
  assert.match(unescaped(refused.text), /Reason cannot be “All checks passed”: there are findings against the business/)
  const { asked, after } = await together(context, 'approved', [clear, look], { reason: 'checks_passed' })
  assert.not.match(asked.text, offered)
  assert.match(unescaped(after.text), /Approved: 1 of 2\. Similar Name Business: Reason cannot be “All checks passed”/)
  await user.get(page(clear))
  assert.is((await user.form(`${page(clear)}/decision`, { status: 'in_review', reason: 'new_information' })).status, 303)
  assert.match((await together(context, 'approved', [clear], {})).asked.text, offered)
})

test('filters are saved as a view under a name, without the search words, for all users of the account', async (context) => {
  const { user, service } = context
  const tabs = ({ text }: Answer) =>
    [...text.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)<\/a>/g)].map(([, ...parts]) => parts)
  const page = '/businesses?q=quartz&tag=east&page=1&sort=risk'
  await user.get(page)
  assert.match((await user.get(page)).text, /The search words are not saved\./)
  const { location } = await user.form('/businesses/views', { view_name: 'East, worst first' })
  assert.is(location, '/businesses?tag=east&sort=risk')
  const shown = await user.get(location)
  assert.match(unescaped(shown.text), /Saved the view “East, worst first”\./)
  assert.ok(tabs(shown).some(([, current, name]) => current && unescaped(name ?? '') === 'East, worst first'))
  const other = visitor(service.url)
  await other.signIn()
  const view = tabs(await other.get('/businesses')).find(([, , name]) => name === 'East, worst first')
  assert.is(unescaped(view?.[0] ?? ''), location)
  assert.is(view?.[1], undefined)

  await user.get(location)
  const removal = /action="(\/businesses\/views\/[^"]+\/remove)"/.exec((await user.get(location)).text)?.[1] ?? ''
  assert.match((await user.get((await user.form(removal)).location)).text, /Removed the view\./)
  assert.not.match((await user.get('/businesses')).text, /East, worst first/)
})

test('a view needs a name of 60 characters at most, and the views that all have are not saved again', async ({ user }) => {
  const saved = async (name: string) => {
    await user.get('/businesses?tag=west')
    return (await user.get((await user.form('/businesses/views', { view_name: name })).location)).text
  }
  for (const wrong of ['', 'x'.repeat(61)]) assert.match(await saved(wrong), /must have 1 to 60 characters/i)
  assert.match(await saved('y'.repeat(60)), /Saved the view/)
  for (const path of ['/businesses', '/businesses?status=waiting&sort=risk']) assert.not.match((await user.get(path)).text, /Save view/)
})

test('nothing selected is told on the same page of the list, with its filters and sort', async ({ user }) => {
  const query = 'status=waiting&sort=name&page=1'
  const { text } = await user.get(`/businesses?${query}`)
  const { location } = await user.post('/businesses/bulk', { ...hiddenFields(text, '/businesses/bulk'), do: 'tag' })
  assert.is(location, `/businesses?${query}`)
  assert.match((await user.get(location)).text, /Select at least one business\./)
  assert.is((await user.get('/businesses/bulk')).location, '/businesses')
})

test.run()
