// The dismissals of watchlist hits on file: each with who gave it, why, what it covers, and the listed entry as it was then. One that ended stays on
// file, with what had changed.
import type { ActionActor } from './business-actions.ts'
import type { WatchlistHit } from './business-evidence.ts'
import type { DismissalScope, JudgementEvent, ListedChange } from './business-judgements.ts'

type Data<Type extends JudgementEvent['type']> = Extract<JudgementEvent, { type: Type }>['data']

export type Dismissal = {
  /** null: an older event without one. */
  readonly reason: string | null
  readonly at: string
  readonly scope: DismissalScope
  /** null: an older event that does not say. */
  readonly by: ActionActor | null
  /** The hit as it was dismissed; null when it was not on file. */
  readonly hit: WatchlistHit | null
}

export type EndedDismissal = Dismissal & {
  readonly ended_at: string
  readonly cause: Data<'WatchlistHitReopened'>['cause']
  readonly changes: readonly ListedChange[]
}

export type Dismissals = {
  /** Those that stand, by the id of the hit: a later screening that finds the same hit again does not bring it back. */
  readonly dismissals: { readonly [hitId: string]: Dismissal }
  /** Those that ended, oldest first. */
  readonly ended_dismissals: { readonly [hitId: string]: readonly EndedDismissal[] }
}

export const noDismissals: Dismissals = { dismissals: {}, ended_dismissals: {} }

type Held = Dismissals & { readonly hits: { readonly [hitId: string]: WatchlistHit } }

export const dismissedIn = <File extends Held>(
  file: File,
  { hit_id, reason, scope = 'hit', by }: Data<'WatchlistHitDismissed'>,
  at: string,
): File => ({
  ...file,
  dismissals: { ...file.dismissals, [hit_id]: { reason, at, scope, by: by ?? null, hit: file.hits[hit_id] ?? null } },
})

export const reopenedIn = <File extends Held>(file: File, { hit_id, cause, changes }: Data<'WatchlistHitReopened'>, at: string): File => {
  const { [hit_id]: ended, ...dismissals } = file.dismissals
  if (!ended) return file
  const earlier = [...(file.ended_dismissals[hit_id] ?? []), { ...ended, ended_at: at, cause, changes }]
  return { ...file, dismissals, ended_dismissals: { ...file.ended_dismissals, [hit_id]: earlier } }
}

/** Who gave the dismissals: users and accounts, no runs. */
export const dismissersIn = ({ dismissals, ended_dismissals }: Dismissals): readonly { readonly id: string; readonly type: string }[] =>
  [...Object.values(dismissals), ...Object.values(ended_dismissals).flat()].flatMap(({ by }) =>
    by === null || by.actor_type === 'run' ? [] : [{ id: String(by.data.id), type: by.actor_type }],
  )

/** What the list says of the entry. The names of lists and pages, and how well a name matches, are no part of it. */
const entryFields = [
  'entity_name',
  'entity_aliases',
  'entity_type',
  'title',
  'addresses',
  'programs',
  'dates_of_birth',
  'nationalities',
  'identifiers',
  'listed_at',
  'ends_at',
  'remarks',
] as const satisfies readonly (keyof WatchlistHit)[]

/**
 * The fields in which a listed entry differs from before. The order within a field does not matter. A field that only one of the two has is not
 * compared: an older program did not read it.
 */
export const changesOfEntry = (before: WatchlistHit, after: WatchlistHit): readonly ListedChange[] =>
  entryFields.flatMap((field) => {
    if (before[field] === undefined || after[field] === undefined) return []
    const [was, is] = [textsOf(before[field]), textsOf(after[field])]
    const removed = was.filter((text) => !is.includes(text))
    const added = is.filter((text) => !was.includes(text))
    return removed.length + added.length === 0 ? [] : [{ field, removed, added }]
  })

const textsOf = (value: string | readonly string[] | null): readonly string[] =>
  value === null ? [] : typeof value === 'string' ? [value] : value
