// Two pairs of eyes from outside: the rule on its page, what becomes a proposal on each way in, who may end it, and who is told.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { secretHash } from '../../src/auth/secrets.ts'
import { until } from '../eventually.ts'
import { admin, hiddenFields, masterKey, shownSecret, startTestService, type Visitor, visitor } from '../pages/browser.ts'
import { startReceiver } from './receiver.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape.
type Body = any

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
test.after(async () => {
  await receiver.close()
  await service.stop()
})

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<{ status: number; body: Body; headers: Headers }> => {
  const response = await service.api(method, path, body, key)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const operate = async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
  const headers = { Authorization: `Bearer ${operatorToken(masterKey)}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${service.url}/operator${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, body: await response.json() }
}

const ann = visitor(service.url)
const bob = visitor(service.url)
const bobs = { email: 'bob@example.com', password: 'a long enough secret' }

/** The first that was made. */
const account = async (): Promise<Body> => (await operate('GET', '/accounts')).body.data[0]

const reviewed = async (name: string): Promise<string> => {
  const { body } = await ask('POST', '/v1/businesses', { name, addresses: [{ full_address: '1 Main St, Salem, OR 97301' }] })
  await until('it is in review', async () => (await ask('GET', `/v1/businesses/${body.id}`)).body.status === 'in_review')
  return body.id
}
const statusOf = async (id: string): Promise<string> => (await ask('GET', `/v1/businesses/${id}`)).body.status

const require = async (visitor: Visitor, rule: { readonly approval?: string; readonly acts?: readonly string[] }) => {
  await visitor.get('/settings/two-people')
  const fields = new URLSearchParams({ approval: rule.approval ?? '' })
  for (const act of rule.acts ?? []) fields.append('acts', act)
  const page = await visitor.get('/settings/two-people')
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
    fields.append(name, value)
  return visitor.post('/settings/two-people', fields)
}

const newKey = async (visitor: Visitor, name: string): Promise<string> => {
  await visitor.get('/settings/credentials')
  const made = await visitor.form('/settings/credentials/keys', { name, mode: 'test' })
  return shownSecret(made.text, 'Key')
}

test('an account with one user is told that nobody could confirm', async () => {
  await ann.signIn(admin)
  const refused = await require(ann, { acts: ['dismissal'] })
  assert.match((await ann.get(refused.location)).text, 'has no other active user who may confirm it')
  assert.is((await account()).two_person_rule.dismissal, false)
  const { status, body } = await ask('PUT', '/v1/two_person_rule', { ...(await account()).two_person_rule, erasure: true })
  assert.is(status, 422)
  assert.match(body.errors[0].message, 'invite one first')
})

test('with a second user the rule is set, and shown on the page, in the API and on the command line', async () => {
  await ann.get('/settings/users')
  const invited = await ann.form('/settings/users', { name: 'Bob', email: bobs.email, roles: 'admin' })
  const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
  await bob.get(link)
  await bob.form(link, { name: 'Bob', password: bobs.password })
  await bob.signIn(bobs)
  bob.cookies.set('probity_mode', 'test')
  await require(ann, { approval: 'low', acts: ['override', 'dismissal', 'policy', 'erasure', 'settings'] })
  const expected = { approval: 'low', override: true, dismissal: true, policy: true, erasure: true, settings: true }
  assert.equal((await account()).two_person_rule, expected)
  assert.equal((await ask('GET', '/v1/two_person_rule')).body, { object: 'two_person_rule', ...expected })
  assert.match((await ann.get('/settings/two-people')).text, 'value="dismissal" checked')
})

test('an approval through the API becomes a proposal, which the webhook tells of and another person confirms on the page', async () => {
  assert.is(
    (await ask('POST', '/v1/webhooks', { url: receiver.url, enabled_events: ['proposal.created', 'proposal.updated'] })).status,
    201,
  )
  const keyOfAnn = await newKey(ann, 'Ann’s script')
  const id = await reviewed('Acme Widgets LLC')
  const { status, body, headers } = await ask(
    'PATCH',
    `/v1/businesses/${id}`,
    { status: 'approved', status_reason: 'known to us' },
    keyOfAnn,
  )
  assert.equal([status, body.object, body.acts, headers.get('location')], [202, 'proposal', ['approval'], `/v1/proposals/${body.id}`])
  assert.is(await statusOf(id), 'in_review')

  const shown = (await ask('GET', `/v1/proposals/${body.id}`)).body
  assert.equal(
    [shown.title, shown.why, shown.status, shown.about, shown.proposed_by.name],
    ['Approve the business', 'known to us', 'open', { object: 'business', id }, 'Ann’s script'],
  )
  for (const key of [keyOfAnn, await newKey(ann, 'Another of Ann’s')]) {
    const { status, body: told } = await ask('POST', `/v1/proposals/${body.id}/confirm`, undefined, key)
    assert.equal([status, told.errors[0].message], [403, 'the same person proposed it: another person has to confirm or refuse it'])
  }
  await ann.get('/proposals')
  await ann.post(`/proposals/${body.id}/confirm`, Object.fromEntries(await tokenOf(ann)))
  assert.is(await statusOf(id), 'in_review')

  const marked = async () => /Proposal open/.test((await bob.get('/businesses?q=acme')).text)
  assert.ok(await marked(), 'the queue marks it')
  assert.match(
    (await bob.get(`/businesses/${id}`)).text,
    /A proposal waits for a second person[\s\S]*id="proposals"[\s\S]*Approve the business/,
  )
  assert.match((await bob.get('/proposals')).text, new RegExp(`for <a href="/businesses/${id}">Acme Widgets LLC</a>`))
  const done = await bob.form(`/proposals/${body.id}/confirm`)
  assert.is(done.location, `/businesses/${id}`)
  assert.match((await bob.get(`/businesses/${id}`)).text, 'by Bob, proposed by API key “Ann’s script”')
  assert.is(await statusOf(id), 'approved')
  assert.not(await marked())
  const { decision } = (await ask('GET', `/v1/businesses/${id}/decision`)).body
  assert.equal([decision.decided_by.name, decision.proposed_by.name], ['Bob', 'API key “Ann’s script”'])
  const again = await ask('POST', `/v1/proposals/${body.id}/confirm`, undefined, await newKey(bob, 'Bob’s'))
  assert.equal([again.status, again.body.errors[0].message], [409, 'the proposal has already been confirmed'])

  const history = (await ask('GET', `/v1/businesses/${id}/events?per_page=100`)).body
  const approval = history.data.find(({ type }: Body) => type === 'BusinessApproved')
  assert.equal([approval.actor.type, approval.proposed_by.type], ['user', 'api_key'])
  assert.ok(history.data.some(({ type }: Body) => type === 'ProposalConfirmed'))
  assert.match((await bob.get(`/businesses/${id}/history`)).text, 'Bob, proposed by API key “Ann’s script”')
  const report = (await ask('GET', `/v1/businesses/${id}/report`)).body
  assert.is(report.decisions[0].decided_by, 'Bob, proposed by API key “Ann’s script”')
  await until('the webhook told both', async () => receiver.received.length >= 2)
  assert.equal(
    receiver.received.map(({ event }) => [event.type, event.data.object.status]),
    [
      ['proposal.created', 'open'],
      ['proposal.updated', 'confirmed'],
    ],
  )
})

const tokenOf = async (who: Visitor): Promise<readonly (readonly [string, string])[]> => {
  const { text } = await who.get('/settings/two-people')
  return [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
}

test('a repeated request with its Idempotency-Key names the same proposal', async () => {
  const id = await reviewed('Acme Repeats LLC')
  const once = () =>
    fetch(`${service.url}/v1/actions`, {
      method: 'POST',
      headers: { Authorization: 'Bearer bvs_test_0123456789abcdef0123', 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
      body: JSON.stringify({ object_type: 'businesses', object_id: id, type: 'decision', payload: { status: 'approved' } }),
    })
  const [first, second] = [await once(), await once()]
  assert.equal([first.status, second.status], [202, 202])
  assert.equal(await first.json(), await second.json())
})

test('a decision on the page becomes a proposal, and one that is refused says why', async () => {
  const id = await reviewed('Acme Doubts LLC')
  await ann.get(`/businesses/${id}`)
  const sent = await ann.form(`/businesses/${id}/decision`, { status: 'approved', reason: 'known_customer', note: 'We know them' })
  assert.is(sent.location, '/proposals')
  const page = (await ann.get('/proposals')).text
  assert.match(page, 'Proposed: another person has to confirm it.')
  assert.match(page, 'We know them')
  const proposal = (await ask('GET', `/v1/proposals?business_id=${id}`)).body.data[0]
  const { status } = await ask(
    'POST',
    `/v1/proposals/${proposal.id}/refuse`,
    { reason: 'The lease is missing' },
    await newKey(bob, 'Refuser'),
  )
  assert.is(status, 200)
  assert.is(await statusOf(id), 'in_review')
  const closed = (await ann.get('/proposals?status=all')).text
  assert.match(closed, 'The lease is missing')
  assert.match(closed, /<p class="quiet">Refused by the API key “Refuser”, <time/)
})

test('what has changed since is named, and cannot be confirmed any more', async () => {
  const id = await reviewed('Acme Moves LLC')
  const { body } = await ask('PATCH', `/v1/businesses/${id}`, { status: 'approved' })
  await ask('PATCH', `/v1/businesses/${id}`, { name: 'Acme Moved LLC' })
  assert.ok((await ask('GET', `/v1/proposals/${body.id}`)).body.changed.includes('submitted data'))
  const { status, body: told } = await ask('POST', `/v1/proposals/${body.id}/confirm`, undefined, await newKey(bob, 'Late'))
  assert.is(status, 409)
  assert.match(told.errors[0].message, 'submitted data')
})

test('who proposed what is out of date is told to withdraw it, and who would confirm to refuse it', async () => {
  const id = await reviewed('Acme Renames LLC')
  await ann.get(`/businesses/${id}`)
  await ann.form(`/businesses/${id}/decision`, { status: 'approved', reason: 'known_customer' })
  const told = async ({ get }: Visitor) => (await get(`/businesses/${id}`)).text
  assert.match(await told(ann), 'Another person has to confirm it.')
  await ask('PATCH', `/v1/businesses/${id}`, { name: 'Acme Renamed LLC' })
  const own = await told(ann)
  assert.match(own, 'which can no longer be confirmed. Withdraw it, or propose it again.')
  assert.not.match(own, 'Another person has to confirm it.')
  assert.match(await told(bob), 'which can no longer be confirmed. Refuse it, or propose it again.')
})

test('a key with scopes ends only proposals of what its scopes allow', async () => {
  const keyOfBob = await newKey(bob, 'Bob’s maker')
  const keyWith = async (...scopes: readonly string[]): Promise<string> =>
    (await ask('POST', '/v1/api_keys', { name: `Bob’s ${scopes.join()}`, scopes: ['proposals:write', ...scopes] }, keyOfBob)).body.key
  const [narrow, approves, acts] = [await keyWith(), await keyWith('businesses:write'), await keyWith('actions:write')]
  const id = await reviewed('Acme Scopes LLC')
  const { body: approval } = await ask('PATCH', `/v1/businesses/${id}`, { status: 'approved' })
  const confirm = async (proposal: string, key: string) => {
    const { status, headers } = await ask('POST', `/v1/proposals/${proposal}/confirm`, undefined, key)
    return [status, /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1]]
  }
  for (const key of [narrow, acts]) assert.equal(await confirm(approval.id, key), [403, 'businesses:write'])
  for (const [way, sent] of [['refuse', { reason: 'no' }], ['withdraw']] as const)
    assert.is((await ask('POST', `/v1/proposals/${approval.id}/${way}`, sent, narrow)).status, 403, way)
  assert.is(await statusOf(id), 'in_review')
  assert.equal(await confirm(approval.id, approves), [200, undefined])
  assert.is(await statusOf(id), 'approved')

  await ann.get('/settings/users')
  await ann.form('/settings/users', { name: 'Eve', email: 'eve@example.com', roles: 'admin' })
  const invitation = (await ask('GET', '/v1/proposals?status=open')).body.data.find(({ title }: Body) => title.startsWith('Invite Eve'))
  for (const key of [narrow, approves, acts]) assert.equal(await confirm(invitation.id, key), [403, undefined])
  assert.equal(await confirm(invitation.id, keyOfBob), [200, undefined])
})

test('a proposal is not there for another account, nor for a live key of the same one', async () => {
  const id = await reviewed('Acme Strangers LLC')
  const { body } = await ask('PATCH', `/v1/businesses/${id}`, { status: 'approved' })
  const other = (await operate('POST', '/accounts', { name: 'Other account', slug: 'other-account' })).body.id
  const strangers = {
    'another account': (await operate('POST', `/accounts/${other}/keys`, { name: 'key', mode: 'test' })).body.key,
    'a live key': (await operate('POST', `/accounts/${(await account()).id}/keys`, { name: 'live', mode: 'live' })).body.key,
  }
  const ways = [
    ['GET', ''],
    ['POST', '/confirm'],
    ['POST', '/refuse', { reason: 'stolen' }],
    ['POST', '/withdraw'],
  ] as const
  for (const [who, key] of Object.entries(strangers)) {
    for (const [method, way, sent] of ways) {
      const { status, body: told } = await ask(method, `/v1/proposals/${body.id}${way}`, sent, key)
      assert.equal([status, told.errors[0].message], [404, 'proposal not found'], `${method} ${way} of ${who}`)
    }
    const listed = (await ask('GET', '/v1/proposals', undefined, key)).body.data.map((each: Body) => each.id)
    assert.not(listed.includes(body.id), who)
  }
  assert.is((await ask('GET', `/v1/proposals/${body.id}`)).body.status, 'open')
})

test('the link of a proposed invitation works once somebody else has confirmed it', async () => {
  const cara = visitor(service.url)
  await ann.get('/settings/users')
  const invited = await ann.form('/settings/users', { name: 'Cara', email: 'cara@example.com', roles: 'member' })
  assert.match(invited.text, 'It works once another person has confirmed it')
  const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
  const who = { email: 'cara@example.com', password: 'another long secret' }
  const early = await cara.get(link)
  assert.not.match(early.text, 'name="password"')
  const proposal = (await ask('GET', '/v1/proposals?status=open')).body.data.find(({ title }: Body) => title.startsWith('Invite Cara'))
  await bob.get('/proposals')
  await bob.form(`/proposals/${proposal.id}/confirm`)
  await cara.get(link)
  await cara.form(link, { name: 'Cara', password: who.password })
  assert.is((await cara.signIn(who)).status, 303)
})

test('the read models hold of a proposal neither a number of a person, a date of birth nor the hash of a link', async () => {
  const id = await reviewed('Changed LLC')
  const people = [{ name: 'Ann Doe', ssn: '417-38-2951', dob: '1961-07-29' }]
  const ownership = [{ person: { name: 'Olive Stone', date_of_birth: '1957-11-23' }, percentage: 60 }]
  const change = { status: 'approved', people, ownership, tin: { tin: '528-49-1637' } }
  const { status, body } = await ask('PATCH', `/v1/businesses/${id}`, change)
  assert.is(status, 202)
  await ann.get('/settings/users')
  const invited = await ann.form('/settings/users', { name: 'Dan', email: 'dan@example.com', roles: 'member' })
  const [, secret = ''] = /\/invitations\/(\w+)/.exec(invited.text) ?? []
  const file = new DatabaseSync(join(service.dataDir, 'read-models.sqlite'), { readOnly: true })
  const stored = JSON.stringify(file.prepare('select * from proposals').all())
  file.close()
  for (const hidden of ['417382951', '417-38-2951', '1961-07-29', '1957-11-23', '528491637', '528-49-1637', secretHash(secret)])
    assert.not.ok(stored.includes(hidden), hidden)
  const shown = (await ask('GET', `/v1/proposals/${body.id}`)).body
  assert.match(shown.title, 'Approve the business, and change its')
  const { data } = (await ask('GET', '/v1/proposals?status=open')).body
  assert.ok(data.some(({ title }: Body) => title === 'Invite Dan as member'))
  assert.is((await ask('POST', `/v1/proposals/${body.id}/withdraw`)).status, 200)
})

test('in the queue an approval that waits for a second person leads to the next case', async () => {
  const [first, second] = [await reviewed('Queued First LLC'), await reviewed('Queued Second LLC')]
  const at = (id: string, place: number) => `/businesses/${id}?${new URLSearchParams({ queue: 'q=queued&sort=name', case: String(place) })}`
  const path = at(first, 0)
  await ann.get(path)
  const sent = await ann.form(path.replace('?', '/decision?'), { status: 'approved', reason: 'known_customer' })
  assert.is(sent.location, at(second, 1))
  assert.match((await ann.get(sent.location)).text, 'Queued First LLC: Proposed: another person has to confirm it. This is the next case.')
  const { data } = (await ask('GET', `/v1/proposals?business_id=${first}`)).body
  assert.is(data[0].title, 'Approve the business: Known customer')
  await ann.get('/proposals')
  await ann.form(`/proposals/${data[0].id}/withdraw`)
})

test('approvals of several that wait for a second person are told apart from refusals', async () => {
  const ids = [await reviewed('Bulk First LLC'), await reviewed('Bulk Second LLC')]
  const page = await ann.get('/businesses?q=bulk')
  const fieldsWith = (hidden: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) => {
    const fields = new URLSearchParams({ ...hidden, ...more })
    for (const id of ids) fields.append('id', id)
    return fields
  }
  const asked = await ann.post('/businesses/bulk', fieldsWith(hiddenFields(page.text, '/businesses/bulk'), { do: 'approved' }))
  const { id: _, seen: __, ...hidden } = hiddenFields(asked.text, '/businesses/bulk/confirmed')
  const confirmed = fieldsWith(hidden, { reason: 'known_customer' })
  for (const [, seen = ''] of asked.text.matchAll(/name="seen" value="([^"]*)"/g)) confirmed.append('seen', seen)
  const sent = await ann.post('/businesses/bulk/confirmed', confirmed)
  const { text } = await ann.get(sent.location)
  assert.match(text, />Approved: 0 of 2\. Proposed: 2\. Another person has to confirm each\.</)
  const { data } = (await ask('GET', '/v1/proposals?status=open')).body
  await ann.get('/proposals')
  for (const { id } of data.filter(({ about }: Body) => ids.includes(about.id))) await ann.form(`/proposals/${id}/withdraw`)
})

test('a policy’s approval waits too, and the policy says so', async () => {
  const rule = {
    name: 'all',
    when: { '==': [{ var: 'watchlist.hits' }, 0] },
    result: 'approve',
    actions: [{ type: 'set_status', status: 'approved' }],
  }
  const { id: accountId } = await account()
  const added = await operate('POST', `/accounts/${accountId}/policies`, { name: 'Approves', rules: [rule] })
  await ann.get('/settings/policies')
  const sent = await ann.form(`/settings/policies/${added.body.policy_id}`, { version: '1' })
  assert.is(sent.location, '/proposals')
  const enabling = (await ask('GET', '/v1/proposals?status=open')).body.data.find(({ acts }: Body) => acts.includes('policy'))
  assert.is(enabling.title, 'Enable version 1 of the policy “Approves”')
  await bob.get('/proposals')
  await bob.form(`/proposals/${enabling.id}/confirm`)

  const id = await reviewed('Acme Policy LLC')
  await until('the policy has proposed', async () => (await ask('GET', `/v1/proposals?business_id=${id}`)).body.total_count === 1)
  const proposal = (await ask('GET', `/v1/proposals?business_id=${id}`)).body.data[0]
  assert.equal([proposal.proposed_by.type, proposal.proposed_by.name], ['process', 'Approves'])
  for (const who of [ann, bob]) {
    await who.get('/proposals')
    await who.form(`/proposals/${proposal.id}/confirm`)
  }
  assert.is(await statusOf(id), 'in_review')
  await until('the policy tells of it', async () => {
    const { data } = (await ask('GET', `/v1/businesses/${id}/policy_results`)).body
    return /second person/.test(JSON.stringify(data))
  })
  // The key of the operator is a third person.
  assert.is((await ask('POST', `/v1/proposals/${proposal.id}/confirm`)).status, 200)
  assert.is(await statusOf(id), 'approved')
})

test('an erasure of the operator waits for a user, who confirms it, and then the data are gone', async () => {
  const { body } = await ask('POST', '/v1/businesses', {
    name: 'Acme Forgets LLC',
    addresses: [{ full_address: '1 Main St, Salem, OR 97301' }],
    people: [{ name: 'Quentin Quagmire' }],
  })
  await until('it is in review', async () => (await ask('GET', `/v1/businesses/${body.id}`)).body.status === 'in_review')
  const erasure = await operate('POST', '/erasures', {
    business_id: body.id,
    person_id: null,
    reason: 'asked',
    requested_by: 'officer',
    dry_run: false,
  })
  assert.is(erasure.status, 202)
  assert.match(JSON.stringify((await ask('GET', `/v1/businesses/${body.id}`)).body), 'Quentin Quagmire')
  assert.is((await ask('POST', `/v1/proposals/${erasure.body.id}/confirm`)).status, 403)
  await bob.get('/proposals')
  await bob.form(`/proposals/${erasure.body.id}/confirm`)
  await until(
    'the person is erased',
    async () => !JSON.stringify((await ask('GET', `/v1/businesses/${body.id}`)).body).includes('Quagmire'),
  )
  const events = JSON.stringify((await ask('GET', `/v1/businesses/${body.id}/events?per_page=100`)).body)
  assert.match(events, 'PersonalDataErased')
})

test('who may not decide a change of settings sees why, and no button', async () => {
  const cara = visitor(service.url)
  await cara.signIn({ email: 'cara@example.com', password: 'another long secret' })
  await ann.get('/settings/notices')
  await ann.form('/settings/notices', { creditor_name: 'First Bank' })
  const { data } = (await ask('GET', '/v1/proposals?status=open')).body
  const { id } = data.find(({ title }: Body) => title.includes('creditor “First Bank”'))
  const seen = (await cara.get('/proposals')).text
  assert.match(seen, 'Your role does not allow you to decide this: another administrator has to.')
  assert.not.match(seen, `/proposals/${id}/`)
  assert.match((await bob.get('/proposals')).text, `/proposals/${id}/confirm`)
  await ann.get('/proposals')
  await ann.form(`/proposals/${id}/withdraw`)
})

test('a long notice is cut, so that it is not lost with its cookie', async () => {
  await ann.get('/settings/notices')
  const reasons = Array.from({ length: 40 }, (_, index) => `reason_${index}: ${'ü'.repeat(90)}`).join('\n')
  await ann.form('/settings/notices', {
    reasons,
    creditor_name: 'ü'.repeat(200),
    creditor_address: 'ü'.repeat(500),
    agency: 'ü'.repeat(500),
  })
  const { data } = (await ask('GET', '/v1/proposals?status=open')).body
  await bob.get('/proposals')
  await bob.form(`/proposals/${data[0].id}/confirm`)
  const cookie = bob.cookies.get('probity_notice') ?? ''
  assert.ok(cookie.length > 1000 && cookie.length < 4000, `${cookie.length} characters`)
  assert.match((await bob.get('/proposals')).text, /Confirmed: Set what notices of adverse actions say: creditor “ü+/)
})

test('who confirms sees each changed field from its value now to the proposed one, and the hit that would be dismissed', async () => {
  const id = await reviewed('Watchlist Business')
  const changes = { name: 'Harmless Bakery', external_id: 'crm-7', tin: { tin: '123456789' } }
  await ask('PATCH', `/v1/businesses/${id}`, { status: 'approved', ...changes })
  const approval = (await bob.get(`/businesses/${id}`)).text
  assert.match(approval, '<p>The findings: Do not approve: Watchlist hit.</p>')
  assert.match(approval, '<dt>Name</dt>\n<dd><del>Watchlist Business</del> <ins>Harmless Bakery</ins></dd>')
  assert.match(approval, '<dt>External ID</dt>\n<dd><ins>crm-7</ins></dd>')
  assert.match(approval, '<ins>…6789</ins>')
  assert.not.match(approval, '123456789')
  const { watchlist } = (await ask('GET', `/v1/businesses/${id}`)).body
  const [hit] = watchlist.lists.flatMap(({ results }: Body) => results)
  const dismissal = { object_type: 'watchlist_result', object_id: hit.id, type: 'dismissal', payload: { reason: 'Another one' } }
  await ask('POST', '/v1/actions', dismissal)
  assert.match((await bob.get('/proposals')).text, `The hit: <a href="/businesses/${id}#hit-${hit.id}">${hit.entity_name} (SDN)</a>`)
})

test('to turn the rule off takes two', async () => {
  const sent = await require(ann, {})
  assert.is(sent.location, '/proposals')
  // The policy may propose something meanwhile.
  const { data } = (await ask('GET', '/v1/proposals?status=open')).body
  const proposal = data.find(({ title }: Body) => title === 'Require a second person for: nothing')
  const shown = (await bob.get('/proposals')).text
  assert.match(shown, '<dt>Two person rule · Approval</dt>\n<dd><del>low</del> </dd>')
  assert.match(shown, '<dt>Two person rule · Dismissal</dt>\n<dd><del>true</del> <ins>false</ins></dd>')
  await bob.get('/proposals')
  await bob.form(`/proposals/${proposal.id}/confirm`)
  assert.is((await account()).two_person_rule.settings, false)
})

test.run()
