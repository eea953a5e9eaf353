// Runs journeys one after another in this process: node test/clients/several-journeys.ts NAME...
// A line `JOURNEY NAME` comes before what each one prints. The modules are loaded, and their code is compiled by V8, once for all.
import '../../scripts/telling-failures.mjs'

const queue: unknown[][] = []
// uvu reads them when it is loaded: it runs nothing by itself then.
Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: queue, UVU_INDEX: 0 })
const { exec } = await import('uvu')

for (const name of process.argv.slice(2)) {
  console.log(`JOURNEY ${name}`)
  queue.splice(0, queue.length, [null])
  await import(`../journeys/${name}.test.ts`)
  await exec()
}
