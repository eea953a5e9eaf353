// A store that keeps all it has in a folder, as the contract suites want it: opened, opened again over the same data, and cleared away.
import { readdirSync, rmSync } from 'node:fs'
import * as assert from 'uvu/assert'

/** `folder` is removed when the store is closed. */
export const inFolder = async <Store extends { readonly close: () => Promise<void> }>(
  folder: string,
  open: (folder: string) => Promise<Store>,
): Promise<{ readonly store: Store; readonly reopen: () => Promise<Store>; readonly close: () => Promise<void> }> => {
  const store = await open(folder)
  let opened = store
  return {
    store,
    reopen: async () => {
      await opened.close()
      opened = await open(folder)
      return opened
    },
    close: async () => {
      await opened.close()
      // SQLite takes a write-ahead log away with the last connection: one that is left was not closed.
      const leftOpen = readdirSync(folder).filter((name) => name.endsWith('-wal'))
      rmSync(folder, { recursive: true })
      assert.equal(leftOpen, [])
    },
  }
}
