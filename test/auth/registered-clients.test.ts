// Clients that register themselves, what is sealed for them, and whose objects a principal sees.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sees } from '../../src/auth/principal.ts'
import { accountClientId, mayReturnTo, registeredClients } from '../../src/auth/registered-clients.ts'
import { sealedValues } from '../../src/auth/sealed-values.ts'

const secret = new Uint8Array(32).fill(7)
const now = new Date('2026-11-02T12:00:00.000Z')

test('a sealed value opens for its purpose until its time, and for nothing else', () => {
  const { seal, open } = sealedValues<{ name: string }>(secret, 'one purpose')
  const sealed = seal({ name: 'Ann' }, now.getTime())
  assert.equal(open(sealed, new Date(now.getTime() - 1)), { name: 'Ann' })
  assert.is(open(sealed, now), null)
  const before = new Date(0)
  assert.is(sealedValues(secret, 'another purpose').open(sealed, before), null)
  assert.is(sealedValues(new Uint8Array(32), 'one purpose').open(sealed, before), null)
  const another = sealed.startsWith('A') ? 'B' : 'A'
  for (const changed of ['', 'x', sealed.slice(0, -2), `${another}${sealed.slice(1)}`, `${sealed}AA`])
    assert.is(open(changed, before), null, changed)
  assert.is.not(seal({ name: 'Ann' }, now.getTime()), sealed, 'the same value is never sealed the same')
  assert.not.match(Buffer.from(sealed, 'base64url').toString('latin1'), 'Ann')
})

test('the id of a registered client is the registration', () => {
  const clients = registeredClients(secret)
  const client = { name: 'Assistant', redirect_uris: ['https://a.example/back'] }
  const id = clients.register(client)
  assert.match(id, /^app_/)
  assert.equal(clients.find(id), client)
  assert.is(clients.find(id.slice(4)), undefined)
  assert.is(clients.find(`xxxx${id.slice(4)}`), undefined)
  assert.is(clients.find('app_x'), undefined)
  assert.is(registeredClients(new Uint8Array(32)).find(id), undefined)
})

test('an account knows a client under one id for each world, and no other account under the same', () => {
  const ids = (['a', 'b'] as const).flatMap((account_id) =>
    (['test', 'live'] as const).flatMap((mode) => ['app_x', 'app_y'].map((id) => accountClientId(id, { account_id, mode }))),
  )
  assert.is(new Set(ids).size, 8)
  assert.is(accountClientId('app_x', { account_id: 'a', mode: 'test' }), ids[0])
})

const registered = ['https://a.example/back', 'http://127.0.0.1:1/back', 'http://localhost/back', 'http://[::1]:9/back']
const returns: readonly (readonly [uri: string, may: boolean])[] = [
  ['https://a.example/back', true],
  ['http://127.0.0.1:1/back', true],
  ['http://127.0.0.1:2/back', true],
  ['http://127.0.0.1/back', true],
  ['http://localhost:5000/back', true],
  ['http://[::1]/back', true],
  ['https://a.example:8443/back', false],
  ['https://a.example/other', false],
  ['http://a.example/back', false],
  ['http://127.0.0.1:2/other', false],
  ['https://127.0.0.1:2/back', false],
  ['http://127.0.0.2:1/back', false],
  ['http://localhost.a.example/back', false],
  ['not an address', false],
]
for (const [uri, may] of returns)
  test(`a client ${may ? 'may' : 'may not'} be sent back to ${uri}`, () => assert.is(mayReturnTo(registered, uri), may))

test('a client of the web may not be sent to the machine of a user, nor to another port', () => {
  assert.not.ok(mayReturnTo(['https://a.example/back'], 'http://127.0.0.1/back'))
  assert.not.ok(mayReturnTo(['http://a.example:1/back'], 'http://a.example:2/back'))
  assert.not.ok(mayReturnTo([], 'https://a.example/back'))
})

const key = { accountId: 'a', mode: 'test' } as const
const person = { ...key, seesBothModes: true } as const
const seen: readonly (readonly [object: Parameters<typeof sees>[1], byKey: boolean, byPerson: boolean])[] = [
  [{ account_id: 'a', mode: 'test' }, true, true],
  [{ account_id: 'a', mode: 'live' }, false, true],
  [{ account_id: 'a' }, true, true],
  [{ account_id: 'b', mode: 'test' }, false, false],
  [{ account_id: 'b', mode: 'live' }, false, false],
  [{ account_id: 'b' }, false, false],
]
for (const [object, byKey, byPerson] of seen)
  test(`an object of account ${object.account_id} in ${object.mode ?? 'both worlds'} is seen by the key: ${byKey}, by the person: ${byPerson}`, () =>
    assert.equal([sees(key, object), sees(person, object)], [byKey, byPerson]))

test.run()
