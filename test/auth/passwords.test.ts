import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { passwords, recommendedCost } from '../../src/auth/passwords.ts'
import { readConfig } from '../../src/config.ts'
import { filled } from '../filled.ts'

const low = passwords({ N: 16, r: 8, p: 1 })

test('a password fits its own hash and no other, however its letters are composed', async () => {
  const stored = await low.hash('Straße é')
  assert.match(stored, /^\$scrypt\$ln=4,r=8,p=1\$/)
  assert.ok(await low.verify('Straße e\u0301', stored))
  assert.not.ok(await low.verify('Strasse é', stored))
  assert.is.not(await low.hash('Straße é'), stored)
})

test('a hash is checked at the cost that it was made at', async () => {
  const stored = [low, passwords({ N: 2 ** 10, r: 10, p: 12 })].map(({ hash }) => hash('secret'))
  for (const each of filled(await Promise.all(stored))) assert.ok(await passwords({ N: 32, r: 8, p: 2 }).verify('secret', each), each)
})

test('what is no hash fits nothing', async () => {
  const stored = await low.hash('secret')
  for (const each of [
    undefined,
    '',
    'secret',
    '$scrypt$ln=4,r=8,p=1$$',
    '$scrypt$ln=4,r=8,p=1$c2FsdA==$c2hvcnQ=',
    `x${stored}`,
    `${stored}$x`,
  ])
    assert.not.ok(await low.verify('secret', each), each)
})

test('where there is no hash the password is hashed all the same, at the present cost', async () => {
  // scrypt refuses such a cost, which shows that it was asked.
  const impossible = passwords({ N: 3, r: 8, p: 1 })
  const asked = (stored: string | undefined) =>
    impossible.verify('secret', stored).then(
      () => false,
      () => true,
    )
  assert.ok(await asked(undefined))
  assert.ok(await asked('secret'))
  assert.not.ok(await asked(await low.hash('secret')))
})

test('the cost is at least what OWASP recommends, and no environment lowers it', async () => {
  assert.ok(recommendedCost.N * recommendedCost.r * recommendedCost.p >= 2 ** 16 * 8 * 2)
  assert.match(await passwords().hash('secret'), /^\$scrypt\$ln=16,r=8,p=2\$/)
  const names: string[] = []
  readConfig(new Proxy({}, { get: (_, name) => void names.push(String(name)) }))
  assert.ok(names.includes('PORT'))
  assert.equal(
    names.filter((name) => /scrypt|cost|hash/i.test(name)),
    [],
  )
})

test.run()
