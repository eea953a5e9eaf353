import { test } from 'uvu'
import { note } from '../../src/commands/note.ts'
import { submitted } from './businesses.ts'
import { given } from './given.ts'

const added = { id: '0198c0de-0000-7000-8000-0000000000a1', text: 'Spoke to the owner' }
const created = { type: 'BusinessCreated', data: submitted } as const

test('a business that exists takes a note, whatever else happened to it', () => {
  const after = [{ type: 'NoteAdded' as const, data: { note: added } }]
  given(note, [created]).when({ type: 'AddNote', note: added }).then(after)
  given(note, [created, { type: 'BusinessRejected', data: { note: null } }, ...after])
    .when({ type: 'AddNote', note: added })
    .then(after)
})

test('a business that does not exist takes none', () => {
  given(note, []).when({ type: 'AddNote', note: added }).isRefused('business_not_found')
  given(note, [created, { type: 'ExampleRemoved', data: { order_ids: [], hit_ids: [] } }])
    .when({ type: 'AddNote', note: added })
    .isRefused('business_not_found')
})

test.run()
