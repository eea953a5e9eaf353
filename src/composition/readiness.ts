// Whether an instance is ready: it accepts requests, and both stores answer in time.
import type { Readiness } from '../http/app.ts'
import type { Stores } from '../stores/open.ts'

const patienceMs = 2_000

export const readiness =
  ({ events, documents }: Stores, isStopping: () => boolean) =>
  async (): Promise<Readiness> => {
    const [store, readModels] = await Promise.all([
      answers(Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 }))),
      answers(documents.get('accounts', '')),
    ])
    const accepting = !isStopping()
    return { ok: accepting && store && readModels, checks: { accepting, event_store: store, document_store: readModels } }
  }

const answers = async (promise: Promise<unknown>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), patienceMs)
  const answered = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
