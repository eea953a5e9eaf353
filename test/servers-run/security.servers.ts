// Stores that are reached over TLS and with credentials, all of it said in the connection strings; and what the program says when they are wrong.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { insistentWrite, request } from '../servers/cluster.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { refusedStart, startInstance } from '../servers/instances.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('stores over TLS, with credentials')
const folder = mkdtempSync(join(tmpdir(), 'probity-security-'))
const inFile = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

type Signer = { readonly certificate: string; readonly key: string }

/** A certificate of the CA, or the CA itself. */
const certified = async (name: string, ca?: Signer): Promise<Signer> => {
  const altNames = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ]
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    ...(ca ? { ca: { cert: ca.certificate, key: ca.key } } : {}),
    extensions: [
      { name: 'basicConstraints', cA: !ca },
      // The nodes of EventStoreDB are each other's clients.
      ...(ca ? [{ name: 'extKeyUsage' as const, serverAuth: true, clientAuth: true }] : []),
      { name: 'subjectAltName', altNames },
    ],
  })
  return { certificate: cert, key }
}

const authority = await certified('Probity test CA')
const own = await certified('eventstoredb-node', authority)
mkdirSync(join(folder, 'trusted'))
const ca = inFile('trusted/ca.crt', authority.certificate)
const otherCa = inFile('other-ca.crt', (await certified('Somebody else')).certificate)
const files = { certificate: inFile('certificate.pem', own.certificate), key: inFile('key.pem', own.key) }
// What a URL has to spell in another way is part of it.
const passwords = { admin: 'p@ss:w/rd-1', ops: '0ps@pass' }
const [admin, ops] = [`admin:${encodeURIComponent(passwords.admin)}`, `ops:${encodeURIComponent(passwords.ops)}`]
const eventStore = await startEventStore({ ...files, ca, passwords })
const mongo = await startMongoServer({ ...files, user: 'admin', password: passwords.admin })

const eventStoreHost = new URL(eventStore.url).host
const eventStoreUrl = ({ user = admin, tlsCa = ca } = {}) =>
  `esdb://${user}@${eventStoreHost}?tls=true&tlsCAFile=${encodeURIComponent(tlsCa)}`
const mongoUrl = ({ user = admin, tlsCa = ca, options = '' } = {}) =>
  `mongodb://${user}@${new URL(mongo.url).host}/probity?authSource=admin&tls=true&tlsCAFile=${encodeURIComponent(tlsCa)}${options}`

test.after(async () => {
  await eventStore.stop()
  await mongo.stop()
  rmSync(folder, { recursive: true })
})

test('an api and a worker do their work', async () => {
  const stores = { eventStoreUrl: eventStoreUrl(), mongoUrl: mongoUrl() }
  const instances = await Promise.all((['api', 'worker'] as const).map((role) => startInstance(role, stores)))
  const [api] = instances as [(typeof instances)[number]]
  await until('the first key is known', async () => (await request(api, 'GET', '/v1/businesses')).status === 200)
  const body = { name: 'Secure LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
  const { status, body: created } = await insistentWrite(api, 'POST', '/v1/businesses', { body })
  assert.is(status, 201)
  await until('it is verified', async () => (await request(api, 'GET', `/v1/businesses/${created.id}`)).body?.status === 'in_review')
  for (const instance of instances) assert.is(await instance.stop(), 0)
})

/** What the program says when it cannot start. */
const refusal = async (eventStoreAt: string, mongoAt: string): Promise<string> => {
  const { said, code } = await refusedStart({ DATA_DIR: join(folder, 'data'), EVENT_STORE_URL: eventStoreAt, MONGODB_URL: mongoAt })
  assert.is(code, 1, said)
  return said
}

const wrongUser = 'admin:wrong'
/** Long enough for a handshake on a slow machine; the driver itself waits for 30 s. */
const soon = '&serverSelectionTimeoutMS=10000'

for (const [what, [eventStoreAt, mongoAt], expected] of [
  [
    'a wrong password for EventStoreDB',
    [eventStoreUrl({ user: wrongUser }), mongoUrl()],
    /EventStoreDB denies access: check the user and password in EVENT_STORE_URL/,
  ],
  [
    'a wrong password for MongoDB',
    [eventStoreUrl(), mongoUrl({ user: wrongUser })],
    /MongoDB denies access: check the user and password in MONGODB_URL/,
  ],
  ['an EventStoreDB whose certificate is another’s', [eventStoreUrl({ tlsCa: otherCa }), mongoUrl()], /event store.*certificate/],
  [
    'a MongoDB whose certificate is another’s',
    [eventStoreUrl(), mongoUrl({ tlsCa: otherCa, options: soon })],
    /MongoDB is not available: .*certificate/,
  ],
  ['a file of certificates that is not there', [eventStoreUrl(), mongoUrl({ tlsCa: join(folder, 'nowhere.pem') })], /nowhere\.pem/],
  [
    'an address for EventStoreDB that cannot be read',
    ['esdb://localhost:2113?nodePreference=nearest', mongoUrl()],
    /EVENT_STORE_URL cannot be used/,
  ],
  [
    'a database for MongoDB that cannot have its name',
    [eventStoreUrl(), mongoUrl().replace('/probity?', '/pro bity?')],
    /^probity: MONGODB_URL cannot be used: [^\n]+\n$/,
  ],
  ['an address for MongoDB that cannot be read', [eventStoreUrl(), 'mongodb://localhost/probity?tls=maybe'], /MONGODB_URL cannot be used/],
] as const)
  test(`${what} is told in one line, and no password with it`, async () => {
    const said = await refusal(eventStoreAt, mongoAt)
    assert.match(said, /^probity: [^\n]+\n$/)
    assert.match(said, expected, said)
    for (const secret of [passwords.admin, encodeURIComponent(passwords.admin), 'wrong']) assert.not.match(said, secret)
  })

test('a user of EventStoreDB without rights on the log is told so at the start, and not to check the password', async () => {
  const said = await refusal(eventStoreUrl({ user: ops }), mongoUrl())
  assert.match(said, /^probity: [^\n]+\n$/)
  assert.match(said, /the user in EVENT_STORE_URL has no right to it .*must read \$all/, said)
  assert.not.match(said, /check the user and password/)
})

test('an IP address in the URL of an EventStoreDB with TLS is refused at the start', async () => {
  const said = await refusal(eventStoreUrl().replace('@localhost', '@127.0.0.1'), mongoUrl())
  assert.match(said, /^probity: EVENT_STORE_URL names 127\.0\.0\.1, but TLS needs a name: [^\n]+\n$/)
})

test.run()
