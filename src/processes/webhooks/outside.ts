// Which deliveries of a webhook wait in the outbox, because enough are in memory: all that are about later events than a certain one.
import type { StoredDelivery } from '../../stores/webhook-deliveries.ts'

type TakingBack = {
  /** Whether more may be taken. */
  readonly hasRoom: () => boolean
  /** The next later than this key; none when there are no more. */
  readonly read: (key: string) => Promise<readonly StoredDelivery[]>
  readonly take: (stored: StoredDelivery) => void
}

/** One for each webhook. Keys of later events are smaller. */
export const openOutside = () => {
  /** The key of the latest event that was taken into memory. */
  let latest: string | undefined
  let isFull = false
  let keptOut = 0
  let taking: Promise<void> | undefined

  const admits = (key: string, hasRoom: boolean): boolean => {
    isFull ||= !hasRoom
    if (isFull && latest !== undefined && key < latest) {
      keptOut++
      return false
    }
    if (latest === undefined || key < latest) latest = key
    return true
  }

  const takeAll = async ({ hasRoom, read, take }: TakingBack) => {
    while (isFull && latest !== undefined && hasRoom()) {
      const before = keptOut
      const from = latest
      const later = await read(from)
      // More were left outside meanwhile: those come first.
      if (latest !== from) continue
      later.forEach(take)
      latest = later.at(-1)?.delivery.key ?? latest
      // One that was kept out while the others were read may be missing among them.
      if (later.length === 0) isFull = keptOut > before
    }
  }

  return {
    /** Whether a delivery is taken on: all are while there is room, and then those about earlier events than the ones outside. */
    admits,
    /** Leaves all outside that are about later events than this one. */
    leaveBehind: (key: string) => {
      isFull = true
      latest = key
    },
    /** Whether any may be outside. */
    hasAny: () => isFull,
    /** Takes on those outside, the earliest first, while there is room. */
    takeBack: (from: TakingBack): Promise<void> => {
      taking ??= takeAll(from).finally(() => {
        taking = undefined
      })
      return taking
    },
  }
}
