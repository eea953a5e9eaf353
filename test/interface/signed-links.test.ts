import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guestLinks } from '../../src/interface/guest-links.ts'
import { signedLinks } from '../../src/interface/signed-links.ts'
import { filled } from '../filled.ts'

const secret = new Uint8Array(32).fill(7)
const links = signedLinks(secret)
const at = new Date('2026-11-21T00:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const linked = { kind: 'registration_request', id: '0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f' } as const

test('a link opens what it names until it expires, and nothing afterwards', () => {
  const token = links.sign(linked, later(60_000))
  assert.equal(links.open(token, later(59_000)), linked)
  assert.is(links.open(token, later(60_000)), null)
})

test('an invitation holds for ninety days from its creation, a link to the dashboard for seven from being asked for', () => {
  const made = guestLinks({ secret, base: 'https://x.example', now: () => at })
  const day = 86_400_000
  const tokenIn = (url: string) => new URL(url).pathname.replace('/guest/', '')
  const invitation = tokenIn(made.invite(linked, at.toISOString()))
  const dashboard = tokenIn(made.guest(linked, 'company'))
  assert.ok(links.open(invitation, later(90 * day - 1000)))
  assert.is(links.open(invitation, later(90 * day)), null)
  assert.ok(links.open(dashboard, later(7 * day)))
  assert.is(links.open(dashboard, later(7 * day + 1_800_000)), null)
})

test('links that are made in one half hour are the same, and each works at least for its time', () => {
  const madeAt = (ms: number) => guestLinks({ secret, base: 'https://x.example', now: () => later(ms) })
  const halfHour = 1_800_000
  const linksAt = (ms: number) => [madeAt(ms).guest(linked), madeAt(ms).mailDocument(linked.id)]
  assert.equal(linksAt(halfHour - 1), linksAt(0))
  for (const [at, link] of filled(linksAt(halfHour).entries().toArray())) assert.is.not(link, linksAt(0)[at])
  const document =
    linksAt(halfHour - 1)[1]
      ?.split('/')
      .at(-1) ?? ''
  assert.ok(links.open(document, later(halfHour + 86_400_000 - 1000)))
  assert.is(links.open(document, later(halfHour + 86_400_000)), null)
})

test('no part of a link can be another, and another secret signs nothing here', () => {
  const token = links.sign(linked, later(60_000))
  const parts = token.split('.')
  for (const [index, other] of [
    [0, '1'],
    [1, linked.id.replace('0', '1')],
    [2, 'zzzzzzz'],
    [3, ''],
    [3, `${parts[3]}=`],
    [3, parts[3]?.slice(0, -4) ?? ''],
    [3, `${parts[3]}AAAA`],
  ] as const)
    assert.is(links.open(parts.with(index, other).join('.'), at), null, `${index} ${other}`)
  assert.is(links.open(`${token}.`, at), null)
  assert.is(links.open('', at), null)
  assert.is(signedLinks(new Uint8Array(32).fill(8)).open(token, at), null)
})

test.run()
