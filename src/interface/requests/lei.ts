// A legal entity identifier (ISO 17442) in a request, checked by its check digits and kept in upper case.
import { z } from 'zod'
import { isLei } from '../../events/parts.ts'

export const LeiText = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{18}[0-9]{2}$/, { error: 'must be a legal entity identifier: 18 letters or digits and two digits', abort: true })
  .refine(isLei, 'must have the check digits of ISO 17442')
