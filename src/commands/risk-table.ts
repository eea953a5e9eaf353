// The risk tier of a business by a stated table: each input that applies gives points, and the sum gives the tier. A change of a row or a
// threshold raises the version, because earlier tiers were explained by the earlier one, and that of the collection `businesses`, which holds the tiers.
import { openHits } from '../events/evidence-file.ts'
import type { ReviewTask } from '../events/parts.ts'
import type { RiskTier } from '../events/risk.ts'
import { verdictOf } from '../evidence/verdict.ts'
import type { Business } from './business-state.ts'

export const riskTable = {
  version: 1,
  /** The least points of each tier, the highest first. */
  thresholds: [
    { tier: 'high', from: 50 },
    { tier: 'medium', from: 20 },
    { tier: 'low', from: 0 },
  ],
} as const satisfies { readonly version: number; readonly thresholds: readonly { readonly tier: RiskTier; readonly from: number }[] }

/** What is judged: the file, what was submitted, and the tasks of the review. */
export type Assessed = Pick<Business, 'file'> & {
  readonly submitted: Pick<Business['submitted'], 'ownership'>
  readonly tasks: readonly ReviewTask[]
}

type Input = { readonly key: string; readonly points: number; readonly told: string; readonly applies: (of: Assessed) => boolean }

/** The Financial Action Task Force's call for action (October 2025). */
const calledForAction: ReadonlySet<string> = new Set(['KP', 'IR', 'MM'])

const task =
  (key: string, ...statuses: readonly ReviewTask['status'][]): Input['applies'] =>
  ({ tasks }) =>
    tasks.some((each) => each.key === key && statuses.includes(each.status))

const countriesOf = ({ file, submitted }: Assessed): readonly (string | null)[] => [
  ...(submitted.ownership?.parties ?? []).map(({ country }) => country),
  ...Object.values(file.lei_records).flatMap(({ jurisdiction, direct_parent, ultimate_parent }) => [
    jurisdiction?.slice(0, 2) ?? null,
    direct_parent?.country ?? null,
    ultimate_parent?.country ?? null,
  ]),
]

const inputs: readonly Input[] = [
  { key: 'watchlist_hits', points: 60, told: 'Open watchlist hits', applies: ({ file }) => openHits(file).length > 0 },
  { key: 'listed_owners', points: 60, told: 'Owned by listed parties', applies: task('listed_owners', 'failure') },
  {
    key: 'blocking_finding',
    points: 50,
    told: 'A finding that blocks an approval',
    applies: ({ tasks }) => verdictOf(tasks).counts.blocks > 0,
  },
  {
    key: 'high_risk_country',
    points: 50,
    told: 'A country under a call for action, of an owner or a parent',
    applies: (of) => countriesOf(of).some((country) => country !== null && calledForAction.has(country)),
  },
  {
    key: 'political_exposure',
    points: 30,
    told: 'A politically exposed person',
    applies: task('politically_exposed_persons', 'warning', 'failure'),
  },
  {
    key: 'high_risk_industry',
    points: 25,
    told: 'A high-risk or prohibited industry',
    applies: ({ file }) => file.industry?.categories.some(({ high_risk }) => high_risk) ?? false,
  },
  { key: 'adverse_media', points: 20, told: 'Adverse media', applies: task('adverse_media', 'warning', 'failure') },
  { key: 'unknown_owners', points: 20, told: 'Owners not fully known', applies: task('beneficial_owners', 'warning') },
  {
    key: 'differing_owners',
    points: 15,
    told: 'Owners differ from published data',
    applies: task('owner_discrepancies', 'warning', 'failure'),
  },
  { key: 'lien', points: 20, told: 'A lien', applies: task('liens', 'warning', 'failure') },
  { key: 'bankruptcy', points: 20, told: 'A bankruptcy', applies: task('bankruptcies', 'warning', 'failure') },
  { key: 'young', points: 10, told: 'A young business', applies: task('time_in_business', 'warning', 'failure') },
  {
    key: 'lapsed_identifier',
    points: 5,
    told: 'A legal entity identifier that is not maintained',
    applies: task('lei', 'warning', 'failure'),
  },
]

export type RiskAssessment = {
  readonly tier: RiskTier
  readonly points: number
  readonly inputs: readonly { readonly key: string; readonly told: string; readonly applies: boolean; readonly points: number }[]
}

/** Every input, with the points that it gave. */
export const riskByTable = (of: Assessed): RiskAssessment => {
  const given = inputs.map(({ key, told, points, applies }) => {
    const does = applies(of)
    return { key, told, applies: does, points: does ? points : 0 }
  })
  const points = given.reduce((sum, each) => sum + each.points, 0)
  return { tier: riskTable.thresholds.find(({ from }) => points >= from)?.tier ?? 'low', points, inputs: given }
}
