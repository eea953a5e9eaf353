// What is shown of watchlist hits. A link to an entry is one to the entry itself, or none: some publishers have no page for an entry.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile } from '../../../src/events/evidence-file.ts'
import { watchlistResource, watchlistResult } from '../../../src/interface/resources/watchlist.ts'
import { watchlistHit } from '../../commands/businesses.ts'
import { person, screening } from '../../commands/evidence.ts'

const urlOf = (url: string | null): string | null | undefined => {
  const list = { agency_list_url: 'https://publisher.example/list', agency_information_url: 'https://publisher.example/' }
  const hit = { ...watchlistHit, ...list, url, sources: [], created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  return watchlistResult(hit, { file: emptyFile, names: new Map() }).url
}

test('a hit links to the page of its entry', () => assert.is(urlOf('https://publisher.example/list/7'), 'https://publisher.example/list/7'))

test('the page of the whole list is no page of the entry', () => assert.is(urlOf('https://publisher.example/list'), null))

test('an entry without a page has no link', () => assert.is(urlOf(null), null))

test('the hit of a submitted person stands with them, also where they were screened as a company', () => {
  const moments = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  const hit = { ...watchlistHit, screened: 'business' as const, screened_id: person.id, sources: [], ...moments }
  const file = { ...emptyFile, hits: { [hit.id]: hit }, screening: { ...screening(hit.id), ...moments } }
  const shown = watchlistResource({ file, people: [person] }, new Map())
  assert.equal(
    shown?.people.map(({ id, results }) => [id, (results as readonly { readonly id: string }[]).map((each) => each.id)]),
    [[person.id, [hit.id]]],
  )
})

test('a hit that stands against a list which was not searched is shown under that list', () => {
  const moments = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  const metadata = { data_set: 'United Nations List', version: '2026-01-01', row: '7', agency: 'United Nations', kind: 'un_sc' }
  const hit = { ...watchlistHit, list: 'UN', sources: [{ id: person.id, type: 'un_sc', metadata }], ...moments }
  const file = { ...emptyFile, hits: { [hit.id]: hit }, screening: { ...screening(hit.id), ...moments } }
  const { hit_count, lists = [] } = watchlistResource({ file, people: [] }, new Map()) ?? {}
  assert.equal(
    [hit_count, lists.map(({ abbr, title, agency, version, results }) => [abbr, title, agency, version, results.length])],
    [
      1,
      [
        ['SDN', 'List', 'Treasury', '1', 0],
        ['UN', 'United Nations List', 'United Nations', '2026-01-01', 1],
      ],
    ],
  )
})

test.run()
