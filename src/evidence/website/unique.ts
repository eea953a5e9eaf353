// Keeps the first item of each key, in order.

/** @param keyOf the key of an item; case is ignored */
export const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = keyOf(item).toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
