// Invented legal entity identifiers with the right check digits.

/** The identifier with these first characters; ten zeros fill it up in the middle. */
export const leiOf = (start: string): string => {
  const body = start.toUpperCase().padEnd(18, '0')
  const digits = [...`${body}00`].map((sign) => Number.parseInt(sign, 36)).join('')
  return `${body}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}`
}
