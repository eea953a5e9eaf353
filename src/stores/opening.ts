// Opens what has several parts one after the other, and closes them in the opposite order: at the end, or where a later part cannot be opened.

/** Has the part closed with the others. */
export type Keep = <Part extends { readonly close: () => unknown }>(part: Part) => Part

/**
 * @throws what `open` throws, once the parts before are closed
 * @example
 * const closed: string[] = []
 * const part = (name: string) => ({ name, close: () => closed.push(name) })
 * const { close } = await openInParts(async (kept) => ({ folder: kept(part('folder')), log: kept(part('log')) }))
 * await close()
 * closed // => ['log', 'folder']
 */
export const openInParts = async <Whole extends object>(
  open: (kept: Keep) => Promise<Whole>,
): Promise<Whole & { readonly close: () => Promise<void> }> => {
  const parts = new AsyncDisposableStack()
  const close = () => parts.disposeAsync()
  const kept: Keep = (part) =>
    parts.adopt(part, async () => {
      await part.close()
    })
  try {
    return { ...(await open(kept)), close }
  } catch (error) {
    // A part that cannot be closed either must not hide why the others were not opened.
    await close().catch(() => undefined)
    throw error
  }
}
