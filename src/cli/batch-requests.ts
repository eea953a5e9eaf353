// What `npm run batch` asks of the service. It asks again while the service is away for a short time, is overloaded, or breaks off an answer.
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Send, Unreached } from './account-requests.ts'
import { answerIn } from './answers.ts'
import { OperatorError } from './connection.ts'

export type BatchRequests = {
  /** `again`: another batch of the same file. The same file under the same name is the same batch otherwise. */
  readonly upload: (
    batch: { readonly name: string; readonly filename: string; readonly csv: string },
    { again }: { readonly again: boolean },
  ) => Promise<{ readonly id: string; readonly isKnown: boolean }>
  readonly read: <Answer>(path: string) => Promise<Answer>
  readonly answer: Send
}

export type BatchPatience = {
  readonly tell: (line: string) => void
  /** How long to wait for a service that has answered before and is away now. */
  readonly patienceMs?: number
  readonly retryMs?: number
}

/** All of them throw OperatorError with the service's own message. */
export const batchRequests = (send: Send, { tell, patienceMs = 120_000, retryMs = 1_000 }: BatchPatience): BatchRequests => {
  const began = performance.now()
  let answeredAt: number | undefined
  let isTold = false

  /** @throws what `ask` throws; Unreached only when the service has never answered and does not ask to wait, or when the patience is over */
  const insisting = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;)
      try {
        const answer = await ask()
        answeredAt = performance.now()
        isTold = false
        return answer
      } catch (error) {
        if (!(error instanceof Unreached)) throw error
        const waitMs = error.retryAfterMs ?? retryMs
        if (!error.isTooOften) {
          if (answeredAt === undefined && error.retryAfterMs === null) throw error
          if (performance.now() + waitMs - (answeredAt ?? began) > patienceMs) throw error
          if (!isTold) tell(`the service does not answer; trying again for ${patienceMs / 60_000} minutes`)
          isTold = true
        }
        await pause(waitMs)
      }
  }

  /** The batch stays in the service, so running the same command again continues it. */
  const told = <Answer>(response: Response): Promise<Answer> =>
    answerIn<Answer>(response, (how, isCut) => {
      const message = `the service was asked, and ${how}; run the same command again`
      return isCut ? new Unreached(message) : new OperatorError(message)
    })

  return {
    upload: (batch, { again }) => {
      const idempotencyKey = hash('sha256', `batch\n${again ? Date.now() : ''}\n${JSON.stringify(batch)}`)
      return insisting(async () => {
        const response = await send('POST', '/v1/business_batches', { body: batch, idempotencyKey })
        const { id } = await told<{ readonly id: string }>(response)
        return { id, isKnown: response.headers.get('idempotent-replayed') === 'true' }
      })
    },
    read: (path) => insisting(async () => told(await send('GET', path))),
    answer: (method, path, asked) => insisting(() => send(method, path, asked)),
  }
}
