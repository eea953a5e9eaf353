// A new version of the reference data is noted once, and every monitored business that it touches is checked at once.
import { setTimeout as pause } from 'node:timers/promises'
import type { Handle } from '../commands/handler.ts'
import { monitor } from '../commands/monitor.ts'
import { referenceData } from '../commands/reference-data.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import type { ReferenceVersions, UsedVersion, Watched } from '../evidence/reference/watch.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import { monitors } from '../projections/monitors.ts'
import type { Read } from '../projections/read.ts'
import { companiesOf } from './findings/owners.ts'
import { ownersIn } from './findings/parts.ts'
import { later, type Process } from './process.ts'

const pageSize = 500
const lookEveryMs = 2_000
/** By then the evidence sources use the new version (they look for one every second). An earlier check would read the old one. */
const openedWithinMs = 2_500

type Touched = readonly { readonly id: string; readonly accountId: string }[]

type ReferenceChangesDependencies = {
  handle: Handle
  read: Read
  passed: (position: bigint, accountId: string) => Promise<boolean>
  references: ReferenceVersions
  now: () => Date
  /** How long one delivery waits for a comparison. A longer one (millions of rows) goes on, and a later delivery asks for its result. */
  waitMs?: number
}

export const referenceChanges = ({ handle, read, passed, references, now, waitMs = 30_000 }: ReferenceChangesDependencies): Process => {
  const comparisons = new Map<string, Promise<Touched>>()

  const compare = async ({ data }: StoredEvent<'ReferenceDataReplaced'>): Promise<Touched> => {
    const { accounts, watched } = await monitored()
    const ids = await references.touched({ kind: data.kind, file: data.file, previous: data.previous_file }, watched)
    return ids.map((id) => ({ id, accountId: accounts.get(id) ?? '' }))
  }

  /** null: not done yet. A failure is forgotten, so that the next delivery begins again. */
  const touchedBy = async (event: StoredEvent<'ReferenceDataReplaced'>): Promise<Touched | null> => {
    const comparison = comparisons.get(event.id) ?? compare(event)
    comparisons.set(event.id, comparison)
    comparison.catch(() => comparisons.delete(event.id))
    const waiting = new AbortController()
    try {
      return await Promise.race([comparison, pause(waitMs, null, { signal: waiting.signal })])
    } finally {
      waiting.abort()
    }
  }

  const monitored = async () => {
    const accounts = new Map<string, string>()
    const watched: Watched[] = []
    for (let after = ''; ; ) {
      const page = await read(monitors).find({
        where: { mode: 'live', business_id: { gt: after } },
        sort: [['business_id', 'asc']],
        perPage: pageSize,
      })
      const known = await read(businesses).getMany(page.map(({ business_id }) => business_id))
      for (const { business_id, account_id } of page) {
        const document = known.get(business_id)
        if (!document) continue
        accounts.set(business_id, account_id)
        watched.push(watchedFrom(document))
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) return { accounts, watched }
      after = last.business_id
    }
  }

  return {
    name: 'reference_changes',
    on: {
      ReferenceDataReplaced: async (event, delivery) => {
        const opened = later(event.metadata.recorded_at, openedWithinMs)
        if (opened.at > now()) return opened
        if (!(await passed(event.position, event.metadata.account_id))) return later(now(), 1_000)
        const touched = await touchedBy(event)
        if (touched === null) return later(now(), 1_000)
        const { kind, version } = event.data
        for (const { id, accountId } of touched) {
          const context = { ...delivery.context(`check-${id}`), accountId }
          await handle(monitor, id, { type: 'RequestCheck', dataSet: kind, version }, context)
        }
        comparisons.delete(event.id)
        return undefined
      },
    },
  }
}

const watchedFrom = ({ id, submitted, file }: BusinessDocument): Watched => {
  const { owners = [] } = ownersIn({ submitted, file })
  const ownersOf = (kind: 'person' | 'business') => owners.filter((owner) => owner.kind === kind)
  return {
    id,
    names: [...new Set([submitted.name, ...[...Object.values(file.names), ...ownersOf('business')].map(({ name }) => name)])],
    people: [...new Set([...submitted.people, ...Object.values(file.people), ...ownersOf('person')].map(({ name }) => name))],
    tin: submitted.tin,
    registrations: Object.values(file.registrations).map(({ state, file_number }) => ({ state, file_number })),
    lei: submitted.lei ?? Object.values(file.lei_records)[0]?.lei ?? null,
    company_numbers: companiesOf({ submitted, file }).map(({ number }) => number),
  }
}

/** Looks now and then for versions that came into use. Each is noted once, by the instance that sees it first, even if it was replaced before the look. */
export const watchReferenceData = ({
  handle,
  references,
  now,
  onError,
}: Pick<ReferenceChangesDependencies, 'handle' | 'references' | 'now'> & { onError: (error: unknown) => void }): {
  readonly close: () => Promise<void>
} => {
  let open: ReturnType<ReferenceVersions['changed']> = null
  const look = async () => {
    open = references.changed() ?? open
    for (const { kind, previous, ...used } of open ?? []) {
      const context = { accountId: '', actor: { type: 'process' as const, id: 'reference_changes' }, at: now() }
      const command = { type: 'NoteVersion' as const, kind, ...noted(used), previous: previous && noted(previous) }
      await handle(referenceData, kind, command, { ...context, commandId: derivedId(`${used.file} ${used.imported_at}`, namespace) })
    }
    open = null
  }
  let looking = look().catch(onError)
  const timer = setInterval(() => {
    looking = looking.then(look).catch(onError)
  }, lookEveryMs)
  return {
    close: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

const noted = ({ version, file, imported_at }: Omit<UsedVersion, 'kind' | 'previous'>) => ({ version, file, importedAt: imported_at })

/** The namespace of the ids of commands that note a version. */
const namespace = '0f2f1c5e-53f3-5d0c-8b65-2a1d3c0a7f10'
