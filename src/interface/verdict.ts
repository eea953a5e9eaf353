// The verdict as clients and pages show it: the rules are in evidence/verdict.ts. Its numbers, in words that the page and the report share.
import type { Finding, Judged, Verdict } from '../evidence/verdict.ts'

export {
  type Finding,
  type Judged,
  type Level,
  nothingAgainst,
  type Outcome,
  type Verdict,
  verdictOf,
  verdictRules,
} from '../evidence/verdict.ts'

/** Of what these tasks find, the hits tell one by one. */
const toldByHits: ReadonlySet<string> = new Set(['watchlist', 'global_watchlists'])

/** What blocks an approval beside the watchlist hits, the worst first. `hits`: how many nobody has dismissed. */
export const blockingIn = <Task extends Judged>({ findings }: Pick<Verdict<Task>, 'findings'>, hits: number): readonly Finding<Task>[] =>
  findings.filter(({ level, task }) => level === 'blocks' || (level === 'sanctions' && !(hits > 0 && toldByHits.has(task.key))))

export type VerdictNumber = { readonly kind: 'bad' | 'warn' | 'plain' | 'good'; readonly text: string }

/** How many findings of each kind there are, without those of which there are none: `2 watchlist hits`, `1 blocks`, `5 need a look`. */
export const verdictNumbers = (verdict: Pick<Verdict<Judged>, 'findings' | 'counts'>, hits: number): readonly VerdictNumber[] => {
  const { counts } = verdict
  const numbers: readonly (readonly [kind: VerdictNumber['kind'], count: number, one: string, many: string])[] = [
    ['bad', hits, 'watchlist hit', 'watchlist hits'],
    ['bad', blockingIn(verdict, hits).length, 'blocks', 'block'],
    ['warn', counts.look, 'needs a look', 'need a look'],
    ['plain', counts.unknown, 'unanswered', 'unanswered'],
    ['good', counts.passed, 'passed', 'passed'],
    ['plain', counts.information, 'for information', 'for information'],
  ]
  return numbers
    .filter(([, count]) => count > 0)
    .map(([kind, count, one, many]) => ({ kind, text: `${count} ${count === 1 ? one : many}` }))
}
