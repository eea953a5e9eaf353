// Canonical JSON (RFC 8785): one text for one value, whatever the order of its members. The runtime's own JSON.stringify writes
// numbers and strings as the RFC demands, and is many times faster than code of ours, so only the order of members is made here.
import canonicalize from 'canonicalize'

/**
 * @throws Error for what is no JSON: a lone surrogate, a number that is not finite
 * @example
 * canonicalJson({ b: 1, a: [true, null] }) // => '{"a":[true,null],"b":1}'
 * canonicalJson({ n: Number.POSITIVE_INFINITY }) // throws Error
 */
export const canonicalJson = (value: unknown): string => {
  const ordered = inOrder(value)
  const text = ordered === unorderable ? undefined : JSON.stringify(ordered)
  // A lone surrogate is written as an escape by JSON.stringify, and refused by the RFC.
  return text === undefined || text.includes('\\ud') ? String(canonicalize(value)) : text
}

/** JavaScript objects keep members whose names are numbers before all others. */
const unorderable = Symbol('members that cannot be put into the order of the RFC')

const isNumberLike = (name: string): boolean => name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48

/** The value with the members of all its objects in the order of their names (UTF-16 code units). */
const inOrder = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : unorderable
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listInOrder(value)
  const members = value as { readonly [name: string]: unknown }
  const names = Object.keys(value)
  if (names.length === 0) return value
  const copy: Record<string, unknown> = {}
  for (const name of names.sort()) {
    const member = inOrder(members[name])
    if (member === unorderable || isNumberLike(name)) return unorderable
    copy[name] = member
  }
  return copy
}

const listInOrder = (list: readonly unknown[]): unknown => {
  const copy = list.map(inOrder)
  return copy.includes(unorderable) ? unorderable : copy
}
