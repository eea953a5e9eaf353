// The operator's view of work that processes failed at, put off or gave up: list it, or retry it at once. Retries appear in the account's history.
import { account } from '../commands/account.ts'
import { badRequest } from '../interface/errors.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { WriteContext } from '../stores/event-log.ts'
import { currentStateName, type WorkState, workStates } from '../stores/process-work.ts'
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

/** The most urgent first: dead letters, then failures. */
export const listWork = async (
  { records }: Pick<DocumentStore, 'records'>,
  retryInboxes: readonly RetryInboxKind[],
  { state, accountId }: { readonly state?: WorkState | undefined; readonly accountId?: string | undefined } = {},
): Promise<readonly ListedWork[]> => {
  const found: ListedWork[] = []
  for (const { process, kind } of retryInboxes)
    for await (const page of recordPages(records, kind))
      for (const { key, value, dueAt } of page) {
        const work = {
          process,
          key,
          ...value,
          state: currentStateName(value.state),
          due_at: dueAt?.toISOString() ?? null,
        } as ListedWork
        if ((state ?? work.state) === work.state && (accountId ?? work.accountId) === work.accountId) found.push(work)
      }
  return found.sort((one, other) => workStates.indexOf(one.state) - workStates.indexOf(other.state))
}

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

/** The entries of the retry inboxes that belong to the account of the request. */
export const listOwnWork = (
  { documents }: Documents,
  c: ProbityContext,
  retryInboxes: readonly RetryInboxKind[],
): Promise<readonly ListedWork[]> => listWork(documents, retryInboxes, { accountId: c.get('principal').accountId })

/** Makes work of the account of the request due now. @throws ApiError 400 when there is no such work */
export const retryOwnWork = (
  inner: Pick<Sending, 'handle' | 'passed' | 'now'> & Documents,
  c: ProbityContext,
  { retryInboxes, ...work }: { readonly retryInboxes: readonly RetryInboxKind[]; readonly process: string; readonly key: string },
): Promise<void> => {
  const by = () => writeContext(inner, c, 'retry')
  return retryWork(inner, retryInboxes, { ...work, accountId: c.get('principal').accountId, by })
}
