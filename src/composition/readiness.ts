// Whether an instance is ready: it accepts requests, both stores answer in time, and the read models hold what stood in the log at the start.
import type { Readiness } from '../http/app.ts'
import type { FirstFold } from '../projections/first-fold.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventStore } from '../stores/event-store.ts'
import type { KeyRing } from '../stores/key-ring.ts'
import type { Kernel } from './kernel.ts'

/** The technical records that cannot be opened: those that the store set aside, and the keys of personal data that the master key does not open. */
export const setAsideIn = async ({
  stores,
  keyRing,
}: {
  readonly stores: Pick<Kernel['stores'], 'documents'>
  readonly keyRing: KeyRing
}) => [...(await stores.documents.records.setAside()), ...keyRing.unopened()]

const patienceMs = 2_000

type ReadinessParts = {
  readonly kernel: Pick<Kernel, 'stores' | 'keyRing'>
  readonly firstFold: FirstFold
  readonly isStopping: () => boolean
  /** Whether the first account is there. */
  readonly hasStarted: () => boolean
}

export const readiness =
  ({
    kernel: {
      stores: { events, documents },
      keyRing,
    },
    firstFold,
    isStopping,
    hasStarted,
  }: ReadinessParts) =>
  async (): Promise<Readiness> => {
    const [store, readModels, setAside] = await Promise.all([
      eventsAnswer(events),
      documentsAnswer(documents),
      setAsideIn({ stores: { documents }, keyRing }).catch(() => []),
    ])
    const accepting = !isStopping()
    if (store && readModels && !firstFold.isDone()) await answers(firstFold.look())
    const isFolded = hasStarted() && firstFold.isDone()
    const folding = isFolded ? undefined : firstFold.progress()
    return {
      ok: accepting && store && readModels && isFolded,
      checks: { accepting, event_store: store, document_store: readModels, read_models: isFolded },
      setAside,
      ...(folding ? { folding } : {}),
    }
  }

/** Whether both stores answer in time. */
export const storesAnswer = async ({ events, documents }: Pick<Kernel['stores'], 'events' | 'documents'>): Promise<boolean> =>
  (await Promise.all([eventsAnswer(events), documentsAnswer(documents)])).every(Boolean)

const eventsAnswer = (events: EventStore) => answers(Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 })))
const documentsAnswer = (documents: DocumentStore) => answers(documents.get('accounts', ''))

const answers = async (promise: Promise<unknown>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), patienceMs)
  const answered = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
