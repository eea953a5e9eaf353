// What has been read of a file since its data last changed: documents of the account, counts and stamps that request after request asks for.

type Asked = string | number

/** `of`: the collection that was read, or the query. */
export type KeptReads<Value> = {
  /** Undefined when it was not read since the last change. */
  readonly get: (of: object, asked: Asked) => Value | undefined
  readonly set: (of: object, asked: Asked, value: Value) => void
}

/** Of one collection or query. */
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
  const values = new Map<object, Map<Asked, Value>>()
  let changes = -1

  const forgetWhenChanged = () => {
    const now = beginRead()
    if (now === changes) return
    changes = now
    values.clear()
  }

  return {
    get: (of, asked) => {
      forgetWhenChanged()
      return values.get(of)?.get(asked)
    },
    set: (of, asked, value) => {
      forgetWhenChanged()
      const known = values.get(of) ?? new Map<Asked, Value>()
      if (known.size >= most) known.clear()
      values.set(of, known.set(asked, value))
    },
  }
}
