// What has been read of a file since its data last changed: documents of the account, counts and stamps that request after request asks for.

export type KeptReads<Value> = {
  /** Undefined when it was not read since the last change. */
  readonly get: (asked: string) => Value | undefined
  readonly set: (asked: string, value: Value) => void
}

const most = 1_000

/**
 * @param beginRead begins a read, and returns how often the data have changed
 * @example
 * let changes = 0
 * const kept = keptReads<string>(() => changes)
 * kept.set('name', 'Acme LLC')
 * kept.get('name') // => 'Acme LLC'
 * changes++
 * kept.get('name') // => undefined
 */
export const keptReads = <Value>(beginRead: () => number): KeptReads<Value> => {
  const values = new Map<string, Value>()
  let changes = -1

  const forgetWhenChanged = () => {
    const now = beginRead()
    if (now === changes) return
    changes = now
    values.clear()
  }

  return {
    get: (asked) => {
      forgetWhenChanged()
      return values.get(asked)
    },
    set: (asked, value) => {
      forgetWhenChanged()
      if (values.size >= most) values.clear()
      values.set(asked, value)
    },
  }
}
