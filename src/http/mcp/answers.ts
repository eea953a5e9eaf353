// What an assistant gets: the API's answer without what is empty, and the sources named once, so that it can say where a fact comes from.

import { isDeepStrictEqual } from 'node:util'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { ApiError } from '../../interface/errors.ts'
import type { Answer } from './tool.ts'

/** Characters of one answer: beyond, an assistant reads no more of it either. */
const longest = 100_000

export const resultOf = (answer: Answer): CallToolResult => {
  const content = withoutEmpty(answer) as Answer
  const sources = sourcesIn(content)
  const told = sources.length > 0 ? { ...content, named_sources: sources } : content
  const text = JSON.stringify(told)
  if (text.length > longest)
    return refusal(
      `the answer has ${text.length} characters, more than the ${longest} allowed: ask for less at once, with per_page or fields, or for a part with another tool`,
    )
  return { content: [{ type: 'text', text }], structuredContent: told }
}

/** A refusal is an answer that the assistant can act on. */
export const refusalOf = (error: ApiError): CallToolResult =>
  refusal(error.entries.map(({ message, parameter }) => (parameter ? `${parameter}: ${message}` : message)).join('; '))

const refusal = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null || (Array.isArray(each) && each.length === 0) ? [] : [[name, withoutEmpty(each)]],
    ),
  )
}

type Source = { readonly data_set: string; readonly version?: string; readonly row?: string }

/** Every data set, version and row that the answer names, each once, in its order. */
const sourcesIn = (value: unknown): readonly Source[] => {
  const found: Source[] = []
  const look = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return
    if ('data_set' in each && typeof each.data_set === 'string') {
      const { data_set, version, row } = each as Source
      const source = { data_set, ...(version === undefined ? {} : { version }), ...(row === undefined ? {} : { row }) }
      if (!found.some((known) => isDeepStrictEqual(known, source))) found.push(source)
    }
    for (const inner of Object.values(each)) look(inner)
  }
  look(value)
  return found
}
