// When a receiver asks to be tried again: `Retry-After` (RFC 9110, 10.2.3) of an answer 429 or 503.

/** A longer wait is told as this one. It may have more digits than a number can hold. */
const longestSeconds = 999_999_999

/** The end of a date as C prints it: it is GMT too (RFC 9110, 5.6.7), though it does not say so. */
const asctime = /:\d\d \d{4}$/

/**
 * @returns milliseconds from `now`; undefined where the answer asks for nothing that is to come
 * @example
 * const now = new Date('2026-03-01T10:00:00Z')
 * askedPauseMs({ status: 429, retryAfter: '120' }, now) // => 120000
 * askedPauseMs({ status: 503, retryAfter: 'Sun, 01 Mar 2026 10:05:00 GMT' }, now) // => 300000
 * askedPauseMs({ status: 503, retryAfter: 'Sun Mar  1 10:05:00 2026' }, now) // => 300000
 * askedPauseMs({ status: 500, retryAfter: '120' }, now) // => undefined
 * askedPauseMs({ status: 503, retryAfter: 'soon' }, now) // => undefined
 */
export const askedPauseMs = (
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | undefined },
  now: Date,
): number | undefined => {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return undefined
  const text = retryAfter.trim()
  const pauseMs = /^\d+$/.test(text)
    ? Math.min(Number(text), longestSeconds) * 1000
    : /^[A-Z][a-z]{2,8},? /.test(text)
      ? Date.parse(asctime.test(text) ? `${text} GMT` : text) - now.getTime()
      : Number.NaN
  return pauseMs > 0 ? pauseMs : undefined
}
