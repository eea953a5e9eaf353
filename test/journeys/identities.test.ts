// Identities and prefills from outside: what is offered while a name is typed, and what a form is filled with.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pages, serve } from '../evidence/website/local-server.ts'
import { type Body, parameters, startTestService, type TestService } from './service.ts'

const test = suite('identities')
let probity: TestService
test.before(async () => {
  probity = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
})
test.after(() => probity.stop())

const complete = (body: object, client = probity.live) => client.post('/v1/identities/autocomplete', body)
const prefill = (body: object, client = probity.live) => client.post('/v1/prefill/businesses', body)
const names = ({ body }: { readonly body: Body }): readonly string[] => body.data.map((each: Body) => each.names[0].name)

for (const typed of [
  'acm',
  'Acme Wid',
  'acme widgets l',
  'widg',
  'widgets acme',
  'acmewidg',
  'ACME WIDGTES',
  'amce widg',
  'acme widgets llc',
])
  test(`"${typed}" finds Acme Widgets LLC`, async () => {
    const reply = await complete({ name: typed })
    assert.is(reply.status, 200, reply.text)
    assert.ok(names(reply).includes('ACME WIDGETS LLC'), reply.text)
  })

test('a name that begins as typed goes before one that holds it further on', async () => {
  const [first] = names(await complete({ name: 'acme' }))
  assert.match(first ?? '', /^ACME/)
})

test('filters by state and by kind of entity leave only what fits', async () => {
  assert.ok(names(await complete({ name: 'acme', addresses: [{ state: 'or' }] })).includes('ACME WIDGETS LLC'))
  assert.not.ok(names(await complete({ name: 'acme widgets', addresses: [{ state: 'HI' }] })).includes('ACME WIDGETS LLC'))
  const at = async (address: object) => names(await complete({ name: 'acme widgets', addresses: [address] })).length
  assert.is(await at({ state: 'Oregon' }), 1, 'a state may be written out')
  assert.is(await at({ address_line1: '123 Main Street' }), 1, 'and so may the words of a street')
  assert.is(await at({ address_line1: '124 Main Street' }), 0)
  const kinds = async (entity_type: string) => {
    const { body } = await complete({ name: 'acme', entity_type })
    return [...new Set(body.data.map((each: Body) => each.entity_type))]
  }
  assert.equal(await kinds('LLC'), ['LLC'])
  assert.equal(await kinds('TRUST'), [])
})

test('an identity tells names, addresses, people and kind, and prefills by its id', async () => {
  const { body } = await complete({ name: 'acme widgets', entity_type: 'LLC', addresses: [{ city: 'Portland' }] })
  const [identity] = body.data
  assert.equal(identity.names, [{ name: 'ACME WIDGETS LLC', type: 'legal' }])
  assert.is(identity.addresses[0].state, 'OR')
  assert.is(identity.entity_type, 'LLC')
  const filled = await prefill({ autocomplete_result_id: identity.id })
  assert.is(filled.status, 200, filled.text)
  assert.equal(filled.body.names, identity.names)
  assert.is(filled.body.formation.entity_type, 'LLC')
})

test('a name with an address prefills, a number does, and a website whose domain is the name does', async () => {
  const byName = await prefill({ names: ['Acme Widgets, L.L.C.'], addresses: ['123 Main Street, Portland OR 97201'] })
  assert.is(byName.body.names[0].name, 'ACME WIDGETS LLC')
  const website = await prefill({ website_url: 'https://www.acmewidgets.com', addresses: ['123 Main Street, Portland OR 97201'] })
  assert.is(website.body.names[0]?.name, 'ACME WIDGETS LLC')
  assert.is(website.body.website.url, 'https://www.acmewidgets.com')
})

test('of several companies with the name, none of them at a given address, none fills the form', async () => {
  const [oregon, florida] = ['9 Nowhere Ln, Salem, OR 97301', '9 Nowhere Ln, Tampa, FL 33602']
  const filled = async (addresses: readonly string[]) => (await prefill({ names: ['Acme Widgets LLC'], addresses })).body.addresses
  assert.is((await filled([oregon]))[0].state, 'OR', 'the only one in the state does')
  assert.equal(await filled([oregon, florida]), [])
})

test('a website fills the form with whom its page names, whatever its domain spells', async () => {
  const site = await serve(
    pages({
      '/': '<title>Acme Widgets LLC | Portland</title><address>123 Main St, Portland, OR 97201</address><p>© 2026 Acme Widgets LLC</p>',
    }),
  )
  try {
    const { status, body } = await prefill({ website_url: site.url })
    assert.is(status, 200)
    assert.equal([body.names[0]?.name, body.website.url], ['ACME WIDGETS LLC', site.url])
  } finally {
    await site.close()
  }
})

test('whom nobody knows is told with empty lists', async () => {
  const { status, body } = await prefill({ names: ['Zyxwvut Qponmlk Incorporated'], addresses: ['1 Nowhere St, Portland OR 97201'] })
  assert.is(status, 200)
  assert.equal([body.names, body.addresses, body.people, body.tin], [[], [], [], null])
})

test('the sandbox makes up the same identities every time, and fills the form from them', async () => {
  const first = await complete({ name: 'harbor light' }, probity.test)
  assert.equal(names(first), ['Harbor Light LLC', 'Harbor Light Inc.', 'Harbor Light Foundation', 'Harbor Light LP', 'Harbor Light Trust'])
  assert.equal((await complete({ name: 'harbor light' }, probity.test)).body, first.body)
  assert.equal(names(await complete({ name: 'harbor light', addresses: [{ state: 'CA' }] }, probity.test)), ['Harbor Light Inc.'])
  const filled = await prefill({ autocomplete_result_id: first.body.data[2].id }, probity.test)
  assert.equal([filled.body.names[0].name, filled.body.formation.entity_type], ['Harbor Light Foundation', 'NON_PROFIT'])
  assert.equal(filled.body.tin, { last_four: '0000', tin_type: 'ein' })
  assert.equal(names(await complete({ name: 'Unregistered Business' }, probity.test)), [])
})

test('fewer than three characters are 422 and name the field, and so is an unknown kind', async () => {
  for (const name of ['ab', '  a ', '']) {
    const reply = await complete({ name })
    assert.equal([reply.status, parameters(reply)], [422, ['name']])
  }
  assert.equal(parameters(await complete({})), ['name'])
  assert.equal(parameters(await complete({ name: 'acme', entity_type: 'GMBH' })), ['entity_type'])
})

test('a prefill without anything to find a business by is 400', async () => {
  for (const body of [{}, { names: [] }, { addresses: ['123 Main St, Portland OR'] }]) assert.is((await prefill(body)).status, 400)
  assert.is((await prefill({ tin: '12' })).status, 422)
})

test('a name alone prefills nothing: the answer asks for an address', async () => {
  const alone = await prefill({ names: ['Acme Widgets LLC'], addresses: [] })
  assert.equal([alone.status, parameters(alone)], [400, ['addresses']])
  const website = { names: ['Acme Widgets LLC'], website_url: 'https://www.acmewidgets.com' }
  assert.is((await prefill(website, probity.test)).status, 200)
  assert.is((await prefill({ names: ['Acme Widgets LLC'], tin: '12-3456789' })).status, 200)
})

for (const name of ['"; DROP', '***', 'a* OR b', '🙂🙂🙂', '   x   ', 'ééé', `${'a'.repeat(300)}`])
  test(`${JSON.stringify(name.slice(0, 20))} is looked for as it is`, async () => {
    const { status } = await complete({ name })
    assert.ok(status === 200 || status === 422, String(status))
  })

test.run()
