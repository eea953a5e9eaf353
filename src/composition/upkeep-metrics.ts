// Metrics about what runs out or grows old unnoticed: the disk of the data folder, the newest seal, the certificates of the stores.
import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { sealStream } from '../audit/seals.ts'
import type { EventStore, RecordedEvent } from '../stores/event-store.ts'

type Watched = {
  readonly events: Pick<EventStore, 'read' | 'readAll'>
  readonly dataDir: string
  /** When the certificate of the event store expires; undefined where it speaks without TLS, or cannot be reached. */
  readonly certificateExpiry: () => Promise<Date | undefined>
  /** The same of MongoDB. */
  readonly mongoCertificateExpiry: () => Promise<Date | undefined>
  readonly now: () => Date
}

export const upkeepGauges = (registry: Registry, { events, dataDir, certificateExpiry, mongoCertificateExpiry, now }: Watched): void => {
  gauge(registry, 'probity_data_folder_free_ratio', 'Free share of the disk that the data folder is on, from 0 to 1', async () => {
    const { bavail, blocks } = await statfs(dataDir)
    return blocks > 0 ? bavail / blocks : undefined
  })
  gauge(
    registry,
    'probity_seal_age_seconds',
    'How long the oldest event that no seal covers has been there; 0 where all are sealed',
    async () => {
      const [newest] = await events.read(sealStream, { direction: 'backwards', limit: 1 })
      const [next] = await Array.fromAsync(events.readAll({ limit: 1, ...(newest ? { after: newest.position } : {}) }))
      if (next) return Math.max(0, (now().getTime() - writtenAt(next)) / 1000)
      return newest && 0
    },
  )
  const certificate = (name: string, store: string, expiresAt: () => Promise<Date | undefined>) =>
    gauge(registry, name, `When the certificate of ${store} expires`, async () => {
      const expiry = await expiresAt()
      return expiry && expiry.getTime() / 1000
    })
  certificate('probity_certificate_expiry_timestamp_seconds', 'EventStoreDB', certificateExpiry)
  certificate('probity_mongodb_certificate_expiry_timestamp_seconds', 'MongoDB', mongoCertificateExpiry)
}

const writtenAt = ({ metadata }: RecordedEvent): number => Date.parse(String(metadata.recorded_at))

/** A store that does not answer must not keep the other metrics from being read. */
const patienceMs = 1_000

const gauge = (registry: Registry, name: string, help: string, value: () => Promise<number | undefined>) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.reset()
      const found = await Promise.race([value().catch(() => undefined), pause(patienceMs, undefined, { ref: false })])
      // A gauge that was never set would be shown as 0.
      if (found === undefined) this.remove()
      else this.set(found)
    },
  })
