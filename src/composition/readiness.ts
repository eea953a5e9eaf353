// Whether an instance is ready: it accepts requests, both stores answer, and the read models hold what stood in the log at the start. It stays ready when
// read models are behind later: all instances share them, and the answers say so themselves.
import type { Readiness } from '../http/app.ts'
import type { Build } from '../projections/build-beside.ts'
import type { FirstFold, FoldProgress } from '../projections/first-fold.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { lastEvent } from '../stores/event-store.ts'
import type { KeyRing } from '../stores/key-ring.ts'
import type { Kernel } from './kernel.ts'
import { type Silence, storeHealth, within } from './store-health.ts'

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
  /** The build that this release needs before it can answer. */
  readonly awaitedBuild: () => Pick<Build, 'progress'> | undefined
  readonly isStopping: () => boolean
  /** Whether the first account is there. */
  readonly hasStarted: () => boolean
}

export const readiness = ({
  kernel: {
    stores: { events, documents },
    keyRing,
  },
  firstFold,
  awaitedBuild,
  isStopping,
  hasStarted,
}: ReadinessParts): (() => Promise<Readiness>) => {
  const eventStoreHealth = storeHealth({ ask: () => lastEvent(events) })
  const documentStoreHealth = storeHealth({ ask: () => askDocuments(documents) })
  return async () => {
    const [noEvents, noDocuments, setAside] = await Promise.all([
      eventStoreHealth(),
      documentStoreHealth(),
      within(
        patienceMs,
        setAsideIn({ stores: { documents }, keyRing }).catch(() => []),
        [],
      ),
    ])
    if (!noEvents && !noDocuments && !firstFold.isDone())
      await within(
        patienceMs,
        firstFold.look().catch(() => undefined),
        undefined,
      )
    const isAccepting = !isStopping()
    const awaited = awaitedBuild()?.progress()
    const isFolded = hasStarted() && firstFold.isDone() && !awaited
    const folding = isFolded ? undefined : (awaited ?? firstFold.progress())
    const checks = { accepting: isAccepting, event_store: !noEvents, document_store: !noDocuments, read_models: isFolded }
    return {
      ok: Object.values(checks).every(Boolean),
      checks,
      reasons: [
        ...(isAccepting ? [] : ['this instance is stopping']),
        ...(noEvents ? [silent('the event store', noEvents)] : []),
        ...(noDocuments ? [silent('the document store', noDocuments)] : []),
        ...(isFolded ? [] : [awaited ? unbuilt(awaited) : unfolded(hasStarted(), folding)]),
      ],
      setAside,
      ...(folding ? { folding: { position: folding.position, end: folding.end } } : {}),
    }
  }
}

const silent = (store: string, { seconds }: Silence): string => `${store} has not answered for ${seconds} s`

const unfolded = (hasStarted: boolean, folding: FoldProgress | undefined): string => {
  if (!hasStarted) return 'the first start is not done'
  if (!folding) return 'how far the read models are is not known yet'
  return `the read models hold the log up to position ${folding.position}, and it ended at ${folding.end} when this instance started`
}

const unbuilt = ({ position, end }: FoldProgress): string =>
  `this release cannot read the read models of the one before: the new ones hold the log up to position ${position}, and it ended at ${end} when their build began`

/** Whether both stores answer in time. */
export const storesAnswer = async ({ events, documents }: Pick<Kernel['stores'], 'events' | 'documents'>): Promise<boolean> => {
  const answers = (promise: Promise<unknown>) =>
    within(
      patienceMs,
      promise.then(
        () => true,
        () => false,
      ),
      false,
    )
  return (await Promise.all([answers(lastEvent(events)), answers(askDocuments(documents))])).every(Boolean)
}

const askDocuments = (documents: DocumentStore) => documents.get('accounts', '')
