import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { nearName } from '../../src/http/near-names.ts'
import { misspeltMembers, unreadMembers } from '../../src/http/unread-members.ts'
import { asOf, body, checkBody, commaSeparated, flag, form, query } from '../../src/http/validation.ts'
import { ApiError } from '../../src/interface/errors.ts'
import { paging } from '../../src/interface/lists.ts'
import { addressItems } from '../../src/interface/messages.ts'
import { renamed } from '../../src/interface/version-changes.ts'
import { errorsOf, toy } from './toy.ts'

const Address = z.object({ address_line1: z.string().min(1), city: z.string().min(1), state: z.enum(['CA', 'NY']) })

const Business = z.object({
  name: z.string().trim().min(3),
  email: z.email().optional(),
  employees: z.int().positive().optional(),
  tags: z.array(z.string()).max(2).optional(),
  addresses: z.array(z.union([z.object({ full_address: z.string().min(1) }), Address])).optional(),
  status: z.enum(['open', 'closed']).optional(),
  founded: z.iso.date().optional(),
  tin: z
    .string()
    .regex(/^\d{9}$/, 'must be nine digits')
    .optional(),
  liens: z.array(z.object({ debtors: z.array(z.object({ organization_name: z.string() })) })).optional(),
})

const { app, send, logged } = toy((app) => {
  app.post('/businesses', body(Business, { namePath: addressItems }), (c) => c.json(c.req.valid('json'), 201))
  app.post(
    '/actions',
    body(z.object({ type: z.enum(['decision']), payload: z.record(z.string(), z.unknown()) }), { badRequest: { type: 'any' } }),
    (c) => c.json(c.req.valid('json')),
  )
  app.post('/orders', body(z.object({ product: z.enum(['tin']) }), { badRequest: { product: 'missing' } }), (c) =>
    c.json(c.req.valid('json')),
  )
  app.post('/requests', body(z.object({ state: z.string() }), { status: 400 }), (c) => c.json({}))
  app.post('/termination', body(z.object({ packet_number: z.string().optional() }), { optional: true }), (c) => c.json(c.req.valid('json')))
  app.patch('/mail', body(z.array(z.string())), (c) => c.json(c.req.valid('json')))
  app.post('/token', form(z.object({ grant_type: z.string(), code: z.string().optional() })), (c) => c.json(c.req.valid('form')))
  app.get('/pages', query(z.object(paging)), (c) => c.json(c.req.valid('query')))
  app.get('/events', query(z.object({ limit: z.string() })), (c) => c.json(c.req.valid('query')))
  app.get(
    '/signals',
    query(
      z.object({
        start_date: z.iso.date().optional(),
        kinds: commaSeparated(z.enum(['a', 'b'])).optional(),
        'states[]': z.array(z.string().length(2)).optional(),
        local_only: flag.optional(),
        object_id: z.string(),
      }),
    ),
    (c) => c.json(c.req.valid('query')),
  )
})

test('a body that fits reaches the handler as the schema made it', async () => {
  const response = await send('POST', '/v1/businesses', { name: '  Acme Inc ', unknown: 1, tags: ['x'] })
  assert.is(response.status, 201)
  assert.equal(await response.json(), { name: 'Acme Inc', tags: ['x'] })
})

test('members that nothing reads are named in a header, counted in the log, and change nothing', async () => {
  const sent = { name: 'Acme Inc', adress: '1 Main St', liens: [{ debtors: [{ organization_name: 'A', kind: 1 }] }], 'naïve\n': null }
  const response = await send('POST', '/v1/businesses', sent)
  assert.is(response.status, 201)
  assert.is(response.headers.get('Probity-Ignored'), 'adress, liens.0.debtors.0.kind, na%C3%AFve%0A')
  assert.is(JSON.parse(logged().at(-1) ?? '').ignored, 3)
  assert.not.match(logged().join(), /adress|na%C3/, 'the words of clients are in no log')
})

test('a body whose members are all read has no such header', async () => {
  const addresses = [{ full_address: '1 Main St' }, { address_line1: '1 Main St', city: 'Reno', state: 'NY' }]
  const response = await send('POST', '/v1/businesses', { name: 'Acme Inc', addresses })
  assert.is(response.headers.get('Probity-Ignored'), null)
  assert.not(JSON.parse(logged().at(-1) ?? '').ignored)
  const free = await send('POST', '/v1/actions', { type: 'decision', payload: { whatever: 1 } })
  assert.is(free.headers.get('Probity-Ignored'), null)
})

test('a refused body names the members that nothing reads too, however many there are', async () => {
  // Of the second letter each takes nine characters of the header.
  for (const letter of ['x', '界']) {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}${letter.repeat(500)}`, n]))
    const response = await send('POST', '/v1/businesses', { nme: 'Acme', ...many })
    assert.is(response.status, 422)
    const ignored = response.headers.get('Probity-Ignored') ?? ''
    assert.is(ignored.split(', ')[0], 'nme')
    assert.ok(ignored.length > 1500 && ignored.length < 4000, `${ignored.length}`)
  }
})

test('every problem is told at once, in words, with its dotted path', async () => {
  const response = await send('POST', '/v1/businesses', {
    name: 'ab',
    email: 'nobody',
    employees: 1.5,
    tags: ['a', 2],
    status: 'gone',
    founded: '12/31/1999',
    tin: '12',
    liens: [{ debtors: [{}] }],
  })
  assert.is(response.status, 422)
  assert.equal(await errorsOf(response), [
    { message: 'name must be at least 3 characters', parameter: 'name' },
    { message: 'email must be an e-mail address', parameter: 'email' },
    { message: 'employees must be a whole number', parameter: 'employees' },
    { message: 'item 2 of tags must be a string', parameter: 'tags.1' },
    { message: 'status must be one of open, closed', parameter: 'status' },
    { message: 'founded must be a date (YYYY-MM-DD)', parameter: 'founded' },
    { message: 'tin must be nine digits', parameter: 'tin' },
    { message: 'organization_name is required', parameter: 'liens.0.debtors.0.organization_name' },
  ])
})

test('a refused body is told which member a misspelt one was meant to be, and only where one is similar and absent', async () => {
  const address = { line1: '1 Main St', city: 'Reno', state: 'NY', postcode: '1' }
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', { name: 'Acme', addresses: [address] })), [
    { message: 'address 1: address_line1 is required', parameter: 'address.address_line1' },
    { message: 'address 1: line1 is not a known field: did you mean address_line1?', parameter: 'address.line1' },
  ])
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', { Name: 'Acme', emails: [] })), [
    { message: 'name is required', parameter: 'name' },
    { message: 'Name is not a known field: did you mean name?', parameter: 'Name' },
    { message: 'emails is not a known field: did you mean email?', parameter: 'emails' },
  ])
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', { name: 5, nam: 'Acme' })), [
    { message: 'name must be a string', parameter: 'name' },
  ])
})

const names = ['address_line1', 'city', 'state', 'postal_code', 'officers', 'tin']
const meant: readonly (readonly [name: string, known: string | undefined])[] = [
  ['addressLine1', 'address_line1'],
  ['address-line-1', 'address_line1'],
  ['adress_line1', 'address_line1'],
  ['ctiy', 'city'],
  ['cit', undefined],
  ['sta', undefined],
  ['stat', 'state'],
  ['statement', 'state'],
  ['tim', undefined],
  ['postcode', 'postal_code'],
  ['postal', 'postal_code'],
  ['code_of_post', 'postal_code'],
  ['codes', 'postal_code'],
  ['an_officer', 'officers'],
  ['offices', 'officers'],
  ['oficess', 'officers'],
  ['ofises', undefined],
  ['codeOfPost', 'postal_code'],
  ['TIN', 'tin'],
  ['t_in', 'tin'],
  ['post', 'postal_code'],
  ['number_of_tin', undefined],
]
for (const [name, known] of meant)
  test(`${name} is ${known === undefined ? 'no known name' : `meant to be ${known}`}`, () => assert.is(nearName(name, names), known))

test('a word and its plural are one, wherever else they have an s', () => {
  assert.is(nearName('many_posts', ['office_of_post']), 'office_of_post')
  assert.is(nearName('many_classes', ['office_of_class']), undefined)
})

test('of a long name nothing similar is looked for', () => {
  const meant = (length: number) => misspeltMembers(z.object({ ['a'.repeat(length - 1)]: z.string() }), { ['a'.repeat(length)]: 1 }).length
  assert.equal([meant(100), meant(101)], [1, 0])
})

test('a misspelt member is named with the places of the lists above it, and a number in its name is none', () => {
  const Items = z.object({ items: z.array(z.object({ line1: z.string(), '2nd_line': z.string() })) })
  assert.equal(
    misspeltMembers(Items, { items: Array(11).fill({ line1: 'x', '2nd_line': 'x' }).with(10, { lien1: 'x', '2nd_lien': 'x' }) }),
    [
      { path: ['items', 10, 'lien1'], meant: 'line1' },
      { path: ['items', 10, '2nd_lien'], meant: '2nd_line' },
    ],
  )
})

test('a member that was sent is not what a similar one was meant to be', () => {
  assert.equal(misspeltMembers(z.object({ name: z.string() }), { name: 'x', names: 'y' }), [])
  assert.is(misspeltMembers(z.object({ name: z.string() }), { names: 'y' }).length, 1)
})

test('of a union, the part that fits says what is read, and else the object with most of the members', () => {
  const fitting = z.object({ it: z.union([z.object({ a: z.string() }), z.object({ a: z.number(), b: z.number() })]) })
  assert.equal(unreadMembers(fitting, { it: { a: 'x', b: 1 } }), ['it.b'])
  assert.equal(unreadMembers(fitting, { it: { a: null, b: 1, c: 1 } }), ['it.c'])
  assert.equal(unreadMembers(z.object({ it: z.union([z.string(), z.object({ a: z.string() })]) }), { it: { a: 1, b: 1 } }), ['it.b'])
  assert.equal(unreadMembers(z.object({ it: z.union([z.string(), z.number()]) }), { it: { b: 1 } }), [])
})

test('of a union that nothing fits, the object whose literal the value has says what is read', () => {
  const of = <Type extends string>(type: Type, payload: z.ZodObject) => z.object({ type: z.literal(type), payload })
  const schema = z.object({ it: z.union([of('open', z.object({ a: z.string() })), of('shut', z.object({ b: z.string() }))]) })
  assert.equal(unreadMembers(schema, { it: { type: 'shut', payload: { b: 1 } } }), [])
  assert.equal(unreadMembers(schema, { it: { type: 'shut', payload: { a: 1 } } }), ['it.payload.a'])
  assert.equal(unreadMembers(schema, { it: { type: 'ajar', payload: { b: 1 } } }), ['it.payload.b'])
})

test('a member that nothing reads is found in every part of a body', () => {
  const inside = z.object({ known: z.string() })
  const schema = z.object({
    optional: inside.optional(),
    nullable: inside.nullable(),
    usual: inside.default({ known: '' }),
    piped: inside.transform((each) => each),
    list: z.array(inside),
    either: z.union([inside, z.object({ other: z.number(), more: z.number() }), z.string()]),
    open: z.object({ known: z.string() }).catchall(inside),
  })
  const x = { known: '', x: 1 }
  const sent = { optional: x, nullable: x, usual: x, piped: x, list: [{ known: '' }, x], either: x, open: { any: x }, 'ü ': 1 }
  assert.equal(unreadMembers(schema, sent), [
    'optional.x',
    'nullable.x',
    'usual.x',
    'piped.x',
    'list.1.x',
    'either.x',
    'open.any.x',
    '%C3%BC%20',
  ])
  const either = (value: unknown) => unreadMembers(schema, { either: value })
  assert.equal(either({ other: 1, more: 2, known: 3 }), ['either.known'], 'the part that fits')
  assert.equal(either({ other: 'no number', more: 2, known: 3 }), ['either.known'], 'the part that has most of it')
  assert.equal(either('a text'), [])
  for (const nothing of [null, 'text', 5, [x]]) assert.equal(unreadMembers(schema, nothing), [])
  assert.equal(unreadMembers(schema, { optional: [x], list: x, nullable: null }), [])
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}`.padStart(120, 'y'), n]))
  const named = unreadMembers(schema, many)
  assert.equal([named.length, named[0]], [20, 'y'.repeat(100)])
  assert.equal(misspeltMembers(schema, { list: [{ knwon: '' }], optionals: 1, x: 1 }), [
    { path: ['list', 0, 'knwon'], meant: 'known' },
    { path: ['optionals'], meant: 'optional' },
  ])
})

test('a missing field is required, a null one must not be null', async () => {
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', {})), [{ message: 'name is required', parameter: 'name' }])
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', { name: null })), [
    { message: 'name must not be null', parameter: 'name' },
  ])
})

test('the items of addresses are named as the specification names them, and the message says which one', async () => {
  const addresses = [
    { full_address: '1 Main St, Albany, NY' },
    { city: 'Albany', state: 'NY' },
    { address_line1: '', city: 'x', state: 'ZZ' },
    'Main St',
  ]
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', { name: 'Acme', addresses })), [
    { message: 'address 2: address_line1 is required', parameter: 'address.address_line1' },
    { message: 'address 3: address_line1 must not be empty', parameter: 'address.address_line1' },
    { message: 'address 3: state must be one of CA, NY', parameter: 'address.state' },
    { message: 'address 4: address must be an object', parameter: 'address' },
  ])
})

test('malformed JSON, broken UTF-8, another content type, no body and no object are 400', async () => {
  const cases: [name: string, sent: string | Uint8Array<ArrayBuffer> | undefined, type: string | undefined][] = [
    ['not well-formed', '{"name": ', 'application/json'],
    ['UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    ['content type', '{"name":"Acme"}', 'text/plain'],
    ['no content type', Buffer.from('{"name":"Acme"}'), undefined],
    ['other charset', '{"name":"Acme"}', 'application/json; charset=utf-16'],
    ['no body', undefined, 'application/json'],
    ['list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['text', '"Acme"', 'application/json'],
    ['too deep', `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'application/json'],
  ]
  for (const [name, sent, type] of cases) {
    const headers = { Authorization: 'Bearer key-a', ...(type && { 'Content-Type': type }) }
    const response = await app.request('/v1/businesses', { method: 'POST', headers, ...(sent !== undefined && { body: sent }) })
    assert.is(response.status, 400, name)
    assert.is((await errorsOf(response)).length, 1, name)
  }
})

test('UTF-8 may be named in every way that is right, and a byte order mark may go before', async () => {
  const types = ['charset=UTF-8', 'charset="utf-8"', 'Charset = utf8 ; profile="x"', 'profile="x"; charset=us-ascii', 'profile=y']
  for (const type of types)
    assert.is((await send('POST', '/v1/businesses', { name: 'Acme' }, { 'Content-Type': `application/json; ${type}` })).status, 201, type)
  for (const type of ['charset=utf-87', 'charset="utf-16"', 'charset=utf-8; charset=latin1'])
    assert.is((await send('POST', '/v1/businesses', { name: 'Acme' }, { 'Content-Type': `application/json; ${type}` })).status, 400, type)
  assert.equal(await (await send('POST', '/v1/businesses', '\ufeff{"name":"\ufeffAcme"}')).json(), { name: 'Acme' })
})

test('a text that cannot be kept is told beside all other problems', async () => {
  const sent = '{"name":"\\u0000","email":"\\ud800","addresses":[{"address_line1":"a","city":"\\u0000b","state":"X"}],"employees":-1}'
  const refused = await send('POST', '/v1/businesses', sent)
  const named = (await errorsOf(refused)).map(({ parameter }) => parameter)
  assert.equal([refused.status, ...named], [422, 'name', 'email', 'address.city', 'employees', 'address.state'])
})

test('half a surrogate pair and U+0000 are refused by name', async () => {
  assert.equal(await errorsOf(await send('POST', '/v1/actions', '{"type":"decision","payload":{"notes":["\\ud800"]}}')), [
    { message: 'item 1 of notes must be Unicode text, without half a surrogate pair', parameter: 'payload.notes.0' },
  ])
  assert.equal(await errorsOf(await send('POST', '/v1/actions', '{"type":"decision","payload":{"note":"a\\u0000b"}}')), [
    { message: 'note must be text without the character U+0000', parameter: 'payload.note' },
  ])
})

test('a compressed body is refused for being compressed, not for what its bytes look like', async () => {
  const compressed = await send('POST', '/v1/businesses', { name: 'Acme' }, { 'Content-Encoding': 'gzip' })
  assert.is(compressed.status, 400)
  assert.equal(await errorsOf(compressed), [{ message: 'the body must be sent without a Content-Encoding' }])
  assert.is((await send('POST', '/v1/businesses', { name: 'Acme' }, { 'Content-Encoding': 'identity' })).status, 201)
})

test('keys that mean a prototype do nothing', async () => {
  const response = await send(
    'POST',
    '/v1/actions',
    '{"type":"decision","__proto__":{"admin":true},"payload":{"__proto__":{"admin":true},"constructor":1}}',
  )
  assert.is(response.status, 200)
  assert.is(await response.text(), '{"type":"decision","payload":{"constructor":1}}')
  assert.is(Reflect.get({}, 'admin'), undefined)
})

test('some violations are 400 where the specification says so', async () => {
  assert.is((await send('POST', '/v1/actions', { payload: {} })).status, 400)
  assert.is((await send('POST', '/v1/actions', { type: 'dance', payload: {} })).status, 400)
  assert.is((await send('POST', '/v1/actions', { type: 'decision' })).status, 422)
  assert.is((await send('POST', '/v1/orders', {})).status, 400)
  assert.is((await send('POST', '/v1/orders', { product: 'nothing' })).status, 422)
  assert.is((await send('POST', '/v1/requests', {})).status, 400)
})

test('an optional body may be left out', async () => {
  const response = await send('POST', '/v1/termination')
  assert.is(response.status, 200)
  assert.equal(await response.json(), {})
  assert.equal(await (await send('POST', '/v1/termination', { packet_number: 'P-1' })).json(), { packet_number: 'P-1' })
  assert.is((await send('POST', '/v1/termination', 'null')).status, 400)
})

test('a body that may not be left out is asked for', async () => {
  assert.equal(await errorsOf(await send('POST', '/v1/businesses')), [{ message: 'a JSON body is required' }])
  assert.equal(await errorsOf(await send('POST', '/v1/businesses', '7')), [{ message: 'the body must be a JSON object' }])
  assert.equal(await errorsOf(await send('PATCH', '/v1/mail', '{}')), [{ message: 'the body must be a JSON list' }])
})

test('a body of an older version is read as that of the newest', async () => {
  const changes = [renamed({ title: 'Words', paths: [], schemas: [], from: 'old', to: 'new' })]
  const { send } = toy((app) => {
    app.use('/things', (c, next) => {
      c.set('versionChanges', changes)
      return next()
    })
    app.post('/things', body(z.object({ new: z.string() })), (c) => c.text(c.req.valid('json').new))
  })
  assert.is(await (await send('POST', '/v1/things', { old: 'x' })).text(), 'x')
})

test('a missing field is told from one whose message only says so', async () => {
  const one = z.object({ state: z.string().optional(), kind: z.string().optional() }).refine(({ state }) => state !== undefined, {
    path: ['state'],
    error: 'is required, or states',
  })
  const { send } = toy((app) => {
    app.post('/states', body(one, { badRequest: { state: 'missing' } }), (c) => c.json({}))
    app.post('/kinds', body(z.object({ kind: z.string(), name: z.string() }), { badRequest: { kind: 'any' } }), (c) => c.json({}))
  })
  assert.is((await send('POST', '/v1/states', {})).status, 422)
  assert.is((await send('POST', '/v1/kinds', {})).status, 400)
  assert.is((await send('POST', '/v1/kinds', { kind: 'x' })).status, 422)
})

test('a part of a body is checked like a body', () => {
  const Part = z.object({ name: z.string() })
  assert.equal(checkBody(Part, { name: 'x' }), { name: 'x' })
  const thrown = (value: unknown, options = {}) => {
    try {
      return checkBody(Part, value, options)
    } catch (error) {
      return error instanceof ApiError ? [error.status, ...error.entries.map(({ parameter }) => parameter)] : error
    }
  }
  assert.equal(thrown({}), [422, 'name'])
  assert.equal(thrown({}, { badRequest: { name: 'missing' } }), [400, 'name'])
})

test('a moment is a date, a time or a position', async () => {
  const { send } = toy((app) =>
    app.get('/past', query(z.object({ as_of: asOf.optional() })), (c) => c.json({ has: c.req.valid('query').as_of !== undefined })),
  )
  const ask = async (text: string) => send('GET', `/v1/past?as_of=${text}`)
  for (const moment of ['2026-01-31', '2026-01-31T10:00:00Z', '17']) assert.equal(await (await ask(moment)).json(), { has: true }, moment)
  assert.equal(await (await send('GET', '/v1/past')).json(), { has: false })
  const wrong = await ask('yesterday')
  assert.equal([wrong.status, (await errorsOf(wrong)).map(({ parameter }) => parameter)], [400, ['as_of']])
})

test('a route may take a list', async () => {
  assert.equal(await (await send('PATCH', '/v1/mail', ['a', 'b'])).json(), ['a', 'b'])
  assert.is((await send('PATCH', '/v1/mail', { tags: [] })).status, 400)
})

test('a body beyond the limit is 413, with or without a declared length', async () => {
  const large = JSON.stringify({ name: 'x'.repeat(1_100_000) })
  const counted = await send('POST', '/v1/businesses', large)
  assert.is(counted.status, 413)
  const declared = await send('POST', '/v1/businesses', large, { 'Content-Length': String(large.length) })
  assert.is(declared.status, 413)
  assert.is((await errorsOf(declared))[0]?.message, 'the body is larger than the 1 MB allowed')
})

test('a form is read and validated', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  assert.equal(await (await send('POST', '/v1/token', 'grant_type=authorization_code&code=a%20b', headers)).json(), {
    grant_type: 'authorization_code',
    code: 'a b',
  })
  assert.is((await send('POST', '/v1/token', 'code=1', headers)).status, 422)
  assert.is((await send('POST', '/v1/token', 'grant_type=a&grant_type=b', headers)).status, 400)
  assert.is((await send('POST', '/v1/token', {})).status, 400)
})

const formType = 'application/x-www-form-urlencoded'
for (const [type, status] of [
  [formType, 200],
  [formType.toUpperCase(), 200],
  [`${formType}; charset=utf-8`, 200],
  [`${formType}  ;charset=utf-8`, 200],
  [`${formType} `, 200],
  [`${formType}x`, 400],
  [`${formType}x;`, 400],
  [`x-${formType}`, 400],
] as const)
  test(`a form of the type "${type}" is ${status}`, async () => {
    assert.is((await send('POST', '/v1/token', 'grant_type=a', { 'Content-Type': type })).status, status)
  })

test('what is wrong with a form is refused in the words of its protocol', async () => {
  const refuse = (entries: readonly { readonly message: string }[]) => new ApiError(401, entries)
  const { send } = toy((app) => app.post('/token', form(z.object({ grant_type: z.string() }), { refuse }), (c) => c.json({})))
  const twice = await send('POST', '/v1/token', 'grant_type=a&grant_type=b', { 'Content-Type': formType })
  assert.equal([twice.status, await errorsOf(twice)], [401, [{ message: 'grant_type must be given only once', parameter: 'grant_type' }]])
  const json = await send('POST', '/v1/token', {})
  assert.is(json.status, 401)
  assert.match((await errorsOf(json))[0]?.message ?? '', formType)
})

test('a query is read as text, lists and flags', async () => {
  const response = await send('GET', '/v1/signals?object_id=7&kinds=a,b&states[]=CA&states[]=NY&local_only=true&start_date=2026-01-31')
  assert.equal(await response.json(), {
    start_date: '2026-01-31',
    kinds: ['a', 'b'],
    'states[]': ['CA', 'NY'],
    local_only: true,
    object_id: '7',
  })
})

test('a list in the query may be repeated or have commas, with brackets or without', async () => {
  const read = async (query: string) => (await send('GET', `/v1/signals?object_id=7&${query}`)).json()
  for (const kinds of ['kinds=a,b', 'kinds=a&kinds=b', 'kinds[]=a&kinds[]=b', 'kinds%5B%5D=a,b'])
    assert.equal(await read(kinds), { object_id: '7', kinds: ['a', 'b'] }, kinds)
  for (const states of ['states[]=CA&states[]=NY', 'states=CA&states=NY', 'states=CA,NY', 'states[]=CA,NY'])
    assert.equal(await read(states), { object_id: '7', 'states[]': ['CA', 'NY'] }, states)
})

test('values with commas between are trimmed, and empty ones left out', async () => {
  const read = async (query: string) => (await send('GET', `/v1/signals?object_id=7&${query}`)).json()
  assert.equal(await read('kinds=%20a%20,,%20b,'), { object_id: '7', kinds: ['a', 'b'] })
  assert.equal(await read('kinds='), { object_id: '7', kinds: [] })
  assert.equal(await read('local_only=false'), { object_id: '7', local_only: false })
})

test('a single value has no brackets, and is given once whatever is made of it', async () => {
  const { send } = toy((app) => {
    const upper = z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(['A', 'B']))
    app.get('/things', query(z.object({ q: z.string().optional(), kind: upper.optional() })), (c) => c.json(c.req.valid('query')))
  })
  assert.equal(await (await send('GET', '/v1/things?q[]=x&kind=a&limit=5')).json(), { kind: 'A' })
  assert.equal(await errorsOf(await send('GET', '/v1/things?kind=a&kind=b')), [
    { message: 'kind must be given only once', parameter: 'kind' },
  ])
})

test('parameters of a query that nothing reads are named like members of a body', async () => {
  const ignored = async (query: string) => (await send('GET', `/v1/signals?object_id=7&${query}`)).headers.get('Probity-Ignored')
  assert.is(await ignored('start_dat=2026-01-31&local_only[]=true'), 'start_dat, local_only%5B%5D')
  assert.is(await ignored('kinds=a&kinds[]=b&states=CA&states[]=NY&local_only=true&start_date=2026-01-31'), null)
  const refused = await send('GET', '/v1/signals?objectid=7')
  assert.equal([refused.status, refused.headers.get('Probity-Ignored')], [400, 'objectid'])
})

test('limit on a paged list is answered with a hint at per_page, and is read on a path that knows it', async () => {
  const refused = await send('GET', '/v1/pages?limit=5')
  assert.is(refused.status, 400)
  assert.equal(await errorsOf(refused), [{ message: 'limit is not a parameter here: did you mean per_page?', parameter: 'limit' }])
  assert.equal(await (await send('GET', '/v1/pages?per_page=5')).json(), { page: 1, per_page: 5 })
  assert.equal(await (await send('GET', '/v1/events?limit=5')).json(), { limit: '5' })
})

test('a wrong query is 400 and names each parameter', async () => {
  const response = await send('GET', '/v1/signals?start_date=2026-02-31&kinds=a,z&local_only=yes&states[]=Cal')
  assert.is(response.status, 400)
  assert.equal(await errorsOf(response), [
    { message: 'start_date must be a date (YYYY-MM-DD)', parameter: 'start_date' },
    { message: 'item 2 of kinds must be one of a, b', parameter: 'kinds' },
    { message: 'item 1 of states[] must be 2 characters', parameter: 'states[]' },
    { message: 'local_only must be one of true, false', parameter: 'local_only' },
    { message: 'object_id is required', parameter: 'object_id' },
  ])
  assert.equal(await errorsOf(await send('GET', '/v1/signals?object_id=1&object_id=2')), [
    { message: 'object_id must be given only once', parameter: 'object_id' },
  ])
})

test.run()
