// Measures the longest time without an acknowledged append while the leader of EventStoreDB resigns, is killed or stands still, beyond the election itself.
//   npm run bench -- election [--rounds 3] [--election 1600] [--writers 8]
// The nodes are those of the tests. On a real cluster the time of an election is its own.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openEventStoreDB } from '../src/stores/eventstoredb/event-store.ts'
import { type Ending, startEventStoreCluster } from '../test/servers/eventstore-cluster.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({
  options: {
    rounds: { type: 'string', default: '3' },
    election: { type: 'string', default: '1600' },
    writers: { type: 'string', default: '8' },
  },
})
const electionMs = Number(values.election)

const measure = async (how: Ending): Promise<number> => {
  const cluster = await startEventStoreCluster({ electionMs, lags: true })
  const store = await openEventStoreDB({ url: cluster.url() })
  let [isEnding, last, longest] = [false, performance.now(), 0]
  const write = async () => {
    for (let n = 0, stream = randomUUID(); !isEnding; n++) {
      await store.append(stream, [{ id: randomUUID(), type: 'Written', data: { n }, metadata: {} }], n - 1)
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  }
  const writing = Array.from({ length: Number(values.writers) }, write)
  const connected = performance.now()
  while (last < connected) await pause(10)
  longest = 0
  await cluster.end[how]()
  const ended = performance.now()
  while (last < ended) await pause(10)
  isEnding = true
  await Promise.all(writing)
  await store.close()
  await cluster.stop()
  return longest
}

for (const how of ['resign', 'kill', 'freeze'] as const) {
  const gaps: number[] = []
  while (gaps.length < Number(values.rounds)) gaps.push(await measure(how))
  const longest = Math.max(...gaps)
  console.log(
    `${how.padEnd(8)} an election of ${electionMs} ms   longest gap ${longest.toFixed(0)} ms   beyond the election ${(longest - electionMs).toFixed(0)} ms   (${gaps.length} rounds)`,
  )
}
