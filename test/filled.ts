// Refuses an empty list: what is said of each member of it would say nothing.

/**
 * The list itself.
 * @throws where it is empty
 * @example
 * filled([1, 2]).every((each) => each > 0) // => true
 */
export const filled = <Each>(list: Iterable<Each>): readonly Each[] => {
  const all = [...list]
  if (all.length === 0) throw new Error('the list is empty: nothing is said of its members')
  return all
}
