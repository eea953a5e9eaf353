// Reads all records of a kind page by page, so that only one page is in memory.
import type { Records, StoredRecord } from './document-store.ts'

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
