// The pages behind the sign-in: what they show, who did what, and that nothing submitted can act in them.
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import {
  type Answer,
  admin,
  hiddenFields,
  reviewed,
  type SignedIn,
  shownSecret,
  signedInSuite,
  startTestService,
  testKey,
  unescaped,
  visitor,
} from './browser.ts'

const test = signedInSuite('pages')

type Business = { readonly id: string; readonly status: string }

const create = async ({ service }: SignedIn, body: object): Promise<Business> => {
  const response = await service.api('POST', '/v1/businesses', { addresses: [{ full_address: '1 Main St, Reno, NV 89501' }], ...body })
  assert.is(response.status, 201, await response.clone().text())
  return (await response.json()) as Business
}

const marker = '<script>alert(1)</script>"\'><img src=x onerror=alert(2)>'
const isHarmless = ({ text }: Answer, path: string) => {
  assert.not.match(text, /<script>alert|<img src=x|onerror=alert\(2\)>"/, path)
}

test('what is submitted is shown as it was written and acts in no page', async (context) => {
  const business = await create(context, {
    name: `Evil ${marker}`,
    addresses: [{ address_line1: marker, city: marker, state: 'NV' }],
    people: [{ name: marker, title: marker }],
    website: { url: `https://evil.example/"><script>alert(1)</script>` },
    external_id: marker,
    tags: [marker],
  })
  await reviewed(context.service, business.id)
  const { user } = context
  for (const path of ['', '/history', '/history?at=0', '/history?at=5', '/timeline', '/connections']) {
    const page = await user.get(`/businesses/${business.id}${path}`)
    assert.is(page.status, 200, path)
    isHarmless(page, path)
    assert.ok(unescaped(page.text).includes(`Evil ${marker}`), path)
  }
  const query = encodeURIComponent(marker)
  for (const path of [
    '/',
    '/businesses',
    `/businesses?q=${query}&tag=${query}&external_id=${query}&page=${query}`,
    `/sign-in?return_to=/${query}`,
    `/oauth/authorize?client_id=${query}`,
  ])
    isHarmless(await user.get(path), path)
  await user.get('/settings/credentials')
  isHarmless(await user.form('/settings/credentials/keys', { name: marker, mode: 'test' }), 'a new key')
  await user.get('/settings/users')
  isHarmless(await user.form('/settings/users', { name: marker, email: `a<b>@example.com`, roles: 'member' }), 'an invitation')
  isHarmless(await user.get('/settings/users'), 'users')
  isHarmless(await visitor(context.service.url).get(`/sign-in?return_to=${query}`), 'sign-in')
})

test('a business created in the form is verified, decided on with a note, and its history names the user', async (context) => {
  const { user } = context
  await user.get('/businesses/new')
  const wrong = await user.form('/businesses/new', { name: 'Form Company', address: '', mode: 'test' })
  assert.is(wrong.status, 422)
  assert.match(wrong.text, /id="field-address-says"><strong class="problem">This is required/)
  assert.match(wrong.text, /value="Form Company"/)
  const { status, location } = await user.form('/businesses/new', {
    name: 'Form Company',
    address: '1 Main St, Reno, NV 89501',
    mode: 'test',
    tags: 'one, two',
  })
  assert.is(status, 303)
  const id = location.split('/').at(-1) ?? ''
  await reviewed(context.service, id)
  const page = await user.get(location)
  assert.match(page.text, /In review/)
  assert.match(page.text, /Approve/)
  await user.form(`/businesses/${id}/decision`, { status: 'approved', reason: 'known_customer', note: 'Known for years' })
  assert.match((await user.get(location)).text, /The business is approved\./)
  const history = await user.get(`/businesses/${id}/history`)
  assert.match(history.text, /Approved: Known customer, “Known for years”<\/strong><span class="quiet">Administrator/)
  const { decided } = { decided: (await (await context.service.api('GET', `/v1/businesses/${id}`)).json()) as Business }
  assert.is(decided.status, 'approved')
})

test('a form of the settings that is sent twice does its work once, and shows its secret once', async ({ user }) => {
  const forms: readonly { page: string; action: string; fields: Readonly<Record<string, string>> }[] = [
    { page: '/settings/credentials', action: '/settings/credentials/keys', fields: { name: 'Pressed twice', mode: 'test' } },
    {
      page: '/settings/credentials',
      action: '/settings/credentials/clients',
      fields: { redirect_uri: 'https://twice.example/back', name: 'Client twice', mode: 'test' },
    },
    { page: '/settings/users', action: '/settings/users', fields: { name: 'Twice Invited', email: 'twice@example.com', roles: 'member' } },
  ]
  for (const { page, action, fields } of forms) {
    const sent = { ...hiddenFields((await user.get(page)).text, action), ...fields }
    const first = await user.post(action, sent)
    assert.match(first.text, /class="once"/, action)
    const second = await user.post(action, sent)
    assert.is(second.status, 303, action)
    const after = await user.get(page)
    assert.match(after.text, /This (key|client|person) (was created before|has already been invited)\./, action)
    assert.is(after.text.split(`>${fields.name}<`).length, 2, action)
  }
})

test('a form that is changed and sent again, as after Back, acts again', async (context) => {
  const { user, service } = context
  const { id } = await create(context, { name: 'Assigned and Not' })
  const path = `/businesses/${id}`
  const { text } = await user.get(path)
  const administrator = /<option value="([^"]+)">Administrator/.exec(text)?.[1] ?? ''
  const hidden = hiddenFields(text, `${path}/assignee`)
  const assignedTo = async (assignee: string) => {
    await user.post(`${path}/assignee`, { ...hidden, assignee })
    return ((await (await service.api('GET', `/v1${path}`)).json()) as { assignee_id: string | null }).assignee_id
  }
  assert.is(await assignedTo(administrator), administrator)
  assert.is(await assignedTo(''), null)
})

test('a business is assigned to a user on its page, and the interface tells to whom', async (context) => {
  const { user, service } = context
  const { id } = await create(context, { name: 'Assigned Company' })
  const path = `/businesses/${id}`
  const administrator = /<option value="([^"]+)">Administrator/.exec((await user.get(path)).text)?.[1] ?? ''
  await user.form(`${path}/assignee`, { assignee: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a' })
  assert.match((await user.get(path)).text, /assignee is not a user of this account/)
  await user.form(`${path}/assignee`, { assignee: administrator })
  assert.match((await user.get(path)).text, /Assigned to Administrator\./)
  const { assignee_id } = (await (await service.api('GET', `/v1${path}`)).json()) as { assignee_id: string }
  assert.is(assignee_id, administrator)
  const { data } = (await (await service.api('GET', '/v1/businesses?q=Assigned')).json()) as { data: { assignee: { email: string } }[] }
  assert.is(data[0]?.assignee.email, admin.email)
  await user.form(`${path}/assignee`, { assignee: '' })
  assert.match((await user.get(path)).text, /No longer assigned\./)
})

test('a button pressed twice does its work once', async (context) => {
  const { user } = context
  const page = await user.get('/businesses/new')
  const hidden = Object.fromEntries(
    [...page.text.matchAll(/name="(form_token|form_key)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const fields = {
    form_token: hidden.form_token ?? '',
    form_key: hidden.form_key ?? '',
    name: 'Twice Company',
    address: '1 Main St, Reno, NV 89501',
    mode: 'test',
  }
  const [first, second] = await Promise.all([user.post('/businesses/new', fields), user.post('/businesses/new', fields)])
  assert.match(first?.location ?? '', /^\/businesses\//)
  assert.is(first?.location, second?.location)
})

test('the note of a decision that comes too early is not lost', async (context) => {
  const { id } = await create(context, { name: 'Slow Business' })
  const own = `/businesses/${id}`
  const { text } = await context.user.get(own)
  const back = await context.user.post(`${own}/decision`, {
    ...hiddenFields(text, '/sign-out'),
    status: 'rejected',
    reason: 'other',
    note: 'Took a while',
  })
  assert.is(back.status, 422)
  assert.match(back.text, /<details class="confirm decide" name="decision" open><summary class="button danger"[^>]*>Reject/)
  assert.match(back.text, />Took a while<\/textarea>/)
  assert.not.match(back.text, /data-follow|http-equiv="refresh"/)
})

test('who decides what was decided before hears that the first note stands', async (context) => {
  const { id } = await create(context, { name: 'Decided Company' })
  const own = `/businesses/${id}`
  await until('it can be decided on', async () => (await context.user.get(own)).text.includes(`${own}/decision`))
  const { text } = await context.user.get(own)
  const decide = async (note: string) => {
    await context.user.post(`${own}/decision`, {
      ...hiddenFields(text, `${own}/decision`),
      form_key: note,
      status: 'rejected',
      reason: 'other',
      note,
    })
    return (await context.user.get(own)).text
  }
  assert.match(await decide('the first'), /The business is rejected\.<\/p>/)
  assert.match(await decide('the second'), /The business is rejected\. It was decided earlier; the earlier note is kept\./)
})

test('who comes back to the address of a refused form finds the page', async ({ user }) => {
  for (const path of ['/settings/credentials/keys', '/settings/defaults/parties', '/profile/password', '/mail/read'])
    assert.is((await user.get(path)).status, 200, path)
})

test('a business’s page hands out its report', async (context) => {
  const business = await create(context, { name: 'Reported Company' })
  const report = await context.user.get(`/businesses/${business.id}/report`)
  assert.is(report.headers.get('content-type'), 'application/pdf')
  assert.match(report.headers.get('content-disposition') ?? '', /^attachment; filename\*=UTF-8''Reported%20Company\.pdf$/)
  assert.match(report.text, /^%PDF-/)
})

test('who follows a wrong link in a browser reads a page, and a program the API’s answer', async ({ service, user }) => {
  const page = await user.get('/nothing-here', { Accept: 'text/html' })
  assert.is(page.status, 404)
  assert.match(page.text, /<h1>Not found<\/h1>/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.match((await fetch(`${service.url}/nothing-here`)).headers.get('content-type') ?? '', /json/)
})

test('each page of a business has a title of its own in the window', async (context) => {
  const { id } = await create(context, { name: 'Titled Company' })
  const titles = await Promise.all(
    ['', '/ownership', '/history', '/timeline', '/connections', '/notes', '/risk', '/retention'].map(
      async (view) => /<title>([^<]*)/.exec((await context.user.get(`/businesses/${id}${view}`)).text)?.[1],
    ),
  )
  assert.is(titles[0], 'Titled Company · Probity')
  assert.is(titles[1], 'Ownership: Titled Company · Probity')
  assert.is(new Set(titles).size, titles.length, titles.join(', '))
})

test('the history shows a business as it was after each event', async (context) => {
  const business = await create(context, { name: 'Past Company' })
  await reviewed(context.service, business.id)
  await context.service.api('PATCH', `/v1/businesses/${business.id}`, { name: 'Present Company' })
  const at = async (revision: number) => (await context.user.get(`/businesses/${business.id}/history?at=${revision}`)).text
  assert.match(await at(0), /Past Company <span class="badge plain">Submitted/)
  assert.match(await at(0), /Nothing found yet/)
  const last = await at(10_000)
  assert.match(last, /Present Company <span class="badge plain">Submitted/)
  assert.match(last, /Changed: name/)
  const [, path = ''] = /href="([^"]+\/report\?as_of=\d+)"/.exec(await at(0)) ?? []
  const report = await context.user.get(path)
  assert.equal([report.status, report.headers.get('content-type')], [200, 'application/pdf'])
  assert.match(last, /API key “First test key”/)
})

test('nobody sees or changes what is another account’s, and a page says that there is none', async (context) => {
  const { service, user } = context
  const business = await create(context, { name: 'Ours alone' })
  await user.get('/settings/credentials')
  const made = await user.form('/settings/credentials/keys', { name: 'Ours', mode: 'test' })
  const key = shownSecret(made.text, 'Key')
  const ids = [...(await user.get('/settings/credentials')).text.matchAll(/\/settings\/credentials\/keys\/([^/"]+)\/revoke/g)].map(
    ([, id]) => id,
  )
  const people = [...(await user.get('/settings/users')).text.matchAll(/\/settings\/users\/([^/"]+)\/roles/g)].map(([, id]) => id)
  const stranger = visitor(service.url)
  await stranger.signIn(await service.otherAccount('pages-stranger'))
  for (const path of ['', '/history', '/timeline', '/changes', '/report']) {
    const page = await stranger.get(`/businesses/${business.id}${path}`)
    assert.is(page.status, 404, path)
    assert.match(page.text, /Business not found/)
    assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  }
  assert.not.match((await stranger.get('/businesses?q=Ours')).text, /Ours alone/)
  const token = /name="form_token" value="([^"]*)"/.exec((await stranger.get('/')).text)?.[1] ?? ''
  const attempts = [
    ...ids.map((id) => `/settings/credentials/keys/${id}/revoke`),
    ...people.flatMap((id) => [`/settings/users/${id}/deactivate`, `/settings/users/${id}/invitation`]),
    `/businesses/${business.id}/decision`,
  ]
  assert.ok(attempts.length > 4)
  for (const path of attempts) await stranger.post(path, { form_token: token, status: 'approved' })
  assert.is((await service.api('GET', `/v1/businesses/${business.id}`, undefined, key)).status, 200)
  assert.not.match((await user.get(`/businesses/${business.id}/history`)).text, /Approved/)
  assert.is((await user.get('/')).status, 200)
})

test('a revoked key is answered with 401 from then on, and its use was noted', async ({ service, user }) => {
  await user.get('/settings/credentials')
  const page = await user.form('/settings/credentials/keys', { name: 'Short-lived', mode: 'test' })
  const key = shownSecret(page.text, 'Key')
  assert.is((await service.api('GET', '/v1/businesses', undefined, key)).status, 200)
  const list = (await user.get('/settings/credentials')).text
  assert.not.match(list, new RegExp(key))
  const id = /Short-lived[\s\S]*?action="\/settings\/credentials\/keys\/([^"/]+)\/revoke"/.exec(list)?.[1]
  await user.form(`/settings/credentials/keys/${id}/revoke`)
  assert.is((await service.api('GET', '/v1/businesses', undefined, key)).status, 401)
  assert.is((await service.api('GET', '/v1/businesses', undefined, testKey)).status, 200)
})

test('redirect URIs that could run or leak something are refused', async ({ user }) => {
  for (const uri of [
    'javascript:alert(1)',
    'http://app.example/cb',
    'https://app.example/cb#part',
    '/callback',
    'data:text/html,x',
    'https://user@app.example/',
  ]) {
    await user.get('/settings/credentials')
    const back = await user.form('/settings/credentials/clients', { redirect_uri: uri, name: 'Kept as typed' })
    assert.is(back.status, 422, uri)
    assert.match(back.text, /id="field-client-redirect_uri-says"><strong class="problem">The redirect URI must/, uri)
    assert.match(back.text, /value="Kept as typed"/, uri)
  }
})

test('the allowlist holds OAuth tokens to its ranges and leaves API keys alone', async ({ service, user }) => {
  await user.get('/settings/credentials')
  const redirect = 'https://allow.example/cb'
  const made = await user.form('/settings/credentials/clients', { redirect_uri: redirect, mode: 'test' })
  const client = { client_id: shownSecret(made.text, 'Client ID'), client_secret: shownSecret(made.text, 'Secret'), redirect_uri: redirect }
  const { location } = await user.get(
    `/oauth/authorize?${new URLSearchParams({ client_id: client.client_id, redirect_uri: redirect, response_type: 'code' })}`,
  )
  const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code: new URL(location).searchParams.get('code') ?? '' })
  const { access_token } = (await (await fetch(`${service.url}/oauth/token`, { method: 'POST', body })).json()) as { access_token: string }
  const status = async (key: string) => (await service.api('GET', '/v1/businesses', undefined, key)).status
  assert.is(await status(access_token), 200)
  const allow = async (ranges: string) => {
    await user.get('/settings/allowlist')
    return user.form('/settings/allowlist', { ranges })
  }
  await allow('203.0.113.0/24')
  assert.is(await status(access_token), 403)
  assert.is(await status(testKey), 200)
  await allow('203.0.113.0/24 ::1 127.0.0.0/8')
  assert.is(await status(access_token), 200)
  const refused = await allow('nonsense')
  assert.is(refused.status, 422)
  assert.match(
    refused.text,
    />nonsense<\/textarea><span class="says" id="field-allowlist-ranges-says"><strong class="problem">“nonsense” is no IPv4/,
  )
  await allow('')
})

test('the client address behind trusted proxies is the one that the outermost of them saw', async () => {
  const behind = await startTestService({ TRUSTED_PROXIES: '1' })
  const user = visitor(behind.url)
  await user.get('/sign-in', {})
  await user.form('/sign-in', admin, { 'X-Forwarded-For': '198.51.100.9, 203.0.113.5' })
  const page = await user.get('/settings/allowlist', { 'X-Forwarded-For': '198.51.100.9, 203.0.113.5' })
  await behind.stop()
  assert.match(page.text, /Your IP: <code>203\.0\.113\.5</)
})

test('a feature switched off is off for the account', async ({ user }) => {
  await user.get('/settings/features')
  await user.form('/settings/features', { feature: 'monitoring', on: 'false' })
  assert.match((await user.get('/settings/features')).text, /Monitoring is switched off\./)
  const activity = (await user.get('/settings/activity')).text
  assert.match(activity, /Monitoring was switched off<\/strong><span class="quiet">Administrator/)
  assert.not.match(activity, /scrypt|\b[0-9a-f]{64}\b/)
})

test('an account chooses its screening lists, one that does not exist is refused, and all can be chosen again', async ({
  service,
  user,
}) => {
  const path = '/settings/watchlists'
  const checked = async () => [...(await user.get(path)).text.matchAll(/name="lists" value="(\w+)" checked/g)].map(([, abbr]) => abbr)
  const isAll = async () => /name="all" value="true" checked/.test((await user.get(path)).text)
  assert.equal([await checked(), await isAll()], [[], true])
  for (const known of ['SDN', 'UN SC', 'OFSI', 'SECO', 'DFAT']) assert.match((await user.get(path)).text, `<strong>${known}</strong>`)
  await user.form(path, { lists: 'UN' })
  assert.match(
    (await user.get(path)).text,
    /new screenings use only the list chosen here. Not loaded: UN SC. Nothing is screened until they are imported./,
  )
  const box = async (abbr: string) => new RegExp(`value="${abbr}".*?</label>`).exec((await user.get(path)).text)?.[0] ?? ''
  assert.match(await box('UN'), /Not loaded/)
  assert.match(await box('SDN'), /version sample<\/span><\/label>/)
  assert.equal([await checked(), await isAll()], [['UN'], false])
  await user.form(path, { lists: 'NOWHERE' })
  assert.match((await user.get(path)).text, /There is no list “NOWHERE”/)
  assert.equal(await checked(), ['UN'], 'nothing was changed')
  await user.form(path, {})
  assert.match((await user.get(path)).text, /Choose at least one list, or all/)
  assert.equal(await checked(), ['UN'], 'nothing was changed')
  const two = new URLSearchParams([...Object.entries(hiddenFields((await user.get(path)).text, path)), ['lists', 'UN'], ['lists', 'EU']])
  await user.post(path, two)
  assert.equal((await checked()).sort(), ['EU', 'UN'])
  const other = visitor(service.url)
  await other.signIn(await service.otherAccount('lists-of-another'))
  assert.match((await other.get(path)).text, /name="all" value="true" checked/, 'another account still uses all')
  assert.not.match((await other.get(path)).text, /name="lists" value="\w+" checked/)
  await user.get(path)
  await user.form(path, { all: 'true', lists: 'UN' })
  assert.match((await user.get(path)).text, /new screenings use all loaded lists/, 'what wins is told')
  assert.equal([await checked(), await isAll()], [[], true])
  assert.match((await user.get('/settings/activity')).text, /Screening lists chosen/)
})

test('no page weighs more than 150 KB, and all it needs comes from here', async (context) => {
  for (let index = 0; index < 25; index++) await create(context, { name: `Many Company ${index}`, tags: ['a', 'b'] })
  const business = await create(context, { name: 'Watchlist Business', people: [{ name: 'Watchlist Person' }] })
  await reviewed(context.service, business.id)
  const paths = [
    '/',
    '/businesses',
    `/businesses/${business.id}`,
    `/businesses/${business.id}/history?at=9`,
    `/businesses/${business.id}/timeline`,
    '/settings/users',
    '/profile',
  ]
  for (const path of paths) {
    const { text } = await context.user.get(path)
    assert.ok(Buffer.byteLength(text) < 150 * 1024, `${path}: ${Buffer.byteLength(text)} bytes`)
    for (const [, file = ''] of filled(text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)))
      assert.is((await context.user.get(file)).status, 200, file)
    for (const [, address = ''] of filled(text.matchAll(/(?:src|action)="([^"]*)"/g)))
      assert.match(address, /^\//, `${path} asks another host: ${address}`)
  }
})

test.run()
