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
  const found = ordered(value)
  const text = found === unorderable ? undefined : JSON.stringify(found)
  // A lone surrogate is written as an escape by JSON.stringify, and refused by the RFC.
  return text === undefined || text.includes('\\ud') ? String(canonicalize(value)) : text
}

/**
 * The value as canonical JSON has it: members in their order, and none that is undefined. What is so already is not copied.
 * @throws as `canonicalJson` does for a number that is not finite
 * @example
 * Object.keys(inOrder({ b: 1, c: undefined, a: 2 })) // => ['a', 'b']
 */
export const inOrder = <Value extends object>(value: Value): Value => {
  const found = ordered(value)
  // The same members, and no others.
  return (found === unorderable ? JSON.parse(canonicalJson(value)) : found) as Value
}

/**
 * The canonical JSON of a value that is in order already, which is not looked through again.
 * @throws Error for a lone surrogate
 * @example
 * jsonInOrder(inOrder({ b: 1, a: { 10: true, 9: null } })) // => '{"a":{"10":true,"9":null},"b":1}'
 */
export const jsonInOrder = (value: object): string => {
  const text = JSON.stringify(value)
  return needsCare.test(text) ? canonicalJson(value) : text
}

/** A lone surrogate, or members that JavaScript keeps before all others because their names are numbers. */
const needsCare = /\\ud|\{"\d/

type Members = { readonly [name: string]: unknown }

/** Stands for a value that JavaScript cannot copy in the order of the RFC, and for a number that is not finite. */
const unorderable = Symbol('unorderable')

const ordered = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : unorderable
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? orderedList(value) : orderedMembers(value as Members)
}

const orderedList = (list: readonly unknown[]): unknown => {
  let copy: unknown[] | undefined
  for (let n = 0; n < list.length; n++) {
    const member = ordered(list[n])
    if (member === unorderable) return unorderable
    if (member !== list[n]) copy ??= list.slice(0, n)
    copy?.push(member)
  }
  return copy ?? list
}

/** By UTF-16 code units, as JavaScript compares. */
const orderedMembers = (members: Members): unknown => {
  const names = Object.keys(members)
  if (names.length === 0) return members
  if (isNumberLike(names[0]!) || names.includes('__proto__')) return unorderable
  const isOrdered = isAscending(names)
  if (!isOrdered) names.sort()
  let copy: Record<string, unknown> | undefined = isOrdered ? undefined : {}
  for (let n = 0; n < names.length; n++) {
    const name = names[n]!
    const member = ordered(members[name])
    if (member === unorderable) return unorderable
    if (!copy && (member !== members[name] || member === undefined)) {
      copy = {}
      for (const earlier of names.slice(0, n)) copy[earlier] = members[earlier]
    }
    if (copy && member !== undefined) copy[name] = member
  }
  return copy ?? members
}

/** JavaScript keeps members whose names are numbers before all others, so that the first name tells. */
const isNumberLike = (name: string): boolean => name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48

const isAscending = (names: readonly string[]): boolean => {
  for (let n = 1; n < names.length; n++) if (names[n]! < names[n - 1]!) return false
  return true
}
