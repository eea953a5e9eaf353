// Two people open the same settings: who saves second is told that somebody has changed them, and replaces nothing unseen.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { colleague, hiddenFields, reviewed, startTestService, type TestService, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; first: Visitor; second: Visitor }
const test = suite<Context>('late saves')

test.before(async (here) => {
  here.service = await startTestService()
  for (const name of ['first', 'second'] as const) {
    here[name] = visitor(here.service.url)
    await here[name].signIn()
  }
})
test.after(({ service }) => service.stop())

type Fields = Readonly<Record<string, string>>
type Form = {
  readonly named: string
  readonly page: string
  readonly action?: string
  readonly theirs: Fields
  readonly ours: Fields
  /** What the page shows once ours is saved. */
  readonly shown: RegExp
}

const forms: readonly Form[] = [
  {
    named: 'notices',
    page: '/settings/notices',
    theirs: { creditor_name: 'Their Bank' },
    ours: { creditor_name: 'Our Bank' },
    shown: /name="creditor_name" value="Our Bank"/,
  },
  {
    named: 'screening lists',
    page: '/settings/watchlists',
    theirs: { lists: 'UN' },
    ours: { lists: 'SDN' },
    shown: /value="SDN" checked/,
  },
  {
    named: 'default collateral',
    page: '/settings/defaults',
    action: '/settings/defaults/collateral',
    theirs: { collateral: 'their assets' },
    ours: { collateral: 'our assets' },
    shown: /our assets<\/textarea>/,
  },
  {
    named: 'age of sources',
    page: '/settings/defaults',
    action: '/settings/defaults/sources',
    theirs: { days: '31' },
    ours: { days: '32' },
    shown: /name="days" value="32"/,
  },
  {
    named: 'monitor types',
    page: '/settings/defaults',
    action: '/settings/defaults/monitors',
    theirs: { types: 'lien' },
    ours: { types: 'tin' },
    shown: /value="tin" checked/,
  },
]

const told = 'Somebody has changed these settings since this page was opened'

/** What the visitor is shown after the form, over a redirect too. */
const answerTo = async (user: Visitor, action: string, fields: Fields): Promise<string> => {
  const { status, location, text } = await user.form(action, fields)
  return status === 303 ? (await user.get(location)).text : text
}

for (const { named, page, action = page, theirs, ours, shown } of forms)
  test(`${named}: what another has saved is not replaced unseen, and can be once it is seen`, async ({ first, second }) => {
    await first.get(page)
    await second.get(page)
    assert.not.match(await answerTo(second, action, theirs), told)
    assert.match(await answerTo(first, action, ours), told)
    assert.not.match((await second.get(page)).text, shown)
    await answerTo(first, action, ours)
    assert.match((await second.get(page)).text, shown)
  })

for (const { named, page, action = page, ours } of forms)
  test(`${named}: what is so already is no conflict`, async ({ first, second }) => {
    await first.get(page)
    await second.get(page)
    const changed = Object.fromEntries(Object.keys(ours).map((name) => [name, ours[name] === '32' ? '33' : '']))
    if (named === 'screening lists') changed.all = 'true'
    for (const user of [second, first]) assert.not.match(await answerTo(user, action, changed), told)
  })

test('roles of a user: what another has taken is not given back unseen', async ({ first, second, service }) => {
  await first.get('/settings/users')
  await first.form('/settings/users', { name: 'Mel', email: 'mel@example.com', roles: 'member' })
  const users = (await first.get('/settings/users')).text
  const action = [...users.matchAll(/action="(\/settings\/users\/[^"]+\/roles)"/g)].at(-1)?.[1] ?? ''
  await second.get('/settings/users')
  assert.match(await answerTo(second, action, { roles: 'read_only' }), 'Roles of Mel changed')
  assert.match(await answerTo(first, action, { roles: 'operator' }), told)
  const roles = async () => /Mel<br>[\s\S]*?<span class="tags">([\s\S]*?)<\/td>/.exec((await second.get('/settings/users')).text)?.[1] ?? ''
  assert.match(await roles(), 'Reader')
  await answerTo(first, action, { roles: 'operator' })
  assert.match(await roles(), 'Operator')
  assert.ok(service.url)
})

test('a case: what another has taken meanwhile is not taken from them unseen, alone and with others', async ({
  first,
  second,
  service,
}) => {
  const cara = await colleague(service, first, { name: 'Cara', roles: 'member' })
  const create = async () => {
    const business = { name: 'Wanted Twice LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
    return ((await (await service.api('POST', '/v1/businesses', business)).json()) as { readonly id: string }).id
  }
  const page = `/businesses/${await create()}`
  const action = `${page}/assignee`
  const selfOf = (text: string) => hiddenFields(text, action).assignee ?? ''
  const ofCara = selfOf((await cara.get(page)).text)
  const ofFirst = selfOf((await first.get(page)).text)
  assert.not.equal(ofCara, ofFirst)
  assert.match(await answerTo(cara, action, { assignee: ofCara }), 'Assigned to Cara.')
  const late = await answerTo(first, action, { assignee: ofFirst })
  assert.match(late, 'Assignee has changed since the page was opened')
  assert.match(late, `<option value="${ofCara}" selected>Cara`)
  // The page that says so shows who has it.
  assert.match(await answerTo(first, action, { assignee: ofFirst }), 'Assigned to Administrator.')
  // One's own case is given on from an older page too.
  await second.get(page)
  assert.match(await answerTo(first, action, { assignee: '' }), 'No longer assigned.')
  assert.match(await answerTo(first, action, { assignee: ofFirst }), 'Assigned to Administrator.')
  assert.match(await answerTo(second, action, { assignee: ofCara }), 'Assigned to Cara.')

  const free = await create()
  const both = new URLSearchParams({ ...hiddenFields((await first.get('/businesses')).text, '/businesses/bulk'), do: 'assign' })
  for (const id of [free, page.split('/').at(-1) ?? '']) both.append('id', id)
  const asked = await first.post('/businesses/bulk', both)
  assert.match(asked.text, /data-title="Assigned"[^>]*>\s*Cara/)
  await cara.get(`/businesses/${free}`)
  await cara.form(`/businesses/${free}/assignee`, { assignee: ofCara })
  const sent = new URLSearchParams({ assignee: ofFirst })
  for (const [, name = '', value = ''] of asked.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
    sent.append(name, value)
  const { location } = await first.post('/businesses/bulk/confirmed', sent)
  assert.match((await first.get(location)).text, 'Assigned: 1 of 2. Wanted Twice LLC: Assignee has changed since the page was opened')
})

test('a risk tier: what another has set is not replaced unseen, and a refused form keeps its tier', async ({ first, second, service }) => {
  const business = { name: 'Rated Twice LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
  const { id } = (await (await service.api('POST', '/v1/businesses', business)).json()) as { readonly id: string }
  await reviewed(service, id)
  const page = `/businesses/${id}/risk`
  const chosen = (text: string) => /<option value="([^"]*)" selected/.exec(text.slice(text.indexOf('name="tier"')))?.[1]
  const [opened] = [await first.get(page), await second.get(page)]
  assert.is(chosen(opened.text), '')
  assert.match(await answerTo(second, page, { tier: 'high', reason: 'Seen in the news' }), 'Risk tier saved.')
  const blank = await first.form(page, { tier: 'medium', reason: '   ' })
  assert.is(blank.status, 422)
  assert.is(chosen(blank.text), 'medium', 'what was chosen stays')
  assert.match(blank.text, 'set by a person: “Seen in the news”', 'theirs is seen now')
  assert.match(await answerTo(first, page, { tier: 'medium', reason: 'Looked at it' }), 'Risk tier saved.')
  assert.is(chosen((await second.get(page)).text), 'medium')
  await first.get(page)
  assert.match(await answerTo(second, page, { tier: '', reason: 'As computed again' }), 'Risk tier saved.')
  assert.match(await answerTo(first, page, { tier: 'low', reason: 'Of old' }), told)
  assert.is(chosen((await second.get(page)).text), '')
})

const form = '/settings/policies/form'
const rule = (status: string) => ({ 'rule.0.name': 'All', 'rule.0.join': 'and', 'rule.0.status': status, 'rule.0.tag': '' })

test('a policy: a version that another has added or enabled since is not replaced unseen', async ({ first, second }) => {
  await first.get(form)
  await first.form(form, { name: 'Shared', ...rule('rejected'), do: 'add' })
  const list = async (user: Visitor) => (await user.get('/settings/policies')).text
  const id = /form\?policy=([^"]+)"/.exec(await list(first))?.[1] ?? ''
  const change = `${form}?policy=${id}`
  await first.get(change)
  await second.get(change)
  await second.form(form, { name: 'Shared', ...rule('in_review'), do: 'add' })
  // The form is sent for each button, and what was seen stays what was seen.
  await first.form(form, { name: 'Shared', ...rule('approved'), do: 'rule' })
  const refused = await first.form(form, { name: 'Shared', ...rule('approved'), do: 'add' })
  assert.match(refused.text, told)
  assert.match(refused.text, /<option value="approved" selected>/, 'what was filled in stays')
  assert.not.match(await list(second), 'Version 3')
  await first.get(change)
  assert.is((await first.form(form, { name: 'Another', ...rule('approved'), do: 'add' })).status, 303, 'another name is another policy')
  await first.get(change)
  const again = { name: 'Shared', ...rule('approved'), do: 'add' }
  assert.is((await first.form(form, again)).status, 303)
  assert.match(await list(second), 'Version 3')

  const own = `/settings/policies/${id}`
  await list(first)
  await list(second)
  assert.match(await answerTo(second, own, { version: '2' }), 'Version 2 is active')
  assert.match(await answerTo(first, own, { version: '3' }), told)
  await list(first)
  assert.match(await answerTo(first, own, { version: '3' }), 'Version 3 is active')
})

test.run()
