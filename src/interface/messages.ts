// Turns violations of a schema into readable errors: each zod issue becomes an entry with the dotted path of the field.
// A message is a predicate ("is required", "must be a whole number"); the field's name goes before it.
import { z } from 'zod'
import { likelyWord } from '../events/closest-word.ts'

/** `parameter` is the dotted path of the offending field. */
export type ErrorEntry = { readonly message: string; readonly parameter?: string }

type Path = readonly PropertyKey[]

/** How to show a path; undefined: dotted. `prefix` goes before the message. */
export type NamePath = (path: Path) => { readonly parameter: string; readonly prefix?: string } | undefined

/** Items of a business's `addresses` appear as `address.address_line1`, and the message says which address (specification, section 7). */
export const addressItems: NamePath = ([first, index, ...rest]) =>
  first === 'addresses' && typeof index === 'number'
    ? { parameter: ['address', ...rest].join('.'), prefix: `address ${index + 1}: ` }
    : undefined

type RawIssue = z.core.$ZodRawIssue

/** zod's error map for each parse. A schema's own message takes precedence. */
export const predicate = (issue: RawIssue): string => {
  if (issue.input === undefined && issue.code !== 'custom' && issue.code !== 'unrecognized_keys') return 'is required'
  if (issue.input === null && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'must not be null'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`
    case 'invalid_format':
      return formats[issue.format] ?? 'is not in the expected format'
    case 'invalid_value':
      return oneOf(issue.values, issue.input)
    case 'invalid_union':
      return wrongUnion(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return `must be ${limit(issue.exact ? '' : issue.inclusive === false ? 'less than ' : 'at most ', issue.maximum, issue.origin)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'is not a known field'
    default:
      return 'is not valid'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  date: 'must be a date (YYYY-MM-DD)',
  datetime: 'must be a timestamp (ISO 8601)',
  time: 'must be a time (ISO 8601)',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  cidrv4: 'must be an IPv4 address range (CIDR)',
  cidrv6: 'must be an IPv6 address range (CIDR)',
  base64: 'must be Base64',
}

/** A list of sixty states helps nobody. */
const shownValues = 25

const oneOf = (values: readonly unknown[], sent: unknown) => {
  if (values.length === 1) return `must be ${values[0]}`
  const known = values.map(String)
  const near = typeof sent === 'string' ? likelyWord(sent, known) : undefined
  // Beside the value that was meant, a long list is of no use.
  const told =
    values.length > (near === undefined ? shownValues : 10) ? 'is not one of the known values' : `must be one of ${known.join(', ')}`
  return near === undefined ? told : `${told}: did you mean ${near}?`
}

/** For a union: the intended alternative, which `spread` reads. A schema's own message takes precedence. */
const wrongUnion = (issue: RawIssue & { code: 'invalid_union' }) => {
  if (issue.errors.length > 0) return `${meant}${nearest(issue)}`
  if (!('options' in issue) || !Array.isArray(issue.options)) return 'is not valid'
  const sent = isObject(issue.input) ? issue.input[issue.discriminator ?? ''] : null
  return sent === undefined ? 'is required' : oneOf(issue.options, sent)
}

const meant = 'meant: '

/** The alternative of the right type that has most of the sent members, then the one with the fewest problems. */
const nearest = ({ errors, input, inst }: RawIssue & { code: 'invalid_union' }): number => {
  const options = inst instanceof z.ZodUnion ? inst.options : []
  const knownMembers = (option: unknown) =>
    option instanceof z.ZodObject && isObject(input) ? Object.keys(input).filter((key) => key in option.shape).length : 0
  const ranked = errors.map((problems, index) => ({
    index,
    isOtherType: problems.some(({ path }) => path.length === 0) ? 1 : 0,
    known: knownMembers(options[index]),
    problems: problems.length,
  }))
  ranked.sort((one, other) => one.isOtherType - other.isOtherType || other.known - one.known || one.problems - other.problems)
  return ranked[0]?.index ?? 0
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const tooSmall = (issue: RawIssue & { code: 'too_small' }) => {
  if (!issue.exact && Number(issue.minimum) === 1 && (issue.origin === 'string' || issue.origin === 'array')) return 'must not be empty'
  if (issue.inclusive === false && Number(issue.minimum) === 0) return 'must be positive'
  return `must be ${limit(issue.exact ? '' : issue.inclusive === false ? 'more than ' : 'at least ', issue.minimum, issue.origin)}`
}

const limit = (relation: string, value: number | bigint, origin: string) => {
  if (origin === 'string') return `${relation}${value} character${Number(value) === 1 ? '' : 's'}`
  return origin === 'array' || origin === 'set' ? `a list of ${relation}${value}` : `${relation}${value}`
}

/** All problems of a parse at once. */
export const entriesOf = (issues: readonly z.core.$ZodIssue[], namePath?: NamePath): readonly ErrorEntry[] =>
  withoutEchoes(issues)
    .flatMap(spread)
    .map(({ path, message }) => {
      const { parameter, prefix = '' } = namePath?.(path) ?? { parameter: path.join('.') }
      const text = prefix + sentence(prefix ? parameter : path.join('.'), message)
      return parameter === '' ? { message: text } : { message: text, parameter }
    })

/** For a value of the wrong type, only that problem counts. zod also checks its length, which means nothing then. */
const withoutEchoes = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] => {
  const wrongType = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('.')))
  return issues.filter(
    ({ code, path }) => code === 'invalid_type' || !(code === 'too_big' || code === 'too_small') || !wrongType.has(path.join('.')),
  )
}

/** Puts the field's name before a message that is only a predicate. */
export const sentence = (path: string, message: string): string => (startsWithVerb.test(message) ? `${subject(path)} ${message}` : message)

const startsWithVerb = /^(is|are|must|may|has|does|needs|cannot|fits) /

/** The beginning of a message about a parameter. */
export const subject = (path: string): string => {
  const [last = '', holder] = path.split('.').toReversed()
  if (last === '') return 'the body'
  return /^\d+$/.test(last) ? `item ${Number(last) + 1}${holder === undefined ? '' : ` of ${holder}`}` : last
}

type Problem = { readonly path: Path; readonly message: string }

/** One problem per unknown key; for a union, the problems of the intended alternative. */
const spread = (issue: z.core.$ZodIssue): readonly Problem[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
  if (issue.code !== 'invalid_union' || !issue.message.startsWith(meant)) return [issue]
  const problems = issue.errors[Number(issue.message.slice(meant.length))] ?? []
  return problems.flatMap(spread).map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
}
