// Goes through every record of a kind a page at a time, so that none is left out and none need be in memory longer than its page.
import type { Records, StoredRecord } from './document-store.ts'

const pageSize = 1_000

/** In key order; records written meanwhile behind the key reached are among them. */
export async function* recordPages(records: Pick<Records, 'list'>, kind: string): AsyncGenerator<readonly StoredRecord[]> {
  for (let after = ''; ; ) {
    const page = await records.list(kind, { limit: pageSize, ...(after === '' ? {} : { after }) })
    yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.key ?? ''
  }
}
