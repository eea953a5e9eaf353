// The first of each kind, in order.

/** @param keyOf items with the same key, whatever its case, are the same */
export const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = keyOf(item).toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
