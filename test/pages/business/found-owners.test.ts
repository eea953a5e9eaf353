// The card of the owners that published data name: whether each was submitted and as what, and what share a source states.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { foundCard } from '../../../src/pages/business/found-owners.ts'

type Structure = Parameters<typeof foundCard>[0]
type Owner = Structure['found'][number]

const owner = (id: string, change: Partial<Owner> = {}): Owner => ({
  id,
  owned_id: 'business',
  relation: 'registration',
  type: 'person',
  name: 'Ada Lovelace',
  country: null,
  lei: null,
  registration_number: null,
  interests: [{ kind: 'ownership', from: null, to: null }],
  since: null,
  submitted_id: null,
  watchlist_hits: 0,
  sources: [],
  ...change,
})

const cells = async (found: Owner, people: readonly string[] = []) => {
  const card = String(await foundCard({ found: [found], parties: [], business_id: 'business' } as unknown as Structure, new Set(people)))
  const cell = (title: string) => (new RegExp(`data-title="${title}"[^>]*>(.*?)</td>`).exec(card)?.[1] ?? '').replaceAll(/<[^>]*>/g, '')
  return [cell('Name'), cell('Named as'), cell('Share')]
}

test('an owner who was submitted as a person of the business is told so', async () => {
  assert.is((await cells(owner('one'), ['one']))[0], 'Ada Lovelace Submitted as a person')
  assert.is((await cells(owner('one'), ['two']))[0], 'Ada Lovelace Not submitted as an owner')
  assert.is((await cells(owner('one', { submitted_id: 'party' }), ['one']))[0], 'Ada Lovelace Submitted')
})

test('a share that no source states is no share, and what is held stands with the source', async () => {
  assert.equal((await cells(owner('one'))).slice(1), ['Named on a registration, ownership', 'not stated'])
  const stated = owner('one', {
    interests: [
      { kind: 'ownership', from: 25, to: 50 },
      { kind: 'appoints_management', from: null, to: null },
    ],
  })
  assert.equal((await cells(stated)).slice(1), ['Named on a registration, appoints', '25–50 % ownership'])
})

test.run()
