import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { searchesByName } from '../../src/commands/asked-by-name.ts'
import { searches, searchProducts } from '../../src/evidence/products/products.ts'
import { filled } from '../filled.ts'

test('whatever is searched about a business is asked by its name', () => {
  // A verification searches for certifications again.
  const asked = searchProducts.filter((product) => searches[product].about === 'business' && product !== 'certifications')
  const lacking = filled(asked).filter((product) => !(searchesByName as readonly string[]).includes(product))
  assert.equal(lacking, [], 'searchesByName in src/commands/asked-by-name.ts lacks them: a corrected name would not end them')
})

test.run()
