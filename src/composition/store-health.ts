// Whether a store answers. A single slow answer is no outage: an instance stays ready during an election and on a busy machine.
export type StoreHealthOptions = {
  readonly ask: () => Promise<unknown>
  /** How long a look waits for an answer: less than probes wait for ours. */
  readonly patienceMs?: number
  /** The store counts as answering for this long after its last answer. Commands keep trying for as long. */
  readonly graceMs?: number
  readonly now?: () => number
}

/** What a look finds: since when the store has not answered. */
export type Silence = { readonly seconds: number }

/** @returns what asks the store. It resolves with undefined when the store counts as answering */
export const storeHealth = ({
  ask,
  patienceMs = 3_000,
  graceMs = 10_000,
  now = () => performance.now(),
}: StoreHealthOptions): (() => Promise<Silence | undefined>) => {
  const openedAt = now()
  let answeredAt: number | undefined
  let asking: Promise<boolean> | undefined

  /** Those who look meanwhile share the question. */
  const answers = (): Promise<boolean> => {
    asking ??= ask()
      .then(
        () => {
          answeredAt = now()
          return true
        },
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return async () => {
    if (await within(patienceMs, answers(), false)) return undefined
    if (answeredAt !== undefined && now() - answeredAt < graceMs) return undefined
    return { seconds: Math.round((now() - (answeredAt ?? openedAt)) / 1000) }
  }
}

/** The promise's value, or the other one if it takes longer. */
export const within = async <Value>(ms: number, promise: Promise<Value>, otherwise: Value): Promise<Value> => {
  const { promise: end, resolve } = Promise.withResolvers<Value>()
  const timer = setTimeout(() => resolve(otherwise), ms)
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}
