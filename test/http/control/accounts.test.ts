// The operator's routes for accounts, keys, users, settings, failed work, seals, erasures and builds.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../../src/auth/operator-token.ts'
import { account } from '../../../src/commands/account.ts'
import { type ErasureReport, type ErasureRequest, repeatedAtOnce } from '../../../src/http/control/audit.ts'
import type { BuildProgress } from '../../../src/http/control/build.ts'
import { operatorSender } from '../../../src/http/control/desk.ts'
import { newestVersion, versionNames } from '../../../src/interface/versions.ts'
import { BuildRefused } from '../../../src/projections/build-beside.ts'
import { noteFailing } from '../../../src/stores/failing-work.ts'
import { isFailing, type WorkState } from '../../../src/stores/process-work.ts'
import { toy } from '../toy.ts'
import { first, nothing, type Operator, openOperator, second } from './operator.ts'

const inboxes = [
  { process: 'webhooks', kind: 'retry_inbox_webhooks' },
  { process: 'webhooks', kind: 'retry_inbox_webhooks_2' },
  { process: 'policies', kind: 'retry_inbox_policies' },
]

let it: Operator
let report: ErasureReport | null = null
const erased: ErasureRequest[] = []
const repeated: object[] = []
const repeatReport = { keys: 1, unknown: 0, kept_by_reader: false }
let progress: BuildProgress | null = null
let refuseBuild: Error | null = null
const built: string[] = []
const build = (what: string) => async () => {
  if (refuseBuild) throw refuseBuild
  built.push(what)
}

test.before(async () => {
  it = await openOperator(() => ({
    interfaceVersion: newestVersion,
    audit: {
      seal: async () => ({ sealed: 3 }),
      erase: async (request) => {
        erased.push(request)
        return report
      },
      repeat: async (request) => {
        repeated.push(request)
        return repeatReport
      },
    },
    retryInboxes: inboxes,
    setAside: async () => [{ kind: 'keys', key: 'k', file: 'records.sqlite', found_at: '2026-11-22T00:00:00.000Z' }],
    build: { progress: () => progress, abandon: build('abandon'), resume: build('resume') },
  }))
})
test.after(() => it.inner.close())

test('only the token of the operator comes in', async () => {
  for (const headers of [{ Authorization: '' }, { Authorization: 'Bearer wrong' }, { Authorization: 'Bearer key-a' }])
    assert.is((await it.asAnother(headers)).status, 401)
  assert.is((await it.asAnother({ Authorization: `Basic ${btoa('bvs_operator_of_these_tests:')}` })).status, 200)
})

test('the token follows from the master key', () => {
  const [one, other] = [operatorToken(Buffer.alloc(32, 1)), operatorToken(Buffer.alloc(32, 2))]
  assert.match(one, /^bvs_operator_[\w-]{43}$/)
  assert.is(one, operatorToken(Buffer.alloc(32, 1)))
  assert.is.not(one, other)
})

const everyAccountPath = [
  ['PUT', '/features/monitoring', { on: true }],
  ['GET', '/keys'],
  ['POST', '/keys', { name: 'k', mode: 'test' }],
  ['POST', `/keys/${nothing}/rotate`],
  ['DELETE', `/keys/${nothing}`],
  ['GET', '/users'],
  ['POST', '/users', { email: 'ann@example.com', name: 'Ann' }],
  ['GET', '/defaults'],
  ['PUT', '/defaults', { secured_parties: [], collateral: null }],
  ['PUT', '/source_age', { days: 30 }],
  ['PUT', '/interface_version', { version: newestVersion }],
  ['GET', '/watchlists'],
  ['PUT', '/watchlists', { watchlists: null }],
  ['PUT', '/two_person_rule', { approval: null, override: false, dismissal: false, policy: false, erasure: false, settings: false }],
  ['PUT', '/monitor_types', { monitor_types: [] }],
] as const

for (const [method, path, body] of everyAccountPath)
  test(`${method} of ${path} at an account that does not exist is 404`, async () => {
    assert.is(await it.refusal(method, `/accounts/${nothing}${path}`, body), '404 account not found')
  })

test('accounts are listed by their short name, and a new one has every feature and the version of new accounts', async () => {
  const { status, body } = await it.ask('POST', '/accounts', { name: ' Bolt Works ', slug: 'bolt-1' })
  assert.is(status, 201)
  const { features } = (await it.ask('GET', '/accounts')).body
  assert.ok(features.includes('monitoring'))
  assert.equal([body.name, body.slug, body.features, body.interface_version], ['Bolt Works', 'bolt-1', features, newestVersion])
  const slugs = (await it.ask('GET', '/accounts')).body.data.map(({ slug }: { slug: string }) => slug)
  assert.equal(slugs, ['bolt-1', 'first', 'second'])
})

const wrong: readonly (readonly [method: string, path: string, body: object, refusal: string])[] = [
  ['POST', '/accounts', { name: ' ', slug: 'x' }, '422 name'],
  ['POST', '/accounts', { name: 'x'.repeat(201), slug: 'x' }, '422 name'],
  ['POST', '/accounts', { name: 'x', slug: '' }, '422 slug'],
  ['POST', '/accounts', { name: 'x', slug: 'x'.repeat(61) }, '422 slug'],
  ['POST', '/accounts', { name: 'x', slug: 'X' }, '422 slug'],
  ['POST', '/accounts', { name: 'x', slug: 'a b' }, '422 slug'],
  ['POST', '/accounts', { name: 'x', slug: 'first' }, '422 slug'],
  ['PUT', `/accounts/${first}/features/nonsense`, { on: true }, '422 feature'],
  ['PUT', `/accounts/${first}/features/monitoring`, { on: 'yes' }, '422 on'],
  ['POST', `/accounts/${first}/keys`, { name: 'k' }, '422 mode'],
  ['POST', `/accounts/${first}/keys`, { name: 'k', mode: 'sandbox' }, '422 mode'],
  ['POST', `/accounts/${first}/keys`, { name: 'k', mode: 'test', scopes: ['everything'] }, '422 scopes.0'],
  ['POST', `/accounts/${first}/keys/${nothing}/rotate`, {}, '404 api key not found'],
  ['DELETE', `/accounts/${first}/keys/${nothing}`, {}, '404 api key not found'],
  ['POST', `/accounts/${first}/users`, { email: 'ann', name: 'Ann' }, '400 email'],
  ['POST', `/accounts/${first}/users`, { email: 'a@b', name: '' }, '400 name'],
  ['POST', `/accounts/${first}/users`, { email: 'a@b', name: 'Ann', roles: ['king'] }, '422 roles.0'],
  ['PUT', `/accounts/${first}/source_age`, { days: 0 }, '422 days'],
  ['PUT', `/accounts/${first}/source_age`, { days: 1.5 }, '422 days'],
  ['PUT', `/accounts/${first}/interface_version`, { version: '2000-01-01' }, '400 version'],
  ['PUT', `/accounts/${first}/watchlists`, { watchlists: [] }, '422 watchlists'],
  ['PUT', `/accounts/${first}/watchlists`, { watchlists: ['NO'] }, '422 watchlists'],
  ['PUT', `/accounts/${first}/monitor_types`, { monitor_types: ['weather'] }, '422 monitor_types.0'],
  ['PUT', `/accounts/${first}/two_person_rule`, { approval: 'high' }, '422 override dismissal policy erasure settings'],
  ['PUT', `/accounts/${first}/defaults`, { secured_parties: [] }, '422 collateral'],
  ['PUT', `/accounts/${first}/defaults`, { secured_parties: [], collateral: '' }, '422 collateral'],
  ['POST', '/erasures', { business_id: 'x', person_id: null, reason: '', requested_by: '', dry_run: true }, '422 business_id'],
]
for (const [method, path, body, refusal] of wrong)
  test(`${method} ${path.replace(first, ':id')} of ${JSON.stringify(body).slice(0, 70)} is refused`, async () => {
    assert.is(await it.refusal(method, path, body), refusal)
  })

test('a feature is switched off and on', async () => {
  const features = async (on: boolean) => (await it.ask('PUT', `/accounts/${first}/features/monitoring`, { on })).body.features
  assert.not((await features(false)).includes('monitoring'))
  assert.ok((await features(true)).includes('monitoring'))
})

test('keys are made with their limits, listed the oldest first, replaced and revoked, each at its own account', async () => {
  const expires_at = '2030-01-01T00:00:00.000Z'
  const made = await it.ask('POST', `/accounts/${first}/keys`, { name: 'Server', mode: 'live', scopes: ['liens:read'], expires_at })
  assert.is(made.status, 201)
  assert.match(made.body.key, /^bvs_live_/)
  assert.equal([made.body.name, made.body.mode, made.body.scopes, made.body.expires_at], ['Server', 'live', ['liens:read'], expires_at])
  const { id } = made.body
  const rotated = await it.ask('POST', `/accounts/${first}/keys/${id}/rotate`, { expires_at: '2031-01-01T00:00:00.000Z' })
  assert.equal([rotated.status, rotated.body.mode, rotated.body.expires_at], [201, 'live', '2031-01-01T00:00:00.000Z'])
  assert.is(await it.refusal('POST', `/accounts/${second}/keys/${rotated.body.id}/rotate`), '404 api key not found')
  assert.is(await it.refusal('DELETE', `/accounts/${second}/keys/${rotated.body.id}`), '404 api key not found')
  const revoked = await it.ask('DELETE', `/accounts/${first}/keys/${rotated.body.id}`)
  assert.equal(revoked, { status: 200, body: { id: rotated.body.id, revoked: true } })
  const { data } = (await it.ask('GET', `/accounts/${first}/keys`)).body
  assert.equal(
    data.map((key: { id: string; replaced_by: string | null; revoked_at: string | null }) => [
      key.id,
      key.replaced_by,
      key.revoked_at !== null,
    ]),
    [
      [id, rotated.body.id, false],
      [rotated.body.id, null, true],
    ],
  )
  assert.equal((await it.ask('GET', `/accounts/${second}/keys`)).body, { data: [] })
})

test('no key and no account is left out of the lists, however many there are', async () => {
  const { inner, ask } = await openOperator()
  const most = 1000
  try {
    const numbers = Array.from({ length: most }, (_, index) => String(index).padStart(4, '0'))
    const key = (number: string) => ({
      key_id: nothing.slice(0, -number.length) + number,
      name: number,
      mode: 'test' as const,
      key_hash: number,
    })
    const keys = ['a', ...numbers].map((number) => ({ type: 'ApiKeyCreated' as const, data: { ...key(number), last_four: 'abcd' } }))
    await inner.record(`account-${first}`, keys)
    const listed = (await ask('GET', `/accounts/${first}/keys`)).body.data
    assert.is(new Set(listed.map(({ id }: { id: string }) => id)).size, most + 1)
    assert.is(listed.length, most + 1)
    const created = (number: string) => {
      const accountId = nothing.slice(0, -4) + number
      const data = { account_id: accountId, name: number, slug: `many-${number}`, features: [] }
      return inner.record(`account-${accountId}`, [{ type: 'AccountCreated', data }], { accountId })
    }
    await Promise.all(numbers.map(created))
    const slugs = (await ask('GET', '/accounts')).body.data.map(({ slug }: { slug: string }) => slug)
    assert.equal(slugs, ['first', ...numbers.map((number) => `many-${number}`), 'second'])
  } finally {
    await inner.close()
  }
})

test('a user is invited by a link of this service, as an administrator where nothing else is said', async () => {
  const inAWeek = () => it.inner.now().getTime() + 7 * 86_400_000
  const earliest = inAWeek()
  const invited = await it.ask('POST', `/accounts/${first}/users`, { email: ' Ann@Example.com', name: 'Ann' })
  assert.is(invited.status, 201)
  assert.match(invited.body.link, /^http:\/\/localhost\/invitations\/.+/)
  const expiresAt = Date.parse(invited.body.expires_at)
  assert.ok(earliest <= expiresAt && expiresAt <= inAWeek(), invited.body.expires_at)
  await it.ask('POST', `/accounts/${first}/users`, { email: 'bob@example.com', name: 'Bob', roles: ['read_only'] })
  const { data } = (await it.ask('GET', `/accounts/${first}/users`)).body
  const shown = { status: 'invited', signed_in_at: null }
  assert.equal(
    data.map(({ id: _, ...user }: { id: string }) => user),
    [
      { email: 'ann@example.com', name: 'Ann', ...shown, roles: ['admin'] },
      { email: 'bob@example.com', name: 'Bob', ...shown, roles: ['read_only'] },
    ],
  )
  assert.is(data[0].id, invited.body.id)
  assert.equal((await it.ask('GET', `/accounts/${second}/users`)).body.data, [])
})

const address = { full_address: '1 Main St, Reno, NV 89501' }
const party = { organization_name: 'First Bank', addresses: [address] }

test('defaults of liens have parties with a name and an address that can be read', async () => {
  const put = (party: object) => it.refusal('PUT', `/accounts/${first}/defaults`, { secured_parties: [party], collateral: null })
  const names: readonly (readonly [object, boolean])[] = [
    [{}, false],
    [{ first_name: 'Ann' }, false],
    [{ last_name: 'Doe' }, false],
    [{ first_name: 'Ann', last_name: 'Doe' }, true],
    [{ name: 'Bank' }, true],
    [{ organization_name: 'Bank' }, true],
  ]
  for (const [name, isEnough] of names) {
    const sent = { ...name, addresses: [address] }
    if (isEnough)
      assert.is((await it.ask('PUT', `/accounts/${first}/defaults`, { secured_parties: [sent], collateral: 'All' })).status, 200)
    else assert.is(await put(sent), '422 secured_parties.0.organization_name', JSON.stringify(name))
  }
  for (const addresses of [
    undefined,
    null,
    [],
    [{ full_address: ', ,' }],
    [{ full_address: 'nowhere' }],
    [address, { full_address: 'nowhere' }],
  ])
    assert.is(await put({ name: 'Bank', addresses }), '422 secured_parties.0.addresses', JSON.stringify(addresses))
})

test('defaults of liens are kept, by either spelling of a name and either form of an address', async () => {
  const parts = { address_line1: '2 Side St', city: 'Reno', state: 'NV', postal_code: '89501' }
  const secured_parties = [
    party,
    { name: 'Second Bank', addresses: [parts] },
    { first_name: 'Ann', last_name: 'Doe', addresses: [address] },
  ]
  const { body } = await it.ask('PUT', `/accounts/${first}/defaults`, { secured_parties, collateral: ' All inventory ' })
  assert.equal(
    body.secured_parties.map((each: { organization_name: string | null; last_name: string | null }) => [
      each.organization_name,
      each.last_name,
    ]),
    [
      ['First Bank', null],
      ['Second Bank', null],
      [null, 'Doe'],
    ],
  )
  assert.equal([body.collateral, body.secured_parties[1].addresses[0].city], ['All inventory', 'Reno'])
  assert.equal((await it.ask('GET', `/accounts/${first}/defaults`)).body, body)
  assert.equal((await it.ask('GET', `/accounts/${second}/defaults`)).body, { secured_parties: [], collateral: null })
})

test('a hundred secured parties are the most', async () => {
  const put = (count: number) => ({ secured_parties: Array.from({ length: count }, () => party), collateral: null })
  assert.is((await it.ask('PUT', `/accounts/${first}/defaults`, put(100))).status, 200)
  assert.is(await it.refusal('PUT', `/accounts/${first}/defaults`, put(101)), '422 secured_parties')
})

test('each setting is answered with the account as it is then', async () => {
  const put = async (name: string, body: object) => (await it.ask('PUT', `/accounts/${second}/${name}`, body)).body
  assert.is((await put('source_age', { days: 45 })).source_age_limit_days, 45)
  assert.is((await put('interface_version', { version: versionNames[0] })).interface_version, versionNames[0])
  assert.is((await put('interface_version', { version: newestVersion })).interface_version, newestVersion)
  assert.equal((await put('watchlists', { watchlists: ['SDN'] })).watchlists, ['SDN'])
  const lists = (await it.ask('GET', `/accounts/${second}/watchlists`)).body
  assert.equal(lists.watchlists, ['SDN'])
  const list = (wanted: string) => lists.data.find(({ abbr }: { abbr: string }) => abbr === wanted)
  assert.equal(Object.keys(list('SDN')), ['abbr', 'version', 'title', 'agency', 'country'])
  assert.equal([list('SDN').version, list('UN').version], ['2026-11-01', null], 'a list that is not loaded has no version')
  assert.is((await put('watchlists', { watchlists: null })).watchlists, null)
  assert.equal((await put('monitor_types', { monitor_types: ['registration'] })).monitor_types, ['registration'])
})

test('a second person is not required of an account that has one person at most', async () => {
  const rule = { approval: null, override: true, dismissal: false, policy: false, erasure: false, settings: false }
  assert.match(await it.refusal('PUT', `/accounts/${second}/two_person_rule`, rule), /^422 /)
  const none = await it.ask('PUT', `/accounts/${second}/two_person_rule`, { ...rule, override: false })
  assert.equal([none.status, none.body.two_person_rule.override], [200, false])
})

/** A piece of work in a retry inbox. */
const piece = async (inbox: number, key: string, state: WorkState, dueAt?: Date) => {
  const { records } = it.inner.documents
  const kind = inboxes[inbox]?.kind ?? ''
  const work = { stream: `business-${key}`, type: 'OrderPlaced', accountId: first, state, failures: 3, error: 'no answer' }
  await records.put(kind, key, work, { expectedRevision: -1, ...(dueAt && { dueAt }) })
  if (isFailing(state)) await noteFailing(records, { accountId: first, kind, key })
}

test('open work is listed with what was set aside, the most urgent first, and filtered by its state', async () => {
  await piece(0, 'a', 'failed', new Date('2026-11-24T00:00:00.000Z'))
  await piece(1, 'b', 'dead_letter')
  await piece(2, 'c', 'deferred')
  const { body } = await it.ask('GET', '/work')
  assert.equal(
    body.data.map(({ key, state, process, due_at }: { key: string; state: string; process: string; due_at: string | null }) => [
      key,
      state,
      process,
      due_at,
    ]),
    [
      ['b', 'dead_letter', 'webhooks', null],
      ['a', 'failed', 'webhooks', '2026-11-24T00:00:00.000Z'],
      ['c', 'deferred', 'policies', null],
    ],
  )
  assert.equal([body.total_count, body.set_aside.map(({ key }: { key: string }) => key)], [3, ['k']])
  const keys = async (state: string) => (await it.ask('GET', `/work?state=${state}`)).body.data.map(({ key }: { key: string }) => key)
  assert.equal([await keys('dead_letter'), await keys('parked'), await keys('failed')], [['b'], ['b'], ['a']])
  assert.is(await it.refusal('GET', '/work?state=lost'), '400 state')
})

test('work is retried by its process and key, which the history of its account keeps', async () => {
  const retry = { process: 'webhooks', key: 'b' }
  assert.is(await it.refusal('POST', '/work/retry', { ...retry, process: 'policies' }), '400 key')
  assert.is(await it.refusal('POST', '/work/retry', { ...retry, key: 'z' }), '400 key')
  assert.is(await it.refusal('POST', '/work/retry', { process: 'webhooks' }), '422 key')
  assert.equal((await it.ask('POST', '/work/retry', retry)).body, { ...retry, retried: true })
  const again = await it.inner.documents.records.get('retry_inbox_webhooks_2', 'b')
  assert.equal([again?.value.state, again?.value.failures], ['failed', 0])
  const last = (await it.inner.history(`account-${first}`)).at(-1)
  assert.equal([last?.type, last?.metadata.actor], ['WorkRetried', { type: 'operator', id: 'command_line' }])
})

test('a thousand pieces of work are shown, and all are counted', async () => {
  for (let n = 0; n < 999; n++) await piece(2, `many-${n}`, 'deferred')
  const { body } = await it.ask('GET', '/work')
  assert.equal([body.data.length, body.total_count], [1000, 1002])
})

test('the log is sealed', async () => {
  assert.equal(await it.ask('POST', '/seals'), { status: 201, body: { sealed: 3 } })
})

const notSought = { still_in: null, elsewhere: [], left_behind: [], left_in: [] }

test('an erasure is passed on, and says who is not there: the business, or the person in it', async () => {
  const request = { business_id: nothing, person_id: null, reason: ' asked for ', requested_by: ' Ann ', dry_run: true }
  assert.is(await it.refusal('POST', '/erasures', request), '404 business not found')
  assert.equal(erased.at(-1), { ...request, reason: 'asked for', requested_by: 'Ann' })
  assert.is(await it.refusal('POST', '/erasures', { ...request, person_id: first }), '400 person_id')
  report = {
    kind: 'business',
    subjects: [],
    events: 1,
    values: 2,
    erased: false,
    liens: [],
    read_again: false,
    kept_by_reader: false,
    not_personal_elsewhere: [],
    ...notSought,
  }
  assert.equal(await it.ask('POST', '/erasures', request), { status: 200, body: report })
  for (const [field, most] of [
    ['reason', 1000],
    ['requested_by', 200],
  ] as const) {
    assert.is((await it.ask('POST', '/erasures', { ...request, [field]: 'x'.repeat(most) })).status, 200)
    assert.is(await it.refusal('POST', '/erasures', { ...request, [field]: 'x'.repeat(most + 1) }), `422 ${field}`)
  }
})

test('erasures that a restore undid are repeated some at a time, each as it was noted', async () => {
  const note = {
    stream: `business-${first}`,
    subjects: [first],
    kind: 'business',
    reason: 'asked for',
    requested_by: 'Ann',
    order_id: nothing,
  }
  const request = { erasures: Array.from({ length: repeatedAtOnce }, () => note), dry_run: true }
  assert.equal(await it.ask('POST', '/repeated_erasures', request), { status: 200, body: repeatReport })
  assert.equal(repeated, [request])
  assert.is(await it.refusal('POST', '/repeated_erasures', { ...request, erasures: [...request.erasures, note] }), '422 erasures')
  assert.is(await it.refusal('POST', '/repeated_erasures', { ...request, erasures: [] }), '422 erasures')
  assert.is(repeated.length, 1)
})

test('a build is listed, abandoned and resumed while there is one', async () => {
  assert.equal((await it.ask('GET', '/build')).body, { data: [] })
  for (const what of ['abandon', 'resume']) assert.is(await it.refusal('POST', `/build/${what}`), '400 nothing is being built')
  progress = { collections: ['businesses'], state: 'building', position: '5', end: '9', seconds_left: null }
  assert.equal((await it.ask('GET', '/build')).body, { data: [progress] })
  assert.equal((await it.ask('POST', '/build/abandon')).body, { collections: ['businesses'], state: 'abandoned' })
  assert.equal((await it.ask('POST', '/build/resume')).body, { collections: ['businesses'], state: 'building' })
  assert.equal(built, ['abandon', 'resume'])
  refuseBuild = new BuildRefused('it is almost done')
  assert.is(await it.refusal('POST', '/build/abandon'), '400 it is almost done')
  refuseBuild = new Error('the disk is gone')
  assert.match(await it.refusal('POST', '/build/resume'), /^500 /)
})

test('without a raised version nothing is being built', async () => {
  const plain = await openOperator()
  assert.equal((await plain.ask('GET', '/build')).body, { data: [] })
  assert.is(await plain.refusal('POST', '/build/abandon'), '400 nothing is being built')
  await plain.inner.close()
})

test('an act waits until it can be read, and one that wrote nothing waits for nothing', async () => {
  const waited: unknown[][] = []
  const passed = async (...position: unknown[]) => waited.push(position) > 0
  const { send } = toy((app) =>
    app.post('/act/:position', async (c) => {
      const position = c.req.param('position') === 'none' ? null : BigInt(c.req.param('position'))
      const handle: Operator['inner']['handle'] = async ({ initial }) => ({ state: initial, position })
      const sender = operatorSender({ handle, passed, now: () => new Date() }, c, first)
      await sender.send({ aggregate: account, id: first, command: { type: 'RevokeApiKey', keyId: nothing } })
      return c.json([new Set([sender.newId('a'), sender.newId('a')]).size, sender.accountId])
    }),
  )
  assert.equal(await (await send('POST', '/v1/act/none')).json(), [2, first])
  assert.equal(waited, [])
  await send('POST', '/v1/act/7')
  assert.equal(waited, [[7n, first]])
})

test.run()
