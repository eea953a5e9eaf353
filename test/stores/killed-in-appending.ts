// Appends until it is killed, in sixteen streams at once, and tells each event that was acknowledged (embedded-event-store.test.ts).
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openDurableThread } from '../../src/stores/embedded/durable-thread.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'

const [where, file = ''] = process.argv.slice(2)
const store = await openEmbeddedEventStore({ file, thread: where === 'in a thread' ? openDurableThread() : undefined })

const write = async () => {
  const stream = randomUUID()
  for (let revision = -1; ; revision++) {
    const id = randomUUID()
    const { position } = await store.append(
      stream,
      [{ id, type: 'SomethingHappened', data: { text: 'x'.repeat(500) }, metadata: {} }],
      revision,
    )
    writeSync(1, `${id} ${position}\n`)
  }
}

for (let n = 0; n < 16; n++) void write()
