// Numbers that the sandbox makes up from a text, the same every time.
import { hash } from 'node:crypto'

/** Sixteen decimal digits derived from the text alone. */
export function digits(text: string): string {
  const number = hash('sha256', text, 'buffer').readBigUInt64BE()
  return String(number % 10n ** 16n).padStart(16, '0')
}

export function month(twoDigits: string): string {
  return String(1 + (Number(twoDigits) % 12)).padStart(2, '0')
}
