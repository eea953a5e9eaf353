// Looks up a key in a table.

/**
 * The value of a key that a client sent, which may be any text: `constructor` has no value.
 * @example
 * ownValue({ open: 1 }, 'open') // => 1
 * ownValue({ open: 1 }, 'constructor') // => undefined
 */
export const ownValue = <Value>(record: { readonly [key: string]: Value }, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
