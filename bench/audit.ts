// How fast the log is verified, replayed and exported on this machine, beside merely reading and parsing it: node bench/audit.ts [events]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as timeOrderedId } from 'uuid'
import { exported } from '../src/audit/export.ts'
import { rebuild } from '../src/audit/rebuild.ts'
import { verifyLog } from '../src/audit/verify.ts'
import type { DomainEvent } from '../src/events/catalogue.ts'
import { projections } from '../src/projections/all.ts'
import { openEmbeddedDocumentStore } from '../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../src/stores/embedded/event-store.ts'
import { beginning, openEventLog } from '../src/stores/event-log.ts'
import { openKeyRing } from '../src/stores/key-ring.ts'

const wanted = Number(process.argv[2] ?? 50_000)
const eventsPerStream = 20

const folder = await mkdtemp(join(tmpdir(), 'probity-bench-'))
const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
const documents = await openEmbeddedDocumentStore({ folder })
const scratch = await openEmbeddedDocumentStore({ folder: join(folder, 'scratch') })
const log = openEventLog({ store, keyRing: openKeyRing({ records: documents.records, masterKey: Buffer.alloc(32, 1) }) })

const measured = async (what: string, work: () => Promise<number>): Promise<void> => {
  const began = performance.now()
  const events = await work()
  const rate = events / ((performance.now() - began) / 1000)
  plain ||= rate
  console.log(`${what.padEnd(10)} ${Math.round(rate).toLocaleString('en').padStart(10)} events/s   ${(rate / plain).toFixed(2)} of reading`)
}
let plain = 0

const returned: DomainEvent = { type: 'LienReturned', data: { reason: 'The debtor has no address' } }
const requested = (lien_id: string): DomainEvent => ({
  type: 'LienRequested',
  data: {
    lien_id,
    business_id: lien_id,
    mode: 'test',
    state: 'OR',
    debtors: [],
    secured_parties: [],
    collateral: 'All inventory',
    loan_principal_amount_cents: 100_000,
    packet_number: lien_id,
    alternative_designation: null,
  },
})

const write = async () => {
  const accountId = timeOrderedId()
  const streams = Array.from({ length: wanted / eventsPerStream }, () => timeOrderedId())
  for (let from = 0; from < streams.length; from += 200)
    await Promise.all(
      streams.slice(from, from + 200).map((lienId) =>
        log.append(
          `lien-${lienId}`,
          Array.from({ length: eventsPerStream }, (_, index) => (index === 0 ? requested(lienId) : returned)),
          beginning(`lien-${lienId}`),
          { accountId, actor: { type: 'operator', id: 'bench' }, commandId: timeOrderedId(), at: new Date() },
        ),
      ),
    )
}

const count = async (events: AsyncIterable<unknown>): Promise<number> => {
  let counted = 0
  for await (const _ of events) counted++
  return counted
}

try {
  await write()
  await measured('read', () => count(store.readAll()))
  await measured('verify', async () => (await verifyLog({ store, contiguous: true })).events)
  await measured('export', () => count(exported(log, {})))
  await scratch.define(projections.map(({ spec }) => spec))
  await measured('replay', async () => {
    await rebuild(log, scratch, projections)
    return wanted
  })
} finally {
  await Promise.all([store.close(), documents.close(), scratch.close()])
  await rm(folder, { recursive: true })
}
