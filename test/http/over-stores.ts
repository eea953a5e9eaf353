// What the edge stands on, without the processes: commands, and read models that follow the log, on embedded stores in a folder of their own.
// Much lighter than the whole service (test/journeys/service.ts), for what routes refuse, list and pass on.
import { join } from 'node:path'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { DocumentFiles } from '../../src/inner/evidence-documents.ts'
import type { Documents, Reads } from '../../src/inner/framework/reading.ts'
import type { Sending } from '../../src/inner/framework/sending.ts'
import { projections } from '../../src/projections/all.ts'
import { startProjector } from '../../src/projections/projector.ts'
import { reader } from '../../src/projections/read.ts'
import type { WriteContext } from '../../src/stores/event-log.ts'
import { folderFiles } from '../../src/stores/files.ts'
import { openSealedDocuments } from '../../src/stores/sealed-documents.ts'
import { patienceMs } from '../eventually.ts'
import { appendTo, context, openStores } from '../stores/log.ts'

export type OverStores = Sending &
  Reads &
  Documents &
  DocumentFiles & {
    /** Appends to a stream, by default for the first account, and waits until it can be read. */
    readonly record: (stream: string, events: readonly DomainEvent[], change?: Partial<WriteContext>) => Promise<void>
    readonly close: () => Promise<void>
  }

export const openOverStores = async (): Promise<OverStores> => {
  const { log, documents, keyRing, folder, close } = await openStores()
  await documents.define(projections.map(({ spec }) => spec))
  const projector = await startProjector({ log, documents, projections })
  // It begins at the time of the machine, by which the stores let records expire.
  const begin = Date.now()
  let ticks = 0
  const passed = (position: bigint) => projector.passed(position, patienceMs)
  return {
    ...openAggregates(log),
    passed,
    // Each time is later than the one before, so that lists have an order.
    now: () => new Date(begin + ticks++),
    read: reader(documents),
    history: log.read,
    documents,
    sealedDocuments: openSealedDocuments({ records: documents.records, keyRing, files: folderFiles(join(folder, 'documents')) }),
    record: async (stream, events, change = {}) => {
      await passed(await appendTo(log, () => context(change))(stream, ...events))
    },
    close: async () => {
      await projector.close()
      await close()
    },
  }
}
