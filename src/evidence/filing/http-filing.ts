// A filing source over HTTP for any e-filing vendor with a JSON API. A file (LIEN_FILING_CONFIG) gives addresses, headers and field names,
// so that another vendor needs another file but no code.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isoDate } from '../reference/fields.ts'
import { addressWith, at, filled, headersWith } from '../vendor-templates.ts'
import { wrongMembers } from '../wrong-members.ts'
import type { Filing, FilingSource, FilingStatus } from './filing-source.ts'

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
  /** `{reference}` and the fields of the filing are replaced by their values: `https://vendor.example/filings/{reference}`. */
  url: z.string().regex(/^https?:\/\//, 'must be an http or https address'),
  /** A template: a string that consists of one `{field}` becomes the field's value, even a list or an object. Absent: the whole filing is sent. */
  body: z.record(z.string(), z.json()).optional(),
})

const FilingConfig = z.object({
  /** `${NAME}` is read from the environment, so that the file need not contain secrets. */
  headers: z.record(z.string(), z.string()).default({}),
  filing: Request,
  termination: Request,
  standing: Request.extend({ method: z.enum(['GET', 'POST']).default('GET') }),
  /** Dotted paths into the vendor's answers. */
  answers: z.object({
    reference: z.string(),
    status: z.string(),
    file_number: z.string().optional(),
    confirmation_number: z.string().optional(),
    date: z.string().optional(),
    reason: z.string().optional(),
  }),
  /** Maps the vendor's statuses to ours; an unknown status counts as pending. */
  statuses: z.record(z.string(), z.enum(['pending', 'filed', 'open', 'returned'])),
  poll_seconds: z.number().min(1).max(86_400).default(900),
  timeout_seconds: z.number().min(1).max(110).default(30),
})
export type FilingConfig = z.input<typeof FilingConfig>

/** The configuration is unusable. The message says what is wrong. */
export class WrongFilingConfig extends Error {
  override readonly name = 'WrongFilingConfig'
}

/** The vendor refused or was unreachable; the filing is retried. The message quotes nothing of the answer, which may name the debtor. */
export class FilingFailed extends Error {
  override readonly name = 'FilingFailed'
}

type Environment = { readonly [name: string]: string | undefined }

/** @throws WrongFilingConfig naming the file */
export const readFilingSource = (file: string, environment: Environment): FilingSource => {
  const fail = (problem: string): never => {
    throw new WrongFilingConfig(`LIEN_FILING_CONFIG: ${file} ${problem}`)
  }
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(`cannot be read as JSON (${error instanceof Error ? error.message : error})`)
  }
  const parsed = FilingConfig.safeParse(given)
  if (!parsed.success) return fail(wrongMembers(parsed.error))
  try {
    return httpFiling(parsed.data, environment)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

export const httpFiling = (config: FilingConfig, environment: Environment = {}): FilingSource => {
  const { headers, filing, termination, standing, answers, statuses, poll_seconds, timeout_seconds } = FilingConfig.parse(config)
  const secrets = headersWith(headers, environment)

  const ask = async (
    { method, url, body }: z.output<typeof Request>,
    values: { readonly [field: string]: unknown },
    { key, signal }: { key: string; signal: AbortSignal | undefined },
  ): Promise<unknown> => {
    const timeout = AbortSignal.timeout(timeout_seconds * 1000)
    let response: Response
    let text: string
    try {
      response = await fetch(addressWith(url, values), {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key, ...secrets },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ? filled(body, values) : values) }),
        // A redirect would send the credentials to another host, and turn the filing into a GET whose answer looks valid.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      text = await response.text()
    } catch (error) {
      if (signal?.aborted) throw error
      throw new FilingFailed('the e-filing vendor could not be reached', { cause: error })
    }
    if (!response.ok) throw new FilingFailed(`the e-filing vendor answered ${response.status}`)
    try {
      return JSON.parse(text)
    } catch {
      throw new FilingFailed('the e-filing vendor answered no JSON')
    }
  }

  return {
    pollMs: poll_seconds * 1000,

    submit: async (given: Filing, signal) => {
      const answer = await ask(given.kind === 'filing' ? filing : termination, given, { key: given.id, signal })
      const reference = textAt(answer, answers.reference)
      if (reference === null) throw new FilingFailed(`the e-filing vendor's answer has no ${answers.reference}`)
      return reference
    },

    status: async (reference, kind, signal): Promise<FilingStatus> => {
      const answer = await ask(standing, { reference, kind }, { key: `${reference}-standing`, signal })
      const told = (path: string | undefined) => (path === undefined ? null : textAt(answer, path))
      return {
        status: statuses[textAt(answer, answers.status) ?? ''] ?? 'pending',
        file_number: told(answers.file_number),
        confirmation_number: told(answers.confirmation_number),
        date: isoDate(told(answers.date)),
        reason: told(answers.reason),
      }
    },
  }
}

const textAt = (answer: unknown, path: string): string | null => {
  const value = at(answer, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
