// Who fills a form by a name: the one business that has it, never any of several.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAddress } from '../../../src/evidence/matching/addresses.ts'
import type { PostalAddress } from '../../../src/evidence/ports.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { referenceIdentities } from '../../../src/evidence/reference/identities.ts'
import { type Reference, referenceMethods } from '../../../src/evidence/reference/reference.ts'
import type { ReferenceThread } from '../../../src/evidence/reference/thread.ts'
import { importInto, newPlace } from './published-files.ts'

const place = newPlace()
const organisation = (ein: number, name: string, state: string, street: string) => `${ein},${name},${street},TOWN,${state},97301,03,194603`
await importInto(
  place,
  'irs_eo',
  place.file(
    'eo.csv',
    `EIN,NAME,STREET,CITY,STATE,ZIP,SUBSECTION,RULING\n${[
      organisation(100_000_001, 'QUILLFEATHER CHURCH', 'OR', '1 CHURCH ST'),
      organisation(100_000_002, 'QUILLFEATHER CHURCH', 'OR', '2 CHURCH ST'),
      organisation(100_000_003, 'LANTERN GUILD', 'WA', '3 GUILD ST'),
    ].join('\n')}\n`,
  ),
)
const reference: Reference = openReference({ folder: place.folder })
test.after(() => {
  reference.close()
  place.remove()
})

/** The thread's questions, answered at once. */
const asked = Object.fromEntries(
  referenceMethods.map((method) => [method, async (question: never) => (reference[method] as (question: never) => unknown)(question)]),
) as unknown as ReferenceThread
const { prefill } = referenceIdentities(asked, { industry: async () => [] })

const filled = async (name: string, ...addresses: readonly string[]) => {
  const told = addresses.map((full_address) => parseAddress({ full_address }).address as PostalAddress)
  return (await prefill({ names: [name], addresses: told, tin: null, website: null, identity: null }))?.tin
}

test('of several organisations with the name, the one at the address fills the form, else none', async () => {
  assert.is(await filled('Quillfeather Church', '2 Church St, Town, OR 97301'), '100000002')
  assert.is(await filled('Quillfeather Church', '9 Other St, Town, OR 97301'), undefined)
})

test('the only organisation with the name fills the form, in any of the states that are given', async () => {
  assert.is(await filled('Lantern Guild', '9 Other St, Town, OR 97301', '9 Other St, Town, WA 97301'), '100000003')
  assert.is(await filled('Lantern Guild', '9 Other St, Town, OR 97301'), undefined)
})

test.run()
