// The kinds of collateral, from the words of filings.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { collateralTypeOf } from '../../src/interface/collateral.ts'
import { memberLimits } from '../../src/interface/limits.ts'

const wordings: readonly (readonly [words: string | null, type: string | null])[] = [
  ['All assets of the debtor', 'All Assets'],
  ['ALL OF THE DEBTOR’S ASSETS, now owned or hereafter acquired', 'All Assets'],
  ['All personal property', 'All Assets'],
  ['All assets, including accounts, equipment and inventory', 'All Assets and Receivables'],
  ['All assets and receivables of the assets', 'All Assets and Receivables'],
  ['All assets of the debtor:\naccounts, equipment', 'All Assets and Receivables'],
  ['Receivables, and all assets', 'All Assets'],
  ['All accounts receivable', 'All Receivables'],
  ['Blanket lien', 'Blanket'],
  ['One lathe, serial number 7, with all accessories', 'Named Assets'],
  ['See attached Exhibit A', 'Unavailable'],
  ['SEE SCHEDULE A, which lists all assets', 'All Assets'],
  ['Not available.', 'Unavailable'],
  ['UNKNOWN', 'Unknown'],
  ['Unknown make of lathe', 'Named Assets'],
  ['', null],
  [null, null],
]
for (const [words, type] of wordings) test(`"${words}" is ${type}`, () => assert.is(collateralTypeOf(words), type))

test('the longest collateral that a lien may have is read at once, whatever it repeats', () => {
  const before = process.cpuUsage()
  for (const words of ['all assets ', 'all of assets all ', 'all '])
    collateralTypeOf(words.repeat(10_000).slice(0, memberLimits.collateral.most))
  assert.ok(process.cpuUsage(before).user < 300_000)
})

test.run()
