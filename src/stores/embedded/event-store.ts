// The embedded event store: one SQLite file, written by this process alone. Appends that come in while a commit is under way
// share the next one, and subscribers that are caught up get the committed events from memory.
import type { EventStore } from '../event-store.ts'
import { openAppends } from './appends.ts'
import type { DurableThread } from './durable-thread.ts'
import { openEventsFile } from './events-file.ts'
import { openLogReading } from './log-reading.ts'
import { openLogWriting } from './log-writing.ts'
import { openRecentEvents } from './recent-events.ts'

export type EmbeddedEventStoreOptions = {
  /** Path of the SQLite file, created when absent; its folder must exist. */
  readonly file: string
  /** For looking at a log that another process may be writing: its current content is read, and nothing can be appended. */
  readonly readOnly?: boolean
  /** Takes the file for this process alone: it can then be opened on a full disk, which has no room for the memory that processes share. */
  readonly alone?: boolean
  /** A file of an earlier release keeps its layout, so that that release reads it still. Nothing can be appended to it then. */
  readonly keepLayout?: boolean
  /** Writes the appends; they are written here when absent, and with `alone`. */
  readonly thread?: Pick<DurableThread, 'logOf'> | undefined
  /** Called after each commit: how many appends it settled, and how many events it wrote. */
  readonly onCommit?: (commit: { readonly appends: number; readonly events: number }) => void
}

/**
 * Opens the store, or creates it.
 * @throws Error naming the file when it is damaged or not an event store; StoreUnavailable when it cannot be opened
 * @example
 * const store = await openEmbeddedEventStore({ file: ':memory:' })
 * const event = { id: '0198c0de-0000-7000-8000-000000000001', type: 'Greeted', data: { name: 'Ann' }, metadata: {} }
 * await store.append('greeting-1', [event], -1) // => { revision: 0, position: 1n, isNew: true }
 * await store.append('greeting-1', [{ ...event, id: '0198c0de-0000-7000-8000-000000000002' }], -1) // throws WrongExpectedRevision
 * await store.close()
 */
export const openEmbeddedEventStore = async ({
  file: path,
  readOnly = false,
  alone = false,
  keepLayout = false,
  thread,
  onCommit,
}: EmbeddedEventStoreOptions): Promise<EventStore> => {
  const file = openEventsFile(path, { readOnly, alone, keepLayout })
  const recent = openRecentEvents()
  let closing: Promise<void> | undefined

  const appends = openAppends(file, {
    write: thread && !alone ? thread.logOf(path) : openLogWriting(file),
    onUnknown: () => {
      recent.forget()
      reading.wake()
    },
    onCommit: (written, answered) => {
      for (const { event, size } of written) recent.add(event, size)
      if (written.length > 0) reading.wake()
      onCommit?.({ appends: answered, events: written.length })
    },
  })

  const { read, readAll, subscribe, ...reading } = openLogReading({
    file,
    recent,
    head: appends.head,
    // Only this process writes the file, so it knows where a stream ends: before most commands nothing new is in it, or what was just written.
    known: (stream, from) => {
      if (readOnly) return undefined
      return from > appends.lastRevision(stream) ? [] : recent.endOf(stream, from)
    },
  })

  const append: EventStore['append'] = async (stream, events, expectedRevision) => {
    reading.assertOpen()
    return appends.append(stream, events, expectedRevision)
  }

  const finish = async () => {
    await Promise.all([appends.flush(), reading.close()])
    file.close()
  }

  const close = () => {
    closing ??= finish()
    return closing
  }

  const end: EventStore['end'] = async () => BigInt(appends.head())

  return { append, read, readAll, end, subscribe, close }
}
