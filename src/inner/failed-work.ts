// The operator's view of work that processes failed at, put off or gave up: list it, or retry it at once. Retries appear in the account's history.
import { account } from '../commands/account.ts'
import { badRequest } from '../interface/errors.ts'
import type { DocumentStore, Records, StoredRecord } from '../stores/document-store.ts'
import type { WriteContext } from '../stores/event-log.ts'
import { failingWork } from '../stores/failing-work.ts'
import { currentStateName, isFailing, type WorkState, workStates } from '../stores/process-work.ts'
import { recordPages } from '../stores/record-pages.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Documents } from './framework/reading.ts'
import { type Sending, writeContext } from './framework/sending.ts'

/** The records that hold the retry inbox of a process: one kind for each partition of the accounts. */
export type RetryInboxKind = { readonly process: string; readonly kind: string }

export type ListedWork = {
  readonly process: string
  readonly key: string
  readonly stream: string
  readonly type: string
  readonly accountId: string
  readonly state: WorkState
  readonly failures: number
  readonly error: string | null
  readonly due_at: string | null
}

export type WantedWork = {
  readonly states?: readonly WorkState[] | undefined
  readonly accountId?: string | undefined
  /** No more are read; all when absent. */
  readonly most?: number
}

/** The most urgent first: dead letters, then failures. Failing work is found at once, however much else waits. */
export const listWork = async (
  { records }: Pick<DocumentStore, 'records'>,
  retryInboxes: readonly RetryInboxKind[],
  { states = workStates, accountId, most = Number.POSITIVE_INFINITY }: WantedWork = {},
): Promise<readonly ListedWork[]> => {
  const processOf = new Map(retryInboxes.map(({ process, kind }) => [kind, process]))
  const found: ListedWork[] = []
  for await (const { kind, page } of states.every(isFailing) ? failingPages(records, accountId) : allPages(records, processOf.keys())) {
    const process = processOf.get(kind)
    const listed = process === undefined ? [] : page.map((record) => listedWork(process, record))
    found.push(...listed.filter((work) => states.includes(work.state) && (accountId ?? work.accountId) === work.accountId))
    if (found.length >= most) break
  }
  return found.sort((one, other) => workStates.indexOf(one.state) - workStates.indexOf(other.state)).slice(0, most)
}

type WorkPage = { readonly kind: string; readonly page: readonly StoredRecord[] }

async function* allPages(records: Records, kinds: Iterable<string>): AsyncGenerator<WorkPage> {
  for (const kind of kinds) for await (const page of recordPages(records, kind)) yield { kind, page }
}

async function* failingPages(records: Records, accountId: string | undefined): AsyncGenerator<WorkPage> {
  for await (const noted of failingWork(records, accountId))
    for (const [kind, some] of Map.groupBy(noted, ({ kind }) => kind)) {
      const works = await records.getMany(
        kind,
        some.map(({ key }) => key),
      )
      yield { kind, page: [...works.values()] }
    }
}

const listedWork = (process: string, { key, value, dueAt }: StoredRecord) =>
  ({ process, key, ...value, state: currentStateName(value.state), due_at: dueAt?.toISOString() ?? null }) as ListedWork

/**
 * Makes the work due now.
 * @param accountId limits it to the work of this account
 * @param by the person who retries it, for the history of the account that the work is for
 * @throws ApiError 400 when there is no such work
 */
export const retryWork = async (
  { documents, handle, passed }: Pick<Sending, 'handle' | 'passed'> & Documents,
  retryInboxes: readonly RetryInboxKind[],
  {
    process,
    key,
    accountId,
    by,
  }: {
    readonly process: string
    readonly key: string
    readonly accountId?: string
    readonly by: (accountId: string) => WriteContext
  },
): Promise<void> => {
  const books = retryInboxes.filter((each) => each.process === process)
  const found = await Promise.all(books.map(async ({ kind }) => ({ kind, work: await documents.records.get(kind, key) })))
  const book = found.find(({ work }) => work !== undefined)
  const owner = String(book?.work?.value.accountId)
  if (!book?.work || (accountId !== undefined && owner !== accountId))
    throw badRequest('no such work is open: list the open work first', 'key')
  const { value, revision } = book.work
  const again = { ...value, state: 'failed', failures: 0 }
  // Ahead of other due work.
  const written = await documents.records.put(book.kind, key, again, { expectedRevision: revision, dueAt: new Date(0) })
  // Another caller was faster: the retry is under way.
  if (written === undefined) return
  const command = { type: 'NoteRetry' as const, retry: { process, stream: String(value.stream), type: String(value.type) } }
  const { position } = await handle(account, owner, command, by(owner))
  if (position !== null) await passed(position, owner)
}

/** Of one account, a page shows no more. */
export const mostFailing = 1_000

/** What fails or was given up of the account of the request, `mostFailing` at most. */
export const listOwnFailing = (
  { documents }: Documents,
  c: ProbityContext,
  retryInboxes: readonly RetryInboxKind[],
): Promise<readonly ListedWork[]> =>
  listWork(documents, retryInboxes, { states: workStates.filter(isFailing), accountId: c.get('principal').accountId, most: mostFailing })

/** Makes work of the account of the request due now. @throws ApiError 400 when there is no such work */
export const retryOwnWork = (
  inner: Pick<Sending, 'handle' | 'passed' | 'now'> & Documents,
  c: ProbityContext,
  { retryInboxes, ...work }: { readonly retryInboxes: readonly RetryInboxKind[]; readonly process: string; readonly key: string },
): Promise<void> => {
  const by = () => writeContext(inner, c, 'retry')
  return retryWork(inner, retryInboxes, { ...work, accountId: c.get('principal').accountId, by })
}
