// The token of the operator's routes. It is derived from the master key, so only the holder of that key is the operator.
import { hkdfSync } from 'node:crypto'

/** A bearer token. The same master key gives the same one. */
export const operatorToken = (masterKey: Buffer): string =>
  `bvs_operator_${Buffer.from(hkdfSync('sha256', masterKey, '', 'operator', 32)).toString('base64url')}`
