// Determines which questions an employer must answer, given the company and the answers so far, and what is wrong with an answer.
import { partProblems } from './answer-parts.ts'
import type { Question } from './questions.ts'
import { fitsFormat } from './state-agencies.ts'

export type Answers = { readonly [key: string]: string }

/** The company's facts that questions depend on; unknown fields are empty. */
export type CompanyFacts = { readonly [field: string]: string }

/** The applicable questions, in order. A conditional question applies once the question it depends on applies and has the required answer. */
export const askedQuestions = (questions: readonly Question[], company: CompanyFacts, answers: Answers): readonly Question[] => {
  const asked = new Map<string, Question>()
  for (const each of questions) {
    if (asked.has(each.key) || each.api_only || !concernsCompany(each, company, answers)) continue
    const on = each.question_dependency
    if (on && !(asked.has(on.key) && holds(answers[on.key] ?? '', on.comparator ?? '==', on.value))) continue
    asked.set(each.key, each)
  }
  return [...asked.values()]
}

/** An unknown fact may be in the answers instead. A condition on whether the fact was known (`value` empty) ignores the answers. */
const concernsCompany = ({ company_dependencies }: Question, company: CompanyFacts, answers: Answers): boolean =>
  company_dependencies.length === 0 ||
  company_dependencies.some((all) =>
    all.every(({ field, value, comparator }) => {
      const fact = company[field] || (value === '' ? '' : (answers[field] ?? ''))
      return holds(fact, comparator ?? '==', value)
    }),
  )

const holds = (actual: string, comparator: string, expected: string | readonly string[]): boolean => {
  const values = typeof expected === 'string' ? [expected] : expected
  const compared = (test: (one: number | string, other: number | string) => boolean) =>
    actual !== '' && values.some((value) => (numeric(actual) && numeric(value) ? test(Number(actual), Number(value)) : test(actual, value)))
  switch (comparator) {
    case '==':
      return values.some((value) => parts(actual).includes(value) || actual === value)
    case '!=':
      return !values.includes(actual)
    case '>':
      return compared((one, other) => one > other)
    case '<':
      return compared((one, other) => one < other)
    case '>=':
      return compared((one, other) => one >= other)
    case '<=':
      return compared((one, other) => one <= other)
    case 'starts_with':
      return values.some((value) => actual.startsWith(value))
    case 'len_gt':
      return values.some((value) => actual.length > Number(value))
    case 'missing_suffix':
      return actual !== '' && !values.some((value) => new RegExp(`\\b${value}\\.?$`, 'i').test(actual.trim()))
    case 'has_special_chars':
      return /[^\p{L}\p{N} .,'-]/u.test(actual)
    default:
      return false
  }
}

/** Several choices form one answer, one per line. */
const parts = (answer: string): readonly string[] => answer.split('\n')

const numeric = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** @param today YYYY-MM-DD */
type Context = { readonly answers: Answers; readonly today: string }

/** What is wrong with an answer, as a sentence; null if nothing is. Uploads check their documents. */
export const problemOf = (question: Question, answer: string, { answers, today }: Context): string | null => {
  if (answer.trim() === '') return question.optional || question.type === 'document' ? null : 'Please answer this question.'
  const { format = [], min_value, date = [] } = question.validation ?? {}
  switch (question.type) {
    case 'boolean':
      return answer === 'true' || answer === 'false' ? null : 'Please choose yes or no.'
    case 'number':
      if (!numeric(answer)) return 'Please give a number.'
      return min_value !== undefined && Number(answer) < min_value ? `Must be at least ${min_value}.` : null
    case 'select':
    case 'multiselect':
      return parts(answer).every((part) => question.options.includes(part)) ? null : 'Please choose from the list.'
    case 'phone':
      return /^\+?[\d\s().-]{7,20}$/.test(answer) ? null : 'Please give a telephone number.'
    case 'date': {
      if (!isDate(answer)) return 'Please give a date as YYYY-MM-DD.'
      const wrong = date.find((rule) => {
        const bound = dateOf(rule, answers, today)
        return bound !== null && (rule.before ? answer > bound : answer < bound)
      })
      return wrong ? (wrong.message ?? `Must be ${wrong.before ? 'before' : 'after'} that date.`) : null
    }
    default: {
      if (question.components.length === 0) return fitsFormat(answer, format) ? null : formatMessage(format)
      const wrong = partProblems(question, answer, today).size
      return wrong === 0 ? null : wrong === 1 ? 'Please correct 1 field.' : `Please correct ${wrong} fields.`
    }
  }
}

/** Names the number of digits where that says it all; otherwise shows the formats. */
const formatMessage = (format: readonly string[]): string => {
  const [only = ''] = format
  return format.length === 1 && /^#+$/.test(only) ? `Enter a ${only.length}-digit code.` : `Use the format ${format.join(' or ')}.`
}

/** A warning to the employer about an answer that is accepted nevertheless. */
export const warningsOf = (question: Question, answer: string, { answers, today }: Context): readonly string[] =>
  question.type === 'date' && isDate(answer)
    ? (question.warning?.date ?? []).flatMap((rule) => {
        const bound = dateOf(rule, answers, today)
        if (bound === null) return []
        const moved = new Date(Date.parse(bound) + (rule.offset_days ?? 0) * 86_400_000).toISOString().slice(0, 10)
        return (rule.before ? answer < moved : answer > moved) ? [rule.message] : []
      })
    : []

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

const dateOf = ({ date, key }: { readonly date?: string; readonly key?: string }, answers: Answers, today: string): string | null => {
  const named = date === 'today' ? today : (date ?? (key === undefined ? undefined : answers[key]))
  return named !== undefined && isDate(named) ? named : null
}
