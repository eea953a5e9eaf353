// Pages that come with a capability: batches, liens and monitors, worked with as a user of the dashboard does.
import * as assert from 'uvu/assert'
import { readRow } from '../../src/interface/requests/batch.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { signedInSuite, unescaped } from './browser.ts'

const test = signedInSuite('pages of the capabilities')

test('each column that the page of batches names is read', async ({ user }) => {
  const { text } = await user.get('/batches')
  const named = [...text.matchAll(/<dt>([^<]*)<\/dt>/g)].flatMap(([, titles = '']) => titles.split(', '))
  const cells: Readonly<Record<string, string>> = {
    name: 'Columns LLC',
    address: '1 Main St, Reno, NV 89501',
    address_line1: '2 Oak Ave',
    address_line2: 'Ste 7',
    address_city: 'Salem',
    address_state: 'OR',
    address_postal_code: '97301',
    tin: '123456789',
    website: 'https://columns.example',
    phone_number: '+15035550100',
    external_id: 'crm-1',
    unique_external_id: 'crm-2',
    person_name1: 'Ann Doe',
    person_dob1: '1980-05-31',
    tags: 'a tag',
  }
  assert.equal(named.toSorted(), Object.keys(cells).toSorted())
  for (const without of ['address', 'address_line']) {
    const columns = named.filter((title) => title !== without && (without === 'address' || !title.startsWith('address_')))
    const of = {
      batchId: '0198c0de-0000-7000-8000-000000000001',
      row: 0,
      mode: 'test',
      columns,
      requester: { id: 'r', type: 'user' },
    } as const
    const read = JSON.stringify(
      readRow(
        columns.map((title) => cells[title] ?? ''),
        of,
      ),
    )
    for (const title of filled(columns)) assert.ok(read.includes(cells[title] ?? ''), `${title} in ${read}`)
  }
})

test('a CSV is sent in by the form, and its page counts the rows up to the end', async ({ service, user }) => {
  const page = await user.get('/batches')
  const body = new FormData()
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="(form_[^"]*)" value="([^"]*)"/g))
    body.set(name, value)
  body.set('name', 'Spring "intake"')
  body.set('mode', 'test')
  body.set(
    'csv',
    new Blob(
      [
        'name,address,tin\nFirst Row LLC,"1 Main St, Reno, NV 89501",\nSecond Row LLC,"2 Main St, Reno, NV 89501",\n"=HYPERLINK(""https://evil.example"")",@SUM(1),12\n',
      ],
      {
        type: 'text/csv',
      },
    ),
    'rows.csv',
  )
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = await fetch(`${service.url}/batches`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: service.url },
    redirect: 'manual',
  })
  const location = sent.headers.get('location') ?? ''
  assert.match(location, /^\/batches\/[0-9a-f-]{36}$/, await sent.text())
  await until('all rows are done', async () => (await user.get(location)).text.includes('3 of 3'))
  const whole = unescaped((await user.get(location)).text)
  assert.match(whole, /<h1>Spring "intake"<\/h1>/)
  assert.match(whole, /1 row with errors[\s\S]*Rows with errors[\s\S]*>3<\/td><td[^>]*>TIN must be nine digits/)
  assert.match((await user.get('/batches')).text, /3 of 3[\s\S]*1 row with errors/)
  assert.match((await user.get(`/businesses?batch=${location.split('/').at(-1)}`)).text, /Second Row LLC/)
  const csv = (await user.get(`${location}/csv`)).text
  assert.match(csv, /First Row LLC/)
  assert.match(csv, /"'=HYPERLINK/)
  assert.match(csv, /,"?'@SUM/)
})

test('a business is monitored and not monitored any more by its own page', async ({ service, user }) => {
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Watched',
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { id: string }
  await user.get(`/businesses/${id}`)
  await user.form(`/businesses/${id}/monitor`, { what: 'begin' })
  assert.match((await user.get('/monitors')).text, /Watched/)
  await user.get(`/businesses/${id}`)
  await user.form(`/businesses/${id}/monitor`, { what: 'end' })
  assert.not.match((await user.get('/monitors')).text, /Watched<\/a>/)
  const history = await service.api('GET', `/v1/businesses/${id}/monitor`)
  assert.is(history.status, 404)
})

test('a hit on a watchlist is dismissed with a reason, and counts no more', async ({ service, user }) => {
  const address = { full_address: '1 Main St, Reno, NV 89501' }
  const created = await service.api('POST', '/v1/businesses', { name: 'Watchlist Business', addresses: [address] })
  const page = `/businesses/${((await created.json()) as { id: string }).id}`
  await until('there is a hit', async () => (await user.get(page)).text.includes(`action="${page}/dismissals"`))
  assert.match((await user.get(page)).text, /<span class="badge bad">1 hit<\/span>/)
  const refused = await user.form(`${page}/dismissals`, { reason: 'x'.repeat(10_001) })
  assert.is(refused.status, 422)
  assert.match(
    refused.text,
    /<details class="confirm" open>[\s\S]*Why it is a different party<\/label><textarea[^>]* aria-invalid="true"[^>]*>x{10001}</,
  )
  await user.get(page)
  const empty = await user.form(`${page}/dismissals`, { reason: '' })
  assert.match(empty.text, /<strong class="problem">This is required: say why the listed party is a different one\.</)
  await user.form(`${page}/dismissals`, { reason: 'Born in another century' })
  const after = unescaped((await user.get(page)).text)
  assert.match(after, /The hit is dismissed/)
  assert.match(after, /Dismissed<\/span>/)
  assert.not.match(after, /1 hit<\/span>|\/dismissals"/)
  assert.match(unescaped((await user.get(`${page}/history`)).text), /Watchlist hit dismissed: “Born in another century”/)
})

test('a lien is listed with its debtor and is terminated by the button', async ({ service, user }) => {
  const party = (name: string) => ({
    type: 'ORGANIZATION',
    organization_name: name,
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Debtor Inc',
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { id: string }
  const lien = { state: 'NV', collateral: 'All assets', secured_parties: [party('Bank of Reno')], debtors: [party('Debtor <b>Inc</b>')] }
  await until('the business is verified', async () => (await service.api('POST', `/v1/businesses/${id}/liens`, lien)).status === 201)
  const list = await user.get('/liens')
  assert.ok(unescaped(list.text).includes('Debtor <b>Inc</b>'))
  assert.not.match(list.text, /<b>Inc/)
  await until('it may be terminated', async () => /\/liens\/[^"]+\/termination/.test((await user.get('/liens')).text))
  const action = /action="(\/liens\/[^"]+\/termination)"/.exec((await user.get('/liens')).text)?.[1] ?? ''
  await user.form(action)
  assert.match((await user.get('/liens')).text, /The termination is requested\./)
})

test('a policy is added, put in force and taken out again, and a broken one says what is wrong', async ({ user }) => {
  const path = '/settings/policies'
  const rule = {
    name: 'On no list',
    when: { '==': [{ var: 'watchlist.hits' }, 0] },
    result: 'approve',
    actions: [{ type: 'add_tag', tag: 'clear' }],
  }
  const add = async (definition: string) => {
    await user.get(path)
    const { status, text } = await user.form(path, { definition })
    return status === 422 ? unescaped(text) : (await user.get(path)).text
  }
  for (const [definition, problem] of [
    ['{', 'not valid JSON'],
    ['{"name":"Empty","rules":[]}', 'rules'],
    [JSON.stringify({ name: 'Wrong', rules: [{ ...rule, when: { nonsense: [1] } }] }), 'nonsense'],
  ] as const) {
    const back = await add(definition)
    assert.ok(back.includes(`>${definition}</textarea>`), back)
    assert.match(/<strong class="problem">([^<]*)/.exec(back)?.[1] ?? '', new RegExp(problem, 'i'))
  }
  const page = await add(JSON.stringify({ name: 'Clear lists', rules: [rule] }))
  const action = /action="(\/settings\/policies\/[0-9a-f-]+)"/.exec(page)?.[1] ?? ''
  await user.get(path)
  await user.form(action, { version: '1' })
  assert.match((await user.get(path)).text, /Version 1 is active\./)
  await user.form(action, { version: '0' })
  assert.match((await user.get(path)).text, /no longer active/)
})

test('the defaults of liens are set, and a lien takes them', async ({ user }) => {
  const path = '/settings/defaults'
  await user.get(path)
  await user.form(`${path}/parties`, { name: 'Default Bank', address: '1 Bank St, Reno, NV 89501' })
  await user.get(path)
  await user.form(`${path}/collateral`, { collateral: 'All assets' })
  const page = (await user.get(path)).text
  assert.match(page, /Default Bank/)
  assert.match(page, />All assets<\/textarea>/)
  const remove = /action="(\/settings\/defaults\/parties\/[^"]+\/remove)"/.exec(page)?.[1] ?? ''
  await user.form(remove)
  assert.not.match((await user.get(path)).text, /Default Bank/)
})

test('the age from which a source is old is set, and another than a number of days is refused', async ({ user }) => {
  const path = '/settings/defaults'
  await user.get(path)
  const refused = await user.form(`${path}/sources`, { days: '0' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /must be a whole number of days from 1 to 36,500/i)
  await user.get(path)
  await user.form(`${path}/sources`, { days: '30' })
  assert.match((await user.get(path)).text, /name="days" value="30"/)
})

test('a webhook is created with a secret shown once, and deleted', async ({ user }) => {
  await user.get('/webhooks')
  const refused = await user.form('/webhooks', { url: 'https://hooks.example/probity', events: 'business.updated, nope', mode: 'live' })
  assert.match(refused.text, '<strong class="problem">There is no event “nope”; the list below has all.</strong>')
  await user.get('/webhooks')
  const made = await user.form('/webhooks', { url: 'https://hooks.example/probity', mode: 'live' })
  assert.match(made.text, /whsec_[\w+/=]+/)
  const list = (await user.get('/webhooks')).text
  assert.not.match(list, /whsec_/)
  const id = /href="\/webhooks\/([0-9a-f-]+)"/.exec(list)?.[1] ?? ''
  assert.match((await user.get(`/webhooks/${id}`)).text, /No deliveries yet/)
  await user.get('/webhooks')
  await user.form(`/webhooks/${id}/delete`)
  assert.not.match((await user.get('/webhooks')).text, /hooks\.example/)
})

test('a delivery that failed is told apart from one that has not been tried', async ({ service, user }) => {
  await user.get('/webhooks')
  await user.form('/webhooks', { url: 'https://nowhere.invalid/hook', mode: 'test' })
  const id = /href="\/webhooks\/([0-9a-f-]+)"/.exec((await user.get('/webhooks')).text)?.[1] ?? ''
  await service.api('POST', '/v1/businesses', { name: 'Told', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })
  const says = async (what: RegExp) => what.test((await user.get(`/webhooks/${id}`)).text)
  await until('one has failed', () => says(/badge warn">Will retry</))
  await until('the next waits behind it', () => says(/badge busy">Waiting<((?!<tr>)[\s\S])*After earlier events/))
})

test.run()
