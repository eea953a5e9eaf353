// Refuses what the role of the user does not allow.
import { hasRight, type Right } from '../../auth/rights.ts'
import { forbidden } from '../../interface/errors.ts'
import type { ProbityContext } from './environment.ts'

/** @throws ApiError 403 */
export const requireRight = (c: ProbityContext, right: Right): void => {
  if (!hasRight(c.get('principal'), right)) throw forbidden('your role does not allow this')
}
