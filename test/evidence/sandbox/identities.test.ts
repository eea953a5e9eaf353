// The ids of the sandbox's identities come back from clients, who may have changed them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sandboxIdentities } from '../../../src/evidence/sandbox/identities.ts'
import { openSandbox } from '../../../src/evidence/sandbox/sandbox.ts'

const identities = sandboxIdentities(openSandbox())
const prefilled = (identity: string) => identities.prefill({ identity, names: [], addresses: [], tin: null, website: null })
const idOf = (content: unknown): string => `sandbox:${Buffer.from(JSON.stringify(content)).toString('base64url')}`

test('an identity is known again by its id, and by no id that was made in another way', async () => {
  const [foundation] = await identities.autocomplete({ name: 'Acme Foundation' })
  assert.is((await prefilled(foundation?.id ?? ''))?.entity_type, foundation?.entity_type)
  assert.is((await prefilled(idOf(['Acme', 'TRUST', 'FL'])))?.entity_type, 'TRUST')
  const forged = [
    ['', 'LLC', 'DE'],
    [5, 'LLC', 'DE'],
    ['Acme', 'COVEN', 'DE'],
    ['Acme', 'LLC', 'ZZ'],
    ['Acme', 'LLC', 'constructor'],
    ['Acme', 'LLC'],
    { name: 'Acme' },
    null,
  ]
  for (const each of forged) assert.is(await prefilled(idOf(each)), null, JSON.stringify(each))
  assert.is(await prefilled('sandbox:no-json'), null)
})

test.run()
