// Hits against lists whose data are not loaded when a business is screened again.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { differences } from '../../../src/commands/findings.ts'
import { openHits } from '../../../src/events/evidence-file.ts'
import { withStandingHits } from '../../../src/processes/findings/standing.ts'
import { businessId, watchlistHit } from '../../commands/businesses.ts'
import { screening } from '../../commands/evidence.ts'
import { acme } from './acme.ts'

const source = (version: string) => ({
  id: '0198c0de-0000-7000-8000-0000000000d1',
  type: 'ofac_sdn',
  metadata: { data_set: 'SDN', version, row: '7', kind: 'ofac_sdn' },
})
const hit = { ...watchlistHit, screened: 'business' as const, screened_id: businessId, sources: [source('2026-01-01')] }

type Change = {
  readonly loaded?: readonly string[] | null
  readonly version?: string
  readonly watchlists?: readonly string[]
  readonly screened?: string
}

/** The types of the events that a screening without any hit leads to. */
const outcome = ({ loaded = ['un_sc'], version = '2026-01-01', watchlists, screened = businessId }: Change) => {
  const held = { ...hit, sources: [source(version)] }
  const business = acme({}, { hits: [held] })
  const index = loaded?.map((data_set) => ({ data_set, version: '1', sha256: 'ab' }))
  const found = { ...screening(), screened: [{ kind: 'business' as const, id: screened, name: 'Acme' }], ...(index && { index }) }
  const evidence = withStandingHits(business, { watchlists: watchlists ?? null }, { hits: [], screening: found })
  const after = acme({}, { hits: [held] }, evidence)
  const told = differences(business.file, evidence, null).flatMap(({ type }) => (type.startsWith('WatchlistHit') ? [type] : []))
  assert.is(openHits(after.file).length, told.length === 0 ? 1 : 0, 'only a hit that was reported as gone leaves the file')
  return told
}

test('a hit stands while the data of its list are not loaded, and is gone when they are and do not name it', () => {
  assert.equal(outcome({}), [])
  assert.equal(outcome({ loaded: [] }), [])
  assert.equal(outcome({ watchlists: [hit.list, 'UN'] }), [])
  assert.equal(outcome({ loaded: ['un_sc', 'ofac_sdn'] }), ['WatchlistHitGone'])
})

test('it does not stand against the choice of the account, for a party that is screened no longer, and out of the invented sample', () => {
  const gone: readonly Change[] = [
    { watchlists: ['UN'] },
    { screened: '0198c0de-0000-7000-8000-0000000000d2' },
    { version: 'sample' },
    { version: 'sample-0a1b' },
    { loaded: null },
  ]
  for (const each of gone) assert.equal(outcome(each), ['WatchlistHitGone'], JSON.stringify(each))
})

test.run()
