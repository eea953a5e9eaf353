// Notes of the work that fails or was given up, so that it is found among much more that merely waits. A note may outlast what it is of: the record of the
// work says how it stands. Work that is noted nowhere is noted when its worker starts.
import type { Records } from './document-store.ts'
import { recordPages } from './record-pages.ts'

/** The kind of these notes. They are made again from the work, and need not be copied. */
export const failingWorkKind = 'failing_work'

/** Where the record of the work is, and whose it is. */
export type FailingWork = { readonly accountId: string; readonly kind: string; readonly key: string }

export const noteFailing = async (records: Records, work: FailingWork): Promise<void> => {
  await records.put(failingWorkKind, noteOf(work), work, { expectedRevision: -1 })
}

export const forgetFailing = async (records: Records, work: FailingWork): Promise<void> => {
  await records.remove(failingWorkKind, noteOf(work))
}

/** Of one account, or of all. */
export async function* failingWork(records: Pick<Records, 'list'>, accountId?: string): AsyncGenerator<readonly FailingWork[]> {
  for await (const page of recordPages(records, failingWorkKind, accountId === undefined ? '' : `${accountId}/`))
    yield page.map(({ value }) => value as FailingWork)
}

const noteOf = ({ accountId, kind, key }: FailingWork): string => `${accountId}/${kind}/${key}`
