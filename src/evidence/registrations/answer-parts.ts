// Checks the parts of an answer: the lines of an address, a month and a year, the cells of a table of officers. Each problem is told at its field.
import { states } from '../matching/states.ts'
import type { Question } from './questions.ts'

/** By field: `postal_code` is a part, `0.ssn` a cell of the first row. */
export type PartProblems = ReadonlyMap<string, string>

export type Parts = { readonly [part: string]: string }

/** The parts of an answer; none where it is not in parts. */
export const partsOf = (answer: string): Parts => {
  const parsed = parsedAnswer(answer)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Parts) : {}
}

/** The rows of a table. */
export const rowsOf = (answer: string): readonly Parts[] => {
  const parsed = parsedAnswer(answer)
  return Array.isArray(parsed) ? (parsed as Parts[]) : []
}

const parsedAnswer = (answer: string): unknown => {
  try {
    return answer === '' ? null : JSON.parse(answer)
  } catch {
    return null
  }
}

/**
 * What is wrong with the parts of an answer.
 * @param today YYYY-MM-DD
 */
export const partProblems = (question: Question, answer: string, today: string): PartProblems => {
  if (answer.trim() === '' || question.components.length === 0) return new Map()
  if (question.type !== 'officers_table') return inParts(question, partsOf(answer), today)
  const rows = rowsOf(answer)
  const cells = rows.flatMap((row, index) =>
    [...inParts(question, row, today)].map(([part, problem]) => [`${index}.${part}`, problem] as const),
  )
  return new Map([...overOwned(rows), ...cells])
}

/** The percentage that leads over 100 says so. */
const overOwned = (rows: readonly Parts[]): readonly (readonly [string, string])[] => {
  let sum = 0
  for (const [index, { ownership_percentage: text = '' }] of rows.entries()) {
    sum += percentOf(text) ?? 0
    // The nearest hundredth: thirds do not add up exactly.
    if (Math.round(sum * 100) > 10_000)
      return [[`${index}.ownership_percentage`, `With the rows above this is ${Math.round(sum * 100) / 100}%. Together at most 100%.`]]
  }
  return []
}

const inParts = ({ type, components }: Question, parts: Parts, today: string): PartProblems =>
  new Map(
    components.flatMap((part) => {
      const text = (parts[part] ?? '').trim()
      const problem = text === '' ? missing(type, part) : (rules[part]?.(text, { parts, today }) ?? null)
      return problem === null ? [] : [[part, problem] as const]
    }),
  )

const required: Partial<Record<Question['type'], readonly string[]>> = {
  address: ['address_line1', 'city', 'state', 'postal_code'],
  date_part: ['month', 'day', 'quarter', 'year'],
  officers_table: ['name'],
}

const missing = (type: Question['type'], part: string): string | null => (required[type]?.includes(part) ? 'Please fill this in.' : null)

type Around = { readonly parts: Parts; readonly today: string }

const daysIn: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const stateCodes: ReadonlySet<string> = new Set(states.values())

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most

const rules: { readonly [part: string]: (text: string, around: Around) => string | null } = {
  state: (text) =>
    stateCodes.has(text.toUpperCase()) || states.has(text.toLowerCase()) ? null : 'Enter a US state, such as OR or Oregon.',
  postal_code: (text) => (/^\d{5}(-?\d{4})?$/.test(text) ? null : 'Enter a ZIP code of five or nine digits.'),
  ssn: (text) => (isSsn(text) ? null : 'Enter the nine digits of an SSN or ITIN.'),
  ownership_percentage: (text) => (percentOf(text) === null ? 'Enter a percentage from 0 to 100.' : null),
  month: (text) => (isWhole(text, 1, 12) ? null : 'Enter a month from 1 to 12.'),
  quarter: (text) => (isWhole(text, 1, 4) ? null : 'Enter a quarter from 1 to 4.'),
  year: (text, { today }) => {
    const next = Number(today.slice(0, 4)) + 1
    return isWhole(text, 1900, next) ? null : `Enter a year from 1900 to ${next}.`
  },
  day: (text, { parts }) => {
    const most = daysIn[Number(parts.month) - 1] ?? 31
    return isWhole(text, 1, most) ? null : `Enter a day from 1 to ${most}.`
  },
}

/** Null where it is no percentage from 0 to 100. */
const percentOf = (text: string): number | null => {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim()) ?? []
  return digits === undefined || Number(digits) > 100 ? null : Number(digits)
}

/** Area 000 or 666, group 00 and serial 0000 were never issued. Numbers that begin with 9 are ITINs. */
const isSsn = (text: string): boolean => {
  const [, area = '', group, serial] = /^(\d{3})-?(\d{2})-?(\d{4})$/.exec(text.replaceAll(' ', '-')) ?? []
  return area !== '' && area !== '000' && area !== '666' && group !== '00' && serial !== '0000'
}
