// Measures how fast the log is verified, replayed and exported, compared with only reading and parsing it, and how much memory that takes.
//   npm run bench -- audit [EVENTS] [FOLDER]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { exported } from '../src/audit/export.ts'
import { linesOf } from '../src/audit/export-lines.ts'
import { openParquet } from '../src/audit/export-parquet.ts'
import { rebuild } from '../src/audit/rebuild.ts'
import { publicKeyOf, sealingKey } from '../src/audit/signing.ts'
import { verifyLog } from '../src/audit/verify.ts'
import { projections } from '../src/projections/all.ts'
import { openEmbeddedDocumentStore } from '../src/stores/embedded/document-store.ts'
import type { EventLog } from '../src/stores/event-log.ts'
import { openLog, plainRead } from './parts/rebuild.ts'

type Opened = { readonly folder: string; readonly log: EventLog; readonly masterKey: Buffer }
/** The number of events read. */
type Stage = (opened: Opened) => Promise<number>

const nowhere = () => new Writable({ write: (_, __, done) => done() })
const inScratch = async (folder: string, work: (scratch: string) => Promise<number>): Promise<number> => {
  const scratch = await mkdtemp(join(folder, 'scratch-'))
  return work(scratch).finally(() => rm(scratch, { recursive: true }))
}

const stages: { readonly [name: string]: Stage } = {
  'read and parse': async ({ folder }) => plainRead(join(folder, 'events.sqlite')).events,

  verify: async ({ log, masterKey }) => {
    const { events, problems } = await verifyLog({
      store: log.store,
      publicKeys: [publicKeyOf(sealingKey(masterKey))],
      contiguous: true,
      onProgress: (events, share) => process.stderr.isTTY && process.stderr.write(`\r${events} events, ${Math.round(share * 100)} %`),
    })
    if (problems.length > 0) throw new Error(`the log does not hold: ${JSON.stringify(problems[0])}`)
    return events
  },

  replay: ({ folder, log }) =>
    inScratch(folder, async (scratch) => {
      const documents = await openEmbeddedDocumentStore({ folder: scratch, scratch: true })
      await documents.define(projections.map(({ spec }) => spec))
      let folded = 0
      await rebuild(log, documents, projections, {
        onProgress: (events) => {
          folded = events
        },
      })
      await documents.close()
      return folded
    }),

  'export NDJSON': async ({ log }) => {
    const out = nowhere()
    let count = 0
    for await (const batch of exported(log)) {
      if (!out.write(linesOf(batch))) await once(out, 'drain')
      count += batch.events.length
    }
    return count
  },

  'export Parquet': ({ folder, log }) =>
    inScratch(folder, async (scratch) => {
      const parquet = await openParquet(scratch, {})
      let count = 0
      for await (const batch of exported(log)) {
        await parquet.write(batch)
        count += batch.events.length
      }
      await parquet.end()
      return count
    }),
}

/** One stage, in this process: its events, its seconds and the process's peak memory. */
const runStage = async (name: string, folder: string) => {
  const { log, masterKey, close } = await openLog(folder)
  const began = performance.now()
  const events = await stages[name]?.({ folder, log, masterKey })
  const seconds = (performance.now() - began) / 1000
  await close()
  console.log(JSON.stringify({ events, seconds, peakMb: process.resourceUsage().maxRSS / 1024 }))
}

/** Each stage in a process of its own, so that memory is measured per stage. */
const measured = async (name: string, folder: string) => {
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, '--stage', name, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answer = JSON.parse(await text(child.stdout)) as { readonly events: number; readonly seconds: number; readonly peakMb: number }
  return { ...answer, rate: answer.events / answer.seconds }
}

const measureAll = async (events: number, kept: string | undefined) => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'probity-bench-')))
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'events.sqlite'))) {
    // Imported only here, because it loads the whole service, which would count in the memory of the stages.
    const { writeHistories } = await import('./parts/histories.ts')
    await writeHistories(folder, events)
  }
  let plain: number | undefined
  for (const name of Object.keys(stages)) {
    const { events, rate, peakMb, seconds } = await measured(name, folder)
    plain ??= rate
    console.log(
      `${name.padEnd(15)} ${events.toLocaleString('en').padStart(11)} events ${seconds.toFixed(1).padStart(7)} s ${Math.round(rate).toLocaleString('en').padStart(9)}/s   ${(rate / plain).toFixed(2)} of reading   ${peakMb.toFixed(0).padStart(5)} MB at most`,
    )
  }
  if (kept === undefined) await rm(folder, { recursive: true })
}

const [first, second, third] = process.argv.slice(2)
if (first === '--stage' && second && third) await runStage(second, third)
else await measureAll(Number(first ?? 100_000), second)
