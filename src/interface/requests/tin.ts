// A tax identification number in a request, and its conversion.
import { z } from 'zod'
import type { Submitted } from '../../commands/business-state.ts'

/** Nine digits, with or without the hyphens of an EIN or SSN. */
export const nineDigits = z
  .string()
  .trim()
  .regex(/^(\d{9}|\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/, 'must be nine digits, with or without hyphens')
  .meta({ description: 'Nine digits: `12-3456789` and `123456789` are EINs, `123-45-6789` is an SSN.' })

export const TinItem = z.object({ tin: nineDigits }).meta({ id: 'TinItem' })

/** The digits, and the kind that the hyphens indicate: `12-3456789` is an EIN, `123-45-6789` an SSN. Nine digits alone count as an EIN. */
export const tinFrom = (tin: string | undefined): Pick<Submitted, 'tin' | 'tin_type'> =>
  tin === undefined ? { tin: null, tin_type: null } : { tin: tin.replaceAll('-', ''), tin_type: /^\d{3}-/.test(tin) ? 'ssn' : 'ein' }
