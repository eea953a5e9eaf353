// Random bytes for keys and nonces. Asking the runtime for a few bytes costs as much as asking for thousands, so they are taken from a stock.
import { randomBytes } from 'node:crypto'

const stockSize = 4_096

/**
 * Takes bytes from a stock. No byte is given out twice: a stock that is used up belongs to those who have its bytes.
 * @example
 * const take = openStock()
 * take(12).length // => 12
 */
export const openStock = (fill: (size: number) => Buffer = randomBytes): ((size: number) => Buffer) => {
  let stock: Buffer = Buffer.alloc(0)
  let taken = 0
  return (size) => {
    if (taken + size > stock.length) {
      stock = fill(Math.max(size, stockSize))
      taken = 0
    }
    taken += size
    return stock.subarray(taken - size, taken)
  }
}

/** Random bytes of the runtime's cryptographic generator. */
export const randomFromStock = openStock()
