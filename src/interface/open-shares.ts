// Shares in a business, of which a part may not be known, in words.
import { percent } from './percent.ts'

export { openShares } from '../commands/open-shares.ts'

/**
 * A share in words.
 * @param isOpen whether a part of it has no percentage
 * @example
 * shareText(15, true) // => 'At least 15 %'
 * shareText(0, true) // => 'Not known'
 */
export const shareText = (share: number, isOpen: boolean): string => {
  if (!isOpen) return percent(share)
  return share === 0 ? 'Not known' : `At least ${percent(share)}`
}
