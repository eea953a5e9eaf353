// How taxpayer numbers are shown, in answers and in the effects of actions: an EIN in digits, an SSN masked.
import { isUnreadable } from '../events/personal-data.ts'

/**
 * Only the last four digits of an SSN are shown. What stands in place of an erased or lost number stays as it is.
 * @example
 * masked('123456789') // => '*****6789'
 */
export const masked = (digits: string): string => (isUnreadable(digits) ? digits : `*****${digits.slice(-4)}`)

/**
 * An EIN in digits, an SSN masked.
 * @example
 * shownTin({ tin: '123456789', tin_type: 'ein' }) // => '123456789'
 * shownTin({ tin: '123456789', tin_type: 'ssn' }) // => '*****6789'
 */
export const shownTin = <Given extends string | null>({
  tin,
  tin_type,
}: {
  readonly tin: Given
  readonly tin_type: 'ein' | 'ssn' | null
}): Given | string => (tin !== null && tin_type === 'ssn' ? masked(tin) : tin)
