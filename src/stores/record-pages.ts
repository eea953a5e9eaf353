// Reads all records of a kind page by page, so that only one page is in memory.
import type { DueRecord, Records, StoredRecord } from './document-store.ts'

const pageSize = 1_000

/** Those whose key begins with `prefix`, in key order; records written meanwhile behind the key reached are among them. */
export async function* recordPages(records: Pick<Records, 'list'>, kind: string, prefix = ''): AsyncGenerator<readonly StoredRecord[]> {
  for (let after = ''; ; ) {
    const page = await records.list(kind, { limit: pageSize, ...(prefix === '' ? {} : { prefix }), ...(after === '' ? {} : { after }) })
    yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.key ?? ''
  }
}

/** Those that are due at any time, the earliest first. */
export async function* duePages(records: Pick<Records, 'due'>, kind: string): AsyncGenerator<readonly DueRecord[]> {
  for (let last: DueRecord | undefined; ; ) {
    const page = await records.due([kind], endOfTime, pageSize, last && { dueAt: last.dueAt ?? endOfTime, key: last.key })
    if (page.length === 0) return
    yield page
    last = page.at(-1)
  }
}

const endOfTime = new Date(8_640_000_000_000_000)
