// What an operator is told when EventStoreDB cannot be reached, or refuses: the cause, whatever the client makes of it.
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noStream, StoreMisconfigured, StoreUnavailable } from '../../src/stores/event-store.ts'
import { addressIn, withoutSeed } from '../../src/stores/eventstoredb/address.ts'
import { certificateExpiry } from '../../src/stores/eventstoredb/diagnosis.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { mongoAddressIn } from '../../src/stores/mongodb/address.ts'
import { someEvents, unique } from '../contract/sample-events.ts'
import { inTime, until } from '../eventually.ts'
import { failureOf } from '../failure.ts'
import { accessDenied, noLeader, unauthenticated } from '../servers/eventstore/faults.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'

const test = suite('eventstoredb: what is wrong is said')
const folder = mkdtempSync(join(tmpdir(), 'probity-causes-'))
const madeFor = async (name: string, file: string) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2 as const, value: name }] },
    ],
  })
  writeFileSync(join(folder, file), cert)
  return { certificate: cert, key }
}
const admin = { name: 'probity', password: 'secret-1' }
const ca = encodeURIComponent(join(folder, 'own.pem'))
const otherCa = encodeURIComponent(join(folder, 'other.pem'))
let plain: EventStoreServer
let secure: EventStoreServer
let misnamed: EventStoreServer

test.before(async () => {
  await madeFor('localhost', 'other.pem')
  plain = await startEventStoreServer()
  secure = await startEventStoreServer({ security: { ...(await madeFor('localhost', 'own.pem')), admin } })
  misnamed = await startEventStoreServer({ security: { ...(await madeFor('eventstore-1', 'named.pem')), admin } })
})
test.after(async () => {
  for (const server of [plain, secure, misnamed]) await server.stop()
  rmSync(folder, { recursive: true })
})

/** What reading at this URL fails with. */
const refusalAt = async (url: string): Promise<Error> => {
  const store = await openEventStoreDB({ url, deadline: 1_500 })
  const failure = await inTime('the read fails', failureOf(store.read(unique('unreachable'))))
  await store.close()
  assert.instance(failure, Error)
  return failure as Error
}

const causes = [
  ['a wrong CA', () => `localhost:${secure.port}?tlsCAFile=${otherCa}`, /certificate of localhost:\d+ is not trusted .*tlsCAFile/],
  ['a CA that is not named', () => `localhost:${secure.port}`, /certificate of localhost:\d+ is not trusted/],
  [
    'a certificate for another name',
    () => `localhost:${misnamed.port}?tlsCAFile=${encodeURIComponent(join(folder, 'named.pem'))}`,
    /certificate of localhost:\d+ is for another name/,
  ],
  [
    'a node with TLS, asked without',
    () => `localhost:${secure.port}?tls=false`,
    /localhost:\d+ speaks TLS, but EVENT_STORE_URL says tls=false/,
  ],
  [
    'a node without TLS, asked with it',
    () => `localhost:${plain.port}?tlsCAFile=${ca}`,
    /localhost:\d+ does not speak TLS: add \?tls=false/,
  ],
  ['an unknown name', () => 'nowhere.invalid:2113?tls=false', /the name nowhere\.invalid is not known here/],
  ['a closed port', () => '127.0.0.1:1?tls=false', /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/],
] as const
const schemes = ['esdb', 'esdb+discover'] as const

/** Each refusal takes its whole deadline, so all are asked for at once. */
const refusals = new Map<string, Promise<Error>>()
test.before(() => {
  for (const [what, url] of causes)
    for (const scheme of schemes) {
      const refusal = refusalAt(`${scheme}://probity:secret-1@${url()}`)
      refusal.catch(() => undefined)
      refusals.set(`${what} ${scheme}`, refusal)
    }
})

for (const [what, , cause] of causes)
  for (const scheme of schemes)
    test(`${what} is named (${scheme})`, async () => {
      const refusal = await refusals.get(`${what} ${scheme}`)
      assert.instance(refusal, StoreUnavailable)
      assert.match(refusal?.message ?? '', cause)
      assert.not.match(refusal?.message ?? '', 'secret-1')
      assert.match(refusal?.message ?? '', /^the event store is unavailable: [^\n]+$/)
    })

test('a node that answers, and has no leader just now, is not blamed for its name, its port or its TLS', async () => {
  plain.faults.always('read', noLeader)
  const refusal = await refusalAt(plain.url)
  plain.faults.always('read', undefined)
  assert.instance(refusal, StoreUnavailable)
  assert.not.match(refusal.message, /TLS|not known|cannot be reached/)
})

test('an IP address for TLS is refused at once, with what to write instead', async () => {
  for (const url of ['esdb://10.0.0.7:2113', 'esdb+discover://probity:s@eventstore-1:2113,10.0.0.7:2113?tls=true']) {
    const refusal = await failureOf(openEventStoreDB({ url }))
    assert.instance(refusal, StoreMisconfigured)
    assert.match((refusal as Error).message, /names 10\.0\.0\.7, but TLS needs a name: write the host name.*tls=false/)
  }
})

test('a port that is none is refused at once', async () => {
  const refusal = await failureOf(openEventStoreDB({ url: 'esdb://a:65535,b:65536?tls=false' }))
  assert.instance(refusal, StoreMisconfigured)
  assert.match((refusal as Error).message, /names the port 65536 of b, but the last one is 65535/)
})

test('the scheme may be that of KurrentDB', async () => {
  for (const scheme of ['kurrentdb', 'kurrentdb+discover']) {
    const store = await openEventStoreDB({ url: plain.url.replace('esdb', scheme) })
    assert.equal(await store.read(unique('none')), [])
    await store.close()
  }
})

test('an IP address without TLS and a name with it are taken', async () => {
  for (const url of ['esdb://10.0.0.7:2113?tls=false', 'esdb+discover://10.0.0.7:2113?TLS=false', 'esdb://10-0-0-7.example.com:2113'])
    await (await openEventStoreDB({ url })).close()
})

test('a user that is unknown is told to check user and password, one without rights which rights are missing', async () => {
  const store = await openEventStoreDB({ url: plain.url })
  plain.faults.next('read', unauthenticated)
  const unknown = await failureOf(store.read(unique('denied')))
  plain.faults.next('read', accessDenied)
  const powerless = await failureOf(Array.fromAsync(store.readAll()))
  await store.close()
  for (const failure of [unknown, powerless]) assert.instance(failure, StoreMisconfigured)
  assert.match((unknown as Error).message, 'check the user and password')
  assert.match((powerless as Error).message, /has no right to it .*must read \$all and append to streams/)
  assert.not.match((powerless as Error).message, 'password')
})

test('a denied append is a fault of the settings, as a denied read is', async () => {
  const store = await openEventStoreDB({ url: plain.url })
  plain.faults.next('append', { kind: 'denied' })
  const denied = await failureOf(store.append(unique('denied'), someEvents(1), noStream))
  assert.instance(denied, StoreMisconfigured)
  assert.match((denied as Error).message, /denies access: the user in EVENT_STORE_URL has no right to it \(appending to denied/)
  assert.is((await store.append(unique('allowed'), someEvents(1), noStream)).revision, 0)
  await store.close()
})

const ownEnd = () => Date.parse(new X509Certificate(readFileSync(join(folder, 'own.pem'))).validTo)

/** What a busy machine could not tell in time is asked for again. */
const expiryOf = async (address: Parameters<typeof certificateExpiry>[0]): Promise<number | undefined> => {
  const ask = certificateExpiry(address)
  await until('the end is known', async () => (await ask()) !== undefined)
  return (await ask())?.getTime()
}

test('the end of a certificate is read from the node, and is unknown where there is none', async () => {
  assert.is(await expiryOf(addressIn(`esdb://localhost:${secure.port}?tlsCAFile=${ca}`)), ownEnd())
  for (const url of [`esdb://localhost:${secure.port}?tls=false`, 'esdb://localhost:1'])
    assert.is(await certificateExpiry(addressIn(url))(), undefined)
})

test('after a silent node the other ones of the URL are asked first, by whatever way they are told apart', () => {
  for (const [url, others] of [
    ['esdb://a:1,b:2,c:3?tls=false', 'esdb://b:2,c:3?tls=false'],
    ['esdb://u:p@a:1,b?tls=false', 'esdb+discover://u:p@b?tls=false'],
    ['esdb://b:2,a:1', 'esdb+discover://b:2'],
    // No other is named.
    ['esdb://a:1?tls=false', 'esdb://a:1?tls=false'],
    ['esdb+discover://a:1', 'esdb+discover://a:1'],
    // It is not named.
    ['esdb://b:2,c:3', 'esdb://b:2,c:3'],
    ['esdb://b:2', 'esdb://b:2'],
  ] as const)
    assert.is(withoutSeed(url, 'a:1'), others)
  assert.is(withoutSeed('esdb://a,b:2', 'a:2113'), 'esdb+discover://b:2')
})

test('the servers of a MongoDB URL are those whose certificates are looked at', async () => {
  const two = mongoAddressIn('mongodb://user:p%40ss@one.example:27018,two.example/probity?replicaSet=probity&tls=true')
  assert.equal(two, {
    seeds: [
      { host: 'one.example', port: 27_018 },
      { host: 'two.example', port: 27_017 },
    ],
    tls: true,
  })
  assert.is(mongoAddressIn('mongodb://localhost/probity').tls, false)
  for (const host of ['localhost', '127.0.0.1']) {
    assert.is(await expiryOf(mongoAddressIn(`mongodb://${host}:${secure.port}/probity?tls=true`)), ownEnd())
  }
})

test.run()
