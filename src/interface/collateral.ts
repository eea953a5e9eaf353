// What kind of collateral a lien names, from its words. Most filing offices publish the words alone.
import type { z } from 'zod'
import type { Lien } from './records/liens.ts'

type CollateralType = NonNullable<z.output<typeof Lien>['collateral_type']>

/** In order of precedence. `behind` is sought after the words: as one pattern it would try every place of the one with every place of the other. */
const wordings: readonly (readonly [words: RegExp, type: CollateralType, behind?: RegExp])[] = [
  [/\ball (of )?(\S+ ){0,6}?assets?\b/i, 'All Assets and Receivables', /\b(accounts|receivables?)\b/i],
  [/\bblanket\b/i, 'Blanket'],
  [/\ball (of )?(\S+ ){0,6}(assets?|personal property)\b/i, 'All Assets'],
  [/\ball (of )?(\S+ ){0,6}(accounts|receivables?)\b/i, 'All Receivables'],
  // The description stands in a paper that offices do not publish.
  [/^\W*(please )?(see|as described in|refer to) (the )?(attach|exhibit|schedule|addendum|appendix)/i, 'Unavailable'],
  [/^\W*(unavailable|not available|n\/a)\W*$/i, 'Unavailable'],
  [/^\W*unknown\W*$/i, 'Unknown'],
]

/**
 * @example
 * collateralTypeOf('All assets of the debtor') // => 'All Assets'
 * collateralTypeOf('One lathe, serial number 7') // => 'Named Assets'
 * collateralTypeOf('See attached Exhibit A') // => 'Unavailable'
 * collateralTypeOf(null) // => null
 */
export const collateralTypeOf = (collateral: string | null): CollateralType | null =>
  collateral === null || collateral.trim() === '' ? null : (wordings.find((wording) => isSaid(collateral, wording))?.[1] ?? 'Named Assets')

const isSaid = (collateral: string, [words, , behind]: (typeof wordings)[number]): boolean => {
  const found = words.exec(collateral)
  return found !== null && (behind?.test(collateral.slice(found.index + found[0].length)) ?? true)
}
