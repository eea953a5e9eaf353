// Which taxpayer numbers can exist, by the rules of those who issue them. A number that nobody can issue is wrong, whatever data is loaded.
import type { Business } from '../business-state.ts'

/** No campus of the IRS has these prefixes of an EIN (irs.gov, "How EINs are assigned and valid EIN prefixes"). */
const withoutCampus = new Set(['00', '07', '08', '09', '17', '18', '19', '28', '29', '49', '69', '70', '78', '79', '89', '96', '97'])

const isEin = (tin: string): boolean => !withoutCampus.has(tin.slice(0, 2))

/** Never issued: areas 000, 666 and 900 on, group 00, serial 0000 (ssa.gov, "Social Security Number Randomization"). */
const isSsn = (tin: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(tin)

/** 900 to 999 with these middle digits (IRS, Internal Revenue Manual 3.21.263). */
const isItin = (tin: string): boolean => /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(tin)

type Given = Pick<Business['submitted'], 'tin' | 'tin_type'>

/**
 * What a number of nine digits can be, by its digits and by how it was given. Without the hyphens of an SSN it counts as an EIN, and may be a person's
 * all the same. Nothing: nobody issues such numbers.
 * @example
 * tinKinds({ tin: '931234567', tin_type: 'ein' }) // => ['EIN']
 * tinKinds({ tin: '071234567', tin_type: 'ein' }) // => ['SSN']
 */
export const tinKinds = ({ tin, tin_type }: Given): readonly ('EIN' | 'SSN' | 'ITIN')[] => {
  if (tin === null) return []
  return [
    ...(tin_type !== 'ssn' && isEin(tin) ? ['EIN' as const] : []),
    ...(isSsn(tin) ? ['SSN' as const] : []),
    ...(isItin(tin) ? ['ITIN' as const] : []),
  ]
}

/**
 * Whether a number of nine digits can have been issued.
 * @example
 * isIssuable({ tin: '000000000', tin_type: 'ein' }) // => false
 * isIssuable({ tin: '666123456', tin_type: 'ssn' }) // => false
 * isIssuable({ tin: '661234567', tin_type: 'ein' }) // => true
 */
export const isIssuable = (given: Given): boolean => given.tin === null || tinKinds(given).length > 0
