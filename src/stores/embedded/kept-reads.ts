// What has been read of a file since its data last changed: documents of the account, counts and stamps that request after request asks for.

export type KeptReads<Value> = {
  /** Undefined when it was not read since the last change. */
  readonly get: (collection: object, asked: string) => Value | undefined
  readonly set: (collection: object, asked: string, value: Value) => void
}

/** Of one collection. */
const most = 1_000

/**
 * @param beginRead begins a read, and returns how often the data have changed
 * @example
 * let changes = 0
 * const kept = keptReads<string>(() => changes)
 * const businesses = {}
 * kept.set(businesses, 'name', 'Acme LLC')
 * kept.get(businesses, 'name') // => 'Acme LLC'
 * changes++
 * kept.get(businesses, 'name') // => undefined
 */
export const keptReads = <Value>(beginRead: () => number): KeptReads<Value> => {
  const values = new Map<object, Map<string, Value>>()
  let changes = -1

  const forgetWhenChanged = () => {
    const now = beginRead()
    if (now === changes) return
    changes = now
    values.clear()
  }

  return {
    get: (collection, asked) => {
      forgetWhenChanged()
      return values.get(collection)?.get(asked)
    },
    set: (collection, asked, value) => {
      forgetWhenChanged()
      const known = values.get(collection) ?? new Map<string, Value>()
      if (known.size >= most) known.clear()
      values.set(collection, known.set(asked, value))
    },
  }
}
