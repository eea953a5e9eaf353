// What the recipes of `trigger` are made of: requests to the service that remember what they made, and waiting.
import { setTimeout as pause } from 'node:timers/promises'
import type { Request } from './account-requests.ts'
import { OperatorError } from './connection.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of any shape, as the interface describes them.
export type Record_ = any

export type Steps = {
  readonly get: (path: string) => Promise<Record_>
  readonly post: (path: string, body?: object) => Promise<Record_>
  readonly patch: (path: string, body: object) => Promise<Record_>
  readonly put: (path: string, body: object) => Promise<Record_>
  /** The body of the object that the webhook is about, with the user's changes. */
  readonly main: (body: object) => object
  /** @throws OperatorError when it does not come about in time */
  readonly until: <Found>(what: string, find: () => Promise<Found | undefined | false>) => Promise<Found>
  /** The ids of what was made, and of the company that a request is about. */
  readonly made: () => readonly string[]
}

const usualPatienceMs = 120_000

type Means = {
  readonly request: Request
  readonly main: Steps['main']
  readonly onMade: (path: string, id: string) => void
  readonly patienceMs?: number | undefined
}

export const openSteps = ({ request, main, onMade, patienceMs = usualPatienceMs }: Means): Steps => {
  const made: string[] = []
  return {
    main,
    get: (path) => request('GET', path),
    post: async (path, body = {}) => {
      const answer = await request<{ readonly id?: string; readonly company_id?: string }>('POST', path, { body })
      if (answer.id !== undefined) {
        made.push(answer.id, ...(answer.company_id ? [answer.company_id] : []))
        onMade(path, answer.id)
      }
      return answer
    },
    patch: (path, body) => request('PATCH', path, { body }),
    put: (path, body) => request('PUT', path, { body }),
    until: async (what, find) => {
      for (const end = performance.now() + patienceMs; performance.now() < end; await pause(250)) {
        const found = await find()
        if (found) return found
      }
      throw new OperatorError(`waited ${patienceMs / 1000} seconds in vain until ${what}`)
    },
    made: () => made,
  }
}
