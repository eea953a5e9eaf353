// When a monitored business is checked: each has its own place in the interval.
import { hash } from 'node:crypto'

/** A number from 0 up to 1 that is always the same for the same text. */
export const share = (text: string): number => Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48

/** The business's next slot after `last`. Each business has its own place in the interval, so that checks spread over it evenly. */
export const nextSlot = (businessId: string, last: Date, intervalMs: number): Date => {
  const offset = Math.floor(share(businessId) * intervalMs)
  return new Date((Math.floor((last.getTime() - offset) / intervalMs) + 1) * intervalMs + offset)
}
