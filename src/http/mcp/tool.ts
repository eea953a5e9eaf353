// What a tool of the Model Context Protocol is: a row with its name, its input, and the requests to the API that answer it.
import type { z } from 'zod'

/** Asks the API on behalf of the caller, with the same schemas and refusals. @throws ApiError unless it succeeds */
export type Ask = {
  readonly get: (path: string, query?: Query) => Promise<Answer>
  /** `key`: an Idempotency-Key; the same one again acts once. */
  readonly post: (path: string, body: object, key?: string | undefined) => Promise<Answer>
}

export type Query = Readonly<Record<string, string | number | undefined>>

/** JSON of the API: its shape is in the interface description. */
export type Answer = Readonly<Record<string, unknown>>

export type Tool = {
  readonly name: string
  readonly title: string
  /** For the assistant: when to use it, and what comes back. */
  readonly description: string
  readonly input: z.ZodObject
  /** Offered only to those who may write. */
  readonly writes: boolean
  readonly run: (ask: Ask, input: Readonly<Record<string, unknown>>) => Promise<Answer>
}

/** A tool whose input has the type of its schema. An argument that it does not know is refused: a filter passed over would answer another question. */
export const tool = <Shape extends z.ZodRawShape>(
  row: Omit<Tool, 'input' | 'run'> & {
    readonly input: z.ZodObject<Shape>
    readonly run: (ask: Ask, input: z.output<z.ZodObject<Shape>>) => Promise<Answer>
  },
): Tool => {
  const input = row.input.strict()
  return { ...row, input, run: (ask, given) => row.run(ask, input.parse(given) as z.output<z.ZodObject<Shape>>) }
}
