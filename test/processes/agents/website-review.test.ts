// What the website shows, and what has changed since it was analysed: for each rule what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SiteNow } from '../../../src/processes/agents/agent.ts'
import { websiteReview } from '../../../src/processes/agents/website-review.ts'
import { source, submitted } from '../../commands/businesses.ts'
import { address, person } from '../../commands/evidence.ts'
import { type Known, outcomeOf, site, verified } from './said.ts'

const match = { name: submitted.name, score: 1, explanation: 'the same name' }
type Site = Parameters<typeof site>[0]
const of = (change: Site = {}, more: Known['submitted'] = {}): Known => ({
  submitted: { website: { url: 'https://acme.example' }, ...more },
  evidence: { website: site({ name_match: match, indicators: [], ...change }) },
})
const read = async (known: Known) => (await outcomeOf(websiteReview, 'read_site', { business: verified(known) })).said.join('\n')

const rows: readonly (readonly [says: string, is: Known, isNot: Known])[] = [
  ['No website was submitted.', {}, { submitted: { website: { url: 'https://acme.example' } } }],
  ['has not been analysed', { submitted: { website: { url: 'https://acme.example' } } }, of()],
  ['but parked: it shows no trading', of({ parked: true }), of()],
  ['The website is offline: timed out.', of({ status: 'offline', error: 'timed out' }), of()],
  ['It names the business as', of(), of({ name_match: null })],
  ['It does not name the business', of({ name_match: null }), of({ name_match: null, status: 'offline' })],
  ['It carries 0 of the 1 submitted addresses.', of({ address_matches: [] }, { addresses: [address] }), of({ address_matches: [] })],
  ['It carries 0 of the 1 submitted people.', of({ person_matches: [] }, { people: [person] }), of({ person_matches: [] })],
  ['words of risky lines of business: casino', of({ risky_keywords: ['casino'] }), of({ risky_keywords: [] })],
]
for (const [says, is, isNot] of rows)
  test(`"${says}" is said where that is so alone`, async () => {
    assert.match(await read(is), says)
    assert.not.match(await read(isNot), says)
  })

const indicator = (rating: 'positive' | 'negative' | 'neutral') => ({
  type: 'https',
  name: 'HTTPS',
  rating,
  value: 'Some',
  description: '',
  explanation: 'Because.',
  examples: [],
})
test('an indicator speaks for the site, against it, or not at all', async () => {
  assert.match(await read(of({ indicators: [indicator('positive')] })), 'For it, HTTPS: Some.')
  assert.match(await read(of({ indicators: [indicator('negative')] })), 'Against it, HTTPS: Some. Because.')
  assert.not.match(await read(of({ indicators: [indicator('neutral')] })), 'HTTPS')
})

const nowAt = (change: Partial<SiteNow> = {}): SiteNow =>
  ({
    ...site(),
    names: [],
    title: submitted.name,
    text: `Welcome to ${submitted.name}`,
    description: null,
    ...change,
    sources: [source],
  }) as SiteNow
const look = async (before: Known, now: SiteNow | null) =>
  outcomeOf(websiteReview, 'look_again', { business: verified(before), readSite: async () => now })
const changes = async (before: Known, now: SiteNow) => (await look(before, now)).said.slice(1)

const stranger = nowAt({ title: 'Somebody Else', text: 'Somebody Else' })
const unchanged = ['What the analysis on file says of its name, domain and parking still holds.']
const after: readonly (readonly [what: string, before: Known, now: SiteNow, says: readonly string[]])[] = [
  ['nothing has changed', of(), nowAt(), unchanged],
  ['it was parked before', of({ parked: true }), nowAt({ parked: true }), unchanged],
  ['it is parked', of(), nowAt({ parked: true }), ['It is parked now.']],
  ['it names the business no more', of(), stranger, ['It does not name the business any more.']],
  ['it did not name the business before', of({ name_match: null }), stranger, unchanged],
  ['it names the business at last', of({ name_match: null }), nowAt(), ['It names the business now; it did not when it was analysed.']],
  ['it answers again', of({ status: 'offline' }), nowAt(), ['That has changed: it was offline when it was analysed.', ...unchanged]],
  ['it is gone', of(), nowAt({ status: 'offline' }), ['That has changed: it was online when it was analysed.']],
]
for (const [what, before, now, says] of after)
  test(`what a second look tells where ${what}`, async () => {
    assert.equal(await changes(before, now), says)
  })

test('another domain is told, and one that is not known is none', async () => {
  const { domain } = site()
  assert.ok(domain)
  const moved = nowAt({ domain: { ...domain, domain: 'else.example' } as SiteNow['domain'] })
  assert.equal(await changes(of({ domain }), moved), ['It stands on another domain now: else.example.'])
  assert.equal(await changes(of({ domain }), nowAt({ domain: null as never })), unchanged)
})

test('what a second look says is surer of a site that answers than of one that does not', async () => {
  assert.is((await look(of(), nowAt())).confidence, 'high')
  assert.is((await look(of(), nowAt({ status: 'offline' }))).confidence, 'medium')
})

test('a site that cannot be looked at is skipped', async () => {
  assert.is((await look(of(), null)).resolution, 'skip')
})

test.run()
