// The service's own metrics, besides those of HTTP: how far projections and processes lag behind the log, what they read, and the commands sent to MongoDB.
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Worker } from '../processes/running/worker.ts'
import type { Build } from '../projections/build-beside.ts'
import { type EventStore, lastEvent } from '../stores/event-store.ts'

const patienceMs = 1_000

export const workGauges = (
  registry: Registry,
  { worker, build, events }: { readonly worker: Worker; readonly build: Build | undefined; readonly events: EventStore },
): void => {
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === undefined) this.reset()
        else this.set(now)
      },
    })
  const numberOf = (position: bigint | undefined) => (position === undefined ? undefined : Number(position))
  gauge('probity_projected_position', 'Position in the log up to which the read models have been folded', () =>
    numberOf(worker.projected()),
  )
  gauge('probity_processed_position', 'Position in the log up to which every process has done its work, or recorded what is left', () =>
    numberOf(worker.processed()),
  )
  if (build)
    gauge('probity_build_remaining', 'Events until the new versions of read models answer; 0 where their build is abandoned', () => {
      const { position, end } = build.progress()
      return build.done() || build.abandoned() || position > end ? 0 : Number(end - position)
    })
  new Gauge({
    name: 'probity_log_position',
    help: 'Position of the newest event in the log',
    registers: [registry],
    async collect() {
      this.reset()
      // A log that does not answer must not keep the other metrics from being read.
      const newest = lastEvent(events).catch(() => undefined)
      const last = await Promise.race([newest, pause(patienceMs, undefined, { ref: false })])
      if (last) this.set(Number(last.position))
    },
  })
  new Gauge({
    name: 'probity_work',
    help: 'Events that a process still has to do something about: dead_letter (given up), failed, queued behind a failed one, deferred',
    labelNames: ['process', 'state'],
    registers: [registry],
    collect() {
      this.reset()
      for (const runner of worker.runners())
        for (const [state, count] of Object.entries(runner.work())) this.inc({ process: runner.process, state }, count)
    },
  })
  gauge('probity_partitions', 'Partitions of the accounts that this worker has', () => worker.partitions().length)
}

/** For an alert, so that nobody has to read the log to notice an outage. */
export const outageGauge = (registry: Registry, isAway: () => boolean): void => {
  new Gauge({
    name: 'probity_store_away',
    help: '1 while a store is away, or was a few seconds ago',
    registers: [registry],
    collect() {
      this.set(isAway() ? 1 : 0)
    },
  })
}

export const logEventsRead = 'probity_log_events_read_total'

/** Counts the events that read models and processes read from the log. Many times its length means that it is read repeatedly. */
export const readCounter = (registry: Registry): ((events: number) => void) => {
  const read = new Counter({
    name: logEventsRead,
    help: 'Events read from the log for read models and processes',
    registers: [registry],
  })
  return (events) => read.inc(events)
}

/** Counts the readers that hold up the others for too long. Each may cost a further pass over the log. */
export const putOffCounter = (registry: Registry): (() => void) => {
  const putOff = new Counter({
    name: 'probity_log_readers_put_off_total',
    help: 'Read models and processes that were too slow for the pass over the log that they shared, and went on in the next one',
    registers: [registry],
  })
  return () => putOff.inc()
}

/** Counts the commands sent to MongoDB. */
export const commandCounter = (registry: Registry): ((command: string) => void) => {
  const commands = new Counter({
    name: 'probity_mongodb_commands_total',
    help: 'Commands sent to MongoDB',
    labelNames: ['command'],
    registers: [registry],
  })
  return (command) => commands.inc({ command })
}
