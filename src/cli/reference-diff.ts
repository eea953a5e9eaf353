// npm run reference -- diff: what a version of a screening list changes, and whom of an account it touches, before or after its import.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { NotKept } from '../evidence/reference/cited-row.ts'
import type { ImportProgress } from '../evidence/reference/import.ts'
import {
  type ChangedField,
  diffOf,
  type ListDiff,
  type ListedVersion,
  type ListScreening,
  listKinds,
  openListVersion,
  screeningWith,
} from '../evidence/reference/list-diff.ts'
import type { ListedParty } from '../evidence/reference/records.ts'
import { subjectOf } from '../processes/findings/parts.ts'
import { type AccountDocument, accounts } from '../projections/accounts.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import { monitors } from '../projections/monitors.ts'
import { reader } from '../projections/read.ts'
import { pickAccount } from './accounts.ts'
import { WrongUse } from './command-line.ts'
import { OperatorError } from './connection.ts'
import { openReadModels } from './reading.ts'

type DiffRequest = {
  /** Of the reference data. */
  readonly folder: string
  readonly kind: string
  readonly old: string
  readonly now: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly account?: string
  readonly onProgress?: (progress: ImportProgress) => void
  /** How many of the businesses on file were looked at. */
  readonly onCompared?: (businesses: number, ofBusinesses: number) => void
  readonly signal?: AbortSignal
}

export type Version = { readonly version: string; readonly file: string | null; readonly sha256: string; readonly entries: number }
export type Entry = Pick<ListedParty, 'list' | 'entry_id' | 'name' | 'type'>
type Change = 'added' | 'changed' | 'removed'

type Found = { readonly matched_name: string; readonly score: number }

/** One party and one entry. `hit`: on file. `found_old`, `found_new`: the matching finds it in that version. */
export type TouchedParty = Pick<Entry, 'list' | 'entry_id'> & {
  readonly business_id: string
  readonly business: string
  /** null: the business itself. */
  readonly person_id: string | null
  readonly name: string
  readonly monitored: boolean
  readonly change: Change
  readonly entry: string
  readonly hit: { readonly id: string; readonly status: 'hit' | 'dismissed' } | null
  readonly found_old: Found | null
  readonly found_new: Found | null
}

export type ListDifference = {
  readonly list: string
  readonly old: Version
  readonly new: Version
  readonly added: readonly Entry[]
  readonly changed: readonly (Entry & { readonly fields: readonly ChangedField[] })[]
  readonly removed: readonly Entry[]
  /** null: there is no account's data to compare with. */
  readonly account: { readonly id: string; readonly slug: string; readonly businesses: number } | null
  readonly parties: readonly TouchedParty[]
}

/** @throws WrongUse, WrongSetting, OperatorError, ImportFailed */
export const listDifference = async ({
  folder,
  kind,
  old,
  now,
  environment,
  account,
  onCompared,
  ...reading
}: DiffRequest): Promise<ListDifference> => {
  if (!listKinds.includes(kind)) throw new WrongUse(`there is no screening list ${JSON.stringify(kind)}; lists are ${listKinds.join(', ')}`)
  const opened: ListedVersion[] = []
  try {
    for (const named of [old, now]) opened.push(await openListVersion({ folder, kind, ...reading }, named).catch(asWrongUse))
    const [before, after] = opened as [ListedVersion, ListedVersion]
    const diff = diffOf(before, after)
    const lists = screeningWith({ folder, old: before, now: after, diff })
    try {
      const touched = await touchedIn(readConfig(environment), account, { diff, lists, onCompared, signal: reading.signal })
      return {
        list: kind,
        old: versionOf(before),
        new: versionOf(after),
        added: diff.added.map(entryOf),
        changed: diff.changed.map(({ new: entry, fields }) => ({ ...entryOf(entry), fields })),
        removed: diff.removed.map(entryOf),
        ...touched,
      }
    } finally {
      lists.close()
    }
  } finally {
    for (const { close } of opened) close()
  }
}

/** A version or file that is not there is wrong use, as in every command. */
const asWrongUse = (error: unknown): never => {
  throw error instanceof NotKept ? new WrongUse(error.message) : error
}

const versionOf = ({ facts: { version, sha256, records }, from }: ListedVersion): Version => ({
  version,
  file: from,
  sha256,
  entries: records,
})

const entryOf = ({ list, entry_id, name, type }: ListedParty): Entry => ({ list, entry_id, name, type })

type Comparing = {
  readonly diff: ListDiff
  readonly lists: ListScreening
  readonly onCompared: DiffRequest['onCompared']
  readonly signal: AbortSignal | undefined
}

/** After this many businesses the progress is told and an interruption noticed. */
const betweenTurns = 50

/** Of businesses in live mode: those in test mode are screened against made-up lists. */
const touchedIn = async (
  config: Config,
  named: string | undefined,
  comparing: Comparing,
): Promise<Pick<ListDifference, 'account' | 'parties'>> => {
  const opened = await openReadModels(config)
  if (opened === null) {
    if (named !== undefined) throw new OperatorError(`${config.dataDir} holds no account: is DATA_DIR the service's data folder?`)
    return { account: null, parties: [] }
  }
  try {
    const read = reader(opened.documents)
    const account = pickAccount(await Array.fromAsync(read(accounts).all()), named)
    const entries = entriesFor(account, comparing)
    const parties: TouchedParty[] = []
    const { onCompared, signal } = comparing
    const onFile = await read(businesses).count()
    let [lookedAt, compared] = [0, 0]
    for await (const business of read(businesses).all()) {
      if (lookedAt % betweenTurns === 0) {
        onCompared?.(lookedAt, onFile)
        await nextTurn()
        signal?.throwIfAborted()
      }
      lookedAt++
      if (business.account_id !== account.id || business.mode !== 'live') continue
      compared++
      if (entries.size === 0) continue
      const touched = await touchedOf(business, account, { entries, lists: comparing.lists })
      if (touched.length === 0) continue
      const monitored = (await read(monitors).count({ mode: 'live', business_id: business.id })) > 0
      parties.push(...touched.map((each) => ({ ...each, monitored })))
    }
    return { account: { id: account.id, slug: account.slug, businesses: compared }, parties }
  } finally {
    await opened.close()
  }
}

type Touched = Omit<TouchedParty, 'monitored'>
type ChangedEntries = ReadonlyMap<string, { readonly change: Change; readonly name: string }>

const keyOf = ({ list, entry_id }: Pick<Entry, 'list' | 'entry_id'>): string => JSON.stringify([list, entry_id])

/** The entries that a screening for this account reads. */
const entriesFor = ({ watchlists }: AccountDocument, { diff, lists }: Pick<Comparing, 'diff' | 'lists'>): ChangedEntries => {
  const isRead = ({ list }: Entry) => lists.abbrs.has(list) && (watchlists?.includes(list) ?? true)
  const of = (change: Change, entries: readonly ListedParty[]) =>
    entries.filter(isRead).map((entry) => [keyOf(entry), { change, name: entry.name }] as const)
  const changed = diff.changed.map((each) => each.new)
  return new Map([...of('added', diff.added), ...of('changed', changed), ...of('removed', diff.removed)])
}

/** A hit on file may be of either version, and a monitored party's is replaced soon after the import. So both versions are screened. */
const touchedOf = async (
  business: BusinessDocument,
  { watchlists }: AccountDocument,
  { entries, lists }: { readonly entries: ChangedEntries; readonly lists: ListScreening },
): Promise<readonly Touched[]> => {
  const touched = new Map<string, Touched>()
  const put = (key: string, personId: string | null, part: { readonly name: string } & Partial<Touched>) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    const [list, entry_id] = JSON.parse(key) as [string, string]
    const of = { business_id: business.id, business: business.name, person_id: personId, list, entry_id, entry: entry.name }
    const party = JSON.stringify([personId, key])
    const nothing = { ...of, change: entry.change, name: part.name, hit: null, found_old: null, found_new: null }
    touched.set(party, { ...nothing, ...touched.get(party), ...part })
  }
  for (const hit of Object.values(business.file.hits)) {
    const { id, list, entry_id, entity_name, screened_id, screened_name } = hit
    const status = business.file.dismissals[id] ? ('dismissed' as const) : ('hit' as const)
    // Older hits do not say which entry it was.
    const key = entry_id === undefined ? keyNamed(entries, list, entity_name) : keyOf({ list, entry_id })
    put(key, screened_id === business.id ? null : screened_id, { name: screened_name, hit: { id, status } })
  }
  const subject = subjectOf(business, watchlists)
  for (const [version, hits] of Object.entries(await lists.screen(subject))) {
    for (const hit of hits.toSorted((one, other) => one.match.score - other.match.score)) {
      const found = { matched_name: hit.matched_name, score: hit.match.score }
      const personId = hit.screened.id ?? null
      put(keyOf(hit), personId, { name: hit.screened_name, [`found_${version}`]: found })
    }
  }
  return [...touched.values()]
}

const keyNamed = (entries: ChangedEntries, list: string, name: string): string =>
  [...entries].find(([key, entry]) => entry.name === name && key.startsWith(`[${JSON.stringify(list)},`))?.[0] ?? ''
