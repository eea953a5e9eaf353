import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { startTestService, type TestService, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor }
const test = suite<Context>('policies on the pages')

const ids: Record<string, string> = {}

test.before(async (here) => {
  here.service = await startTestService()
  here.user = visitor(here.service.url)
  await here.user.signIn()
  for (const name of ['Clear Company LLC', 'Watchlist Business', 'Undecided Company LLC']) {
    const made = await here.service.api('POST', '/v1/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
    ids[name] = ((await made.json()) as { readonly id: string }).id
  }
  await until('all are reviewed', async () => {
    const answers = await Promise.all(Object.values(ids).map(async (id) => (await here.service.api('GET', `/v1/businesses/${id}`)).json()))
    return answers.every((answer) => (answer as { readonly status: string }).status === 'in_review')
  })
  await here.service.api('PATCH', `/v1/businesses/${ids['Clear Company LLC']}`, { status: 'approved' })
  await here.service.api('PATCH', `/v1/businesses/${ids['Watchlist Business']}`, { status: 'rejected' })
})
test.after(({ service }) => service.stop())

const form = '/settings/policies/form'
const text = (page: string) => page.slice(page.indexOf('<main'))

const finished = async (user: Visitor, location: string): Promise<string> => {
  let page = ''
  await until('the trial is done', async () => {
    page = text((await user.get(location)).text)
    return /badge good">Completed/.test(page)
  })
  return page
}

const everybody = { name: 'Open door', 'rule.0.name': 'Everybody', 'rule.0.join': 'and', 'rule.0.status': 'approved', 'rule.0.tag': '' }

test('a rule is made of facts by name, with operators that fit and values to choose from', async ({ user }) => {
  await user.get(form)
  const begun = { name: 'Careful', 'rule.0.name': 'Hits', 'rule.0.join': 'and', 'rule.0.status': 'rejected', 'rule.0.tag': '' }
  const one = await user.form(form, { ...begun, do: 'condition.0', 'rule.0.new': 'watchlist.hits' })
  assert.match(one.text, /name="rule\.0\.0\.operator"[^>]*><option value="==" selected>is</)
  assert.match(one.text, 'is more than')
  assert.match(one.text, /<select name="rule\.0\.0\.operator" autofocus/, 'the cursor goes to what the button made')
  await user.get(form)
  const two = await user.form(form, { ...begun, do: 'condition.0', 'rule.0.new': 'tin.type' })
  assert.match(two.text, /<option value="ein">EIN/i)
  assert.not.match(text(two.text).slice(text(two.text).indexOf('rule.0.0.operator'), text(two.text).indexOf('rule.0.new')), 'is more than')
  const refused = await user.form(form, {
    ...begun,
    do: 'add',
    'rule.0.0.fact': 'watchlist.hits',
    'rule.0.0.operator': '>',
    'rule.0.0.value': 'many',
  })
  assert.match(refused.text, /Rule 1: “Watchlist: Hits” needs a number/)
  assert.match(refused.text, /value="many" autofocus aria-invalid="true" aria-describedby="wrong"/, 'the cursor goes to what is wrong')
  assert.match(refused.text, /<p class="problem" id="wrong">Rule 1: “Watchlist: Hits” needs a number/)
  await user.get(form)
  const nameless = await user.form(form, { ...begun, name: '', do: 'add' })
  assert.match(nameless.text, /<input name="name"[^>]* autofocus aria-invalid="true" aria-describedby="wrong">/)
  await user.get(form)
  const idle = await user.form(form, { ...begun, 'rule.0.status': '', do: 'add' })
  assert.match(idle.text, /<select name="rule\.0\.status" autofocus aria-invalid="true"/)
})

test('JSON that cannot be read is refused with the place, and what was typed stays', async ({ user }) => {
  for (const [definition, said] of [
    ['{\n  "name": "A",\n}', 'The definition is not valid JSON: expected double-quoted property name at line 3, column 1'],
    ['{"name": "A"', 'at line 1, column 13'],
    ['', 'it ends too early'],
    ['{"name":\n [1,,2]}', 'The definition is not valid JSON: unexpected token'],
  ] as const) {
    await user.get('/settings/policies')
    const { status, text: refused } = await user.form('/settings/policies', { definition })
    assert.is(status, 422)
    assert.ok(refused.includes(said), refused.match(/class="problem">[^<]*/)?.[0])
  }
})

test('a policy is tried on every past decision: how many would have ended differently, which, and by which rule', async ({ user }) => {
  await user.get(form)
  const rules = {
    name: 'Careful',
    'rule.0.name': 'On a list',
    'rule.0.join': 'and',
    'rule.0.status': 'rejected',
    'rule.0.tag': '',
    'rule.0.0.fact': 'watchlist.hits',
    'rule.0.0.operator': '==',
    'rule.0.0.value': '0',
  }
  const begun = await user.form(form, { ...rules, do: 'try' })
  const page = await finished(user, begun.location)
  assert.match(page, /Would have ended differently<\/dt><dd>2 of 2 decided/)
  assert.match(page, 'Clear Company LLC')
  assert.match(page, 'Watchlist Business')
  assert.not.match(page, 'Undecided Company LLC')
  assert.match(page, 'On a list')
  assert.not.match(page, 'approves every')
  // The page that began with a running trial puts these in place.
  assert.match(page, /<p data-live="status"><span class="badge good">Completed/)
  assert.match(page, /<div data-live="add"><details class="confirm"><summary class="button">Add this version/)
  await user.get(begun.location)
  assert.is((await user.form(`${begun.location}/add`)).location, '/settings/policies')
  assert.match((await user.get('/settings/policies')).text, 'Careful')
  // What the trial is to try stays, whatever is pressed.
  await user.get(form)
  for (const wrong of [
    { threshold: '7', do: 'try' },
    { threshold: '0.9', do: 'rule' },
  ])
    assert.match((await user.form(form, { ...rules, ...wrong })).text, `name="threshold" value="${wrong.threshold}"`)
  // A threshold above the hits leaves none: the rule holds for all, so that only the approval differs.
  await user.get(form)
  const without = await user.form(form, { ...rules, 'rule.0.status': 'approved', threshold: '1', do: 'try' })
  assert.match(await finished(user, without.location), /Watchlist threshold<\/dt><dd>1</)
})

test('a policy that approves everybody is warned of, before it is enabled and after a trial', async ({ user }) => {
  await user.get(form)
  const begun = await user.form(form, { ...everybody, do: 'try' })
  assert.match(await finished(user, begun.location), 'This policy approves every one of the 3 businesses.')
  await user.get(form)
  await user.form(form, { ...everybody, do: 'add' })
  const page = text((await user.get('/settings/policies')).text)
  assert.match(page, 'This version approves every business, whatever is found.')
  assert.match(
    page,
    /<details class="confirm"><summary class="button">Enable[\s\S]*?of live and of test businesses[\s\S]*?Warning: this version approves every business/,
  )
  const changed = /href="(\/settings\/policies\/form\?policy=[^"]+)">Change/.exec(page)?.[1] ?? ''
  assert.match((await user.get(changed)).text, /name="name" value="(Careful|Open door)"/)
})

test('the API tries a policy too; another account does not see the trial, and a wrong condition is refused', async ({ service }) => {
  const rule = {
    name: 'All',
    when: { '==': [{ var: 'watchlist.hits' }, 0] },
    result: 'approve',
    actions: [{ type: 'set_status', status: 'approved' }],
  }
  const begin = (definition: object) => service.api('POST', '/v1/policy_trials', { definition })
  const begun = await begin({ name: 'By API', rules: [rule] })
  assert.is(begun.status, 201)
  const { id } = (await begun.json()) as { readonly id: string }
  type Trial = {
    readonly status: string
    readonly done: number
    readonly total: number
    readonly otherwise: number
    readonly changes: readonly object[]
  }
  let trial: Trial | undefined
  await until('the trial is done', async () => {
    trial = (await (await service.api('GET', `/v1/policy_trials/${id}`)).json()) as Trial
    return trial.status === 'completed'
  })
  assert.equal([trial?.done, trial?.total, trial?.otherwise], [3, 3, 1])
  assert.equal(trial?.changes, [{ business_id: ids['Watchlist Business'], decided: 'rejected', would: 'undecided', rule: null }])
  const wrong = await begin({ name: 'Wrong', rules: [{ ...rule, when: { nonsense: [1] } }] })
  assert.is(wrong.status, 422)
  const { key } = await service.otherAccount('no-trials')
  assert.is((await service.api('GET', `/v1/policy_trials/${id}`, undefined, key)).status, 404)
})

test('a version runs in shadow from the page, which says how many outcomes differ, for which business, by which rule; it is ended or made active there', async ({
  service,
  user,
}) => {
  const rules = (status: string) => ({
    name: 'Shade',
    'rule.0.name': `Rule to ${status}`,
    'rule.0.join': 'and',
    'rule.0.status': status,
    'rule.0.tag': '',
    'rule.0.0.fact': 'watchlist.hits',
    'rule.0.0.operator': '==',
    'rule.0.0.value': '0',
  })
  for (const status of ['in_review', 'rejected']) {
    const page = await user.get(form)
    assert.match(
      text(page.text),
      /<details class="confirm"><summary class="button primary">Add version<\/summary>[\s\S]*?name="do" value="add">/,
    )
    await user.form(form, { ...rules(status), do: 'add' })
  }
  const list = async () => text((await user.get('/settings/policies')).text)
  const before = await list()
  const card = before.slice(before.indexOf('>Shade</h2>'))
  const [, id = ''] = /action="\/settings\/policies\/([0-9a-f-]{36})"/.exec(card) ?? []
  assert.not.match(card, 'Run in shadow', 'there is no active version to run beside')
  const act = async (path: string, version: number) => {
    await user.get(/promote|end$/.test(path) ? `/settings/policies/${id}/shadow` : '/settings/policies')
    return user.form(path, { version: String(version) })
  }
  await act(`/settings/policies/${id}`, 1)
  assert.match(await list(), /<details class="confirm"><summary class="button">Run in shadow<span class="unseen"> Shade, version 2/)
  await act(`/settings/policies/${id}/shadow/start`, 2)
  assert.match(await list(), /Version 2 in shadow since [\s\S]*?>0 of 0 outcomes differ</)

  const made = await service.api('POST', '/v1/businesses', {
    name: 'Seen In Shadow LLC',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
  })
  const business = ((await made.json()) as { readonly id: string }).id
  await until('the outcome is shown', async () => (await list()).includes('1 of 1 outcome differs'))
  const page = text((await user.get(`/settings/policies/${id}/shadow`)).text)
  assert.match(page, /Differ from the active version<\/dt><dd>1</)
  assert.match(page, `href="/businesses/${business}">Seen In Shadow LLC</a>`)
  assert.match(page, 'Rule to rejected')
  assert.match(page, /<summary class="button">Make active/)
  const record = (await (await service.api('GET', `/v1/businesses/${business}`)).json()) as { readonly status: string }
  assert.is(record.status, 'in_review', 'the version in shadow rejected nobody')
  assert.match(
    (await user.get(`/businesses/${business}/history`)).text,
    'In shadow, without effect: Shade version 2 matched “Rule to rejected”',
  )

  await act(`/settings/policies/${id}/shadow/promote`, 2)
  assert.match(await list(), /Version 2<\/h3><span class="badge good">Active/)
  assert.is((await user.get(`/settings/policies/${id}/shadow`)).status, 404)
  await act(`/settings/policies/${id}/shadow/start`, 1)
  await act(`/settings/policies/${id}/shadow/end`, 1)
  assert.not.match(await list(), 'In shadow')
  await act(`/settings/policies/${id}`, 0)
  const activity = (await user.get('/settings/activity')).text
  for (const words of ['Policy version started in shadow', 'Shadow of a policy ended', 'Policy version enabled'])
    assert.match(activity, words)
})

test('each version says who enabled it, its rules in words, and what changed against the one before', async ({ user }) => {
  const rule = (name: string, most: number) => ({
    name,
    when: { and: [{ '<=': [{ var: 'watchlist.hits' }, most] }, { in: [{ var: 'formation.state' }, ['OR', '<b>']] }] },
    result: 'approve',
    actions: [],
  })
  const add = async (...rules: object[]) => {
    await user.get('/settings/policies')
    const { status } = await user.form('/settings/policies', { definition: JSON.stringify({ name: 'Told', rules }) })
    assert.is(status, 303)
  }
  await add(rule('Few hits', 0))
  await add(rule('Few hits', 3), rule('<i>New</i>', 1))
  const told = async () => {
    const page = text((await user.get('/settings/policies')).text)
    return page.slice(page.indexOf('id="policy-', page.indexOf('>Told</h2>') - 300)).split('<section')[0] ?? ''
  }
  const [, id = ''] = /action="\/settings\/policies\/([0-9a-f-]{36})"/.exec(await told()) ?? []
  for (const version of ['1', '2', '0']) {
    await user.get('/settings/policies')
    await user.form(`/settings/policies/${id}`, { version })
  }
  const [second = '', first = ''] = (await told()).split('<h3>').slice(1)
  assert.match(first, 'First version.')
  assert.match(first, '<p>Result: “approve”. No action.</p>')
  assert.match(first, 'Watchlist: Hits is at most 0</li>')
  assert.match(first, 'Formation: State is one of “OR”, “&lt;b&gt;”</li>')
  assert.match(first, /<li>Added by [^<]+, <time[\s\S]*<li>Enabled by [^<]+, <time[\s\S]*<li>Replaced by version 2 by [^<]+, <time/)
  assert.match(second, /<li>Added by [^<]+, <time[\s\S]*<li>Enabled by [^<]+, <time[\s\S]*<li>Disabled by [^<]+, <time/)
  assert.not.match(second, 'Replaced')
  assert.match(second, /<summary>2 changes against version 1</)
  assert.match(second, /<th scope="col" class="">Before<\/th><th scope="col" class="">After<\/th>/)
  const rows = [...second.matchAll(/<tr><td[\s\S]*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim(),
  )
  assert.equal(rows, [
    'Few hits Condition changed Watchlist: Hits is at most 0 Watchlist: Hits is at most 3',
    '&lt;i&gt;New&lt;/i&gt; Rule added – Watchlist: Hits is at most 1 and Formation: State is one of “OR”, “&lt;b&gt;”; result approve',
  ])
  assert.not.match(await told(), '&quot;var&quot;')
})

test('the keyboard goes on from what the page before left to say, and a page that nothing was left for has no such place', async ({
  user,
}) => {
  await user.get(form)
  await user.form(form, { ...everybody, name: 'Said', do: 'add' })
  assert.match(
    (await user.get('/settings/policies')).text,
    /<p class="notice good" role="status" tabindex="-1" autofocus>A version of “Said”/,
  )
  assert.not.match((await user.get('/settings/policies')).text, ' autofocus')
})

test.run()
