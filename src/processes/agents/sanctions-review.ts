// The agent for watchlist hits: what speaks for the listed party being the one screened and what against it, beyond the name. Where that decides
// nothing and the names are close but not the same, or where it contradicts itself, a person is asked.
import type { Business } from '../../commands/business-state.ts'
import { openHits } from '../../events/evidence-file.ts'
import { birthYearsIn } from '../../evidence/matching/known-details.ts'
import { undecidedHit } from '../../evidence/matching/thresholds.ts'
import { ownersIn } from '../findings/parts.ts'
import type { AgentDeclaration, StepInput, StepOutcome } from './agent.ts'
import { count, lacking, listed, sentence, shown, told } from './evidence.ts'
import { identifiersIn } from './listed-identifiers.ts'
import type { WeighedPoint } from './model.ts'
import type { Statement } from './statements.ts'

type Hit = ReturnType<typeof openHits>[number]

type Judgement = 'same' | 'probably same' | 'different' | 'contradictory' | 'undecided'

/** Everything beside the name that can be compared: at least the place. */
const pointsOf = (hit: Hit, { submitted, file }: Business): readonly WeighedPoint[] => {
  const listing = identifiersIn(hit.remarks ?? '')
  const published = birthYearsIn(hit.dates_of_birth ?? [])
  const born =
    submitted.people.find(({ id }) => id === hit.screened_id)?.dob ??
    ownersIn({ submitted, file }).owners?.find(({ id }) => id === hit.screened_id)?.born ??
    null
  const points: (WeighedPoint | null)[] = [
    typePoint(hit, born),
    hit.screened === 'person' ? birthPoint(born, published.length > 0 ? published : listing.birthYears) : null,
    hit.screened_id === submitted.business_id ? numberPoint(submitted.tin, listing.taxNumbers) : null,
    placePoint(hit, submitted.addresses),
  ]
  return points.filter((point) => point !== null)
}

/** null: the list does not tell. */
const typeOf = ({ entity_type }: Hit): string | null => (entity_type === '' || entity_type === 'unknown' ? null : entity_type)

/** Who has a birthday is a person. Without one, a name that shows no legal form may be a company's all the same. */
const typePoint = (hit: Hit, born: string | null): WeighedPoint | null => {
  const type = typeOf(hit)
  const isPerson = /individual|person/i.test(type ?? '')
  if (type === null || isPerson === (hit.screened === 'person')) return null
  const listed = `the listed party is of the type ${type.toLowerCase()}`
  return hit.screened === 'person' && born === null
    ? { speaks: 'neither', text: `${listed}; only the name says that the one screened is a person` }
    : { speaks: 'different', text: `${listed}, the one screened is a ${hit.screened}` }
}

const birthPoint = (dob: string | null, years: readonly number[]): WeighedPoint | null => {
  if (years.length === 0) return { speaks: 'neither', text: 'the list gives no date of birth' }
  const born = listed(years.map(String))
  if (dob === null) return { speaks: 'neither', text: `the listed party was born in ${born}; no date of birth is known to compare` }
  return years.includes(Number(dob.slice(0, 4)))
    ? { speaks: 'same', text: `both were born in ${dob.slice(0, 4)}` }
    : { speaks: 'different', text: `the listed party was born in ${born}, the one screened in another year` }
}

const numberPoint = (tin: string | null, numbers: readonly string[]): WeighedPoint | null => {
  if (numbers.length === 0) return null
  if (tin === null) return { speaks: 'neither', text: 'the list gives a tax number; none was submitted to compare' }
  return numbers.includes(tin)
    ? { speaks: 'same', text: 'the tax numbers are the same' }
    : { speaks: 'different', text: 'the tax numbers differ' }
}

const placePoint = (hit: Hit, addresses: Business['submitted']['addresses']): WeighedPoint => {
  if (hit.addresses.length === 0) return { speaks: 'neither', text: 'the list gives no address' }
  const text = hit.addresses.join('\n').toLowerCase()
  const city = addresses.find((address) => address.city !== null && address.state !== null && inPlace(text, address.city, address.state))
  if (city) return { speaks: 'same', text: `an address of the listed party lies in ${city.city}, ${city.state}, as one submitted does` }
  return { speaks: 'neither', text: 'no address of the listed party lies in a submitted city' }
}

/** Lists write the state behind the city, in a field of its own or not. */
const inPlace = (text: string, city: string, state: string): boolean =>
  new RegExp(`\\b${RegExp.escape(city.toLowerCase())}\\b[^\\n]{0,20}\\b${state.toLowerCase()}\\b`).test(text)

const judge = (hit: Hit, points: readonly WeighedPoint[]): Judgement => {
  const speaking = (side: WeighedPoint['speaks']) => points.some(({ speaks }) => speaks === side)
  if (speaking('different')) return speaking('same') ? 'contradictory' : 'different'
  if (hit.match.score >= undecidedHit.to && speaking('same')) return 'same'
  if (hit.match.score >= undecidedHit.to && hit.screened === 'business') return 'probably same'
  return hit.match.score < undecidedHit.from && !speaking('same') ? 'different' : 'undecided'
}

const conclusions: { readonly [Each in Judgement]: string } = {
  same: 'the same party. Do not approve; escalate to the person who reports blocked parties',
  'probably same': 'probably the same party, by name alone. Treat it as the same until a second identifier rules it out',
  different: 'another party. Dismiss the hit with this as the reason',
  contradictory:
    'not decided: what can be compared speaks for it and against it. Compare both records before you dismiss it or escalate it',
  undecided: 'not decided: a name alone does not identify anybody. Ask for what can be compared, then run this review again',
}

const isToBeAsked = (hit: Hit, judgement: Judgement): boolean =>
  judgement === 'contradictory' || (judgement === 'undecided' && hit.match.score >= undecidedHit.from && hit.match.score < undecidedHit.to)

const percent = (score: number): string => `${Math.round(score * 100)} %`

const askAbout = (hit: Hit, points: readonly WeighedPoint[]) => ({
  key: hit.id,
  question: `Is "${hit.screened_name}" the party listed as "${hit.matched_name}" on ${hit.list}? The names agree to ${percent(hit.match.score)}: ${hit.match.explanation}. ${pointsText(points)}`,
  options: ['same', 'different'],
  about: hit.id,
})

const pointsText = (points: readonly WeighedPoint[]): string => sentence(points.map(({ text }) => text).join('; '))

const answered: Readonly<Record<string, string>> = {
  same: 'a person says same: the same party. Do not approve; escalate to the person who reports blocked parties',
  different: 'a person says different: another party. Dismiss the hit with this as the reason',
}

const weighHits = async ({ business, answerTo, tools }: StepInput): Promise<StepOutcome> => {
  const { screening, hits: all } = business.file
  if (!screening) {
    const statements = [lacking('The business has not been screened: order a verification, which screens it and its people.')]
    return { drafts: [{ type: 'sanctions', title: 'Not screened', confidence: 'low', statements }] }
  }
  const weighed = openHits(business.file).map((hit) => {
    const points = pointsOf(hit, business)
    return { hit, points, judgement: judge(hit, points), answer: answerTo(hit.id) }
  })
  const questions = weighed
    .filter(({ hit, judgement, answer }) => answer === undefined && isToBeAsked(hit, judgement))
    .map(({ hit, points }) => askAbout(hit, points))
  if (questions.length > 0) return { questions }

  const statements = await Promise.all(
    weighed.map(async ({ hit, points, judgement, answer }): Promise<Statement[]> => {
      const conclusion = (answer && answered[answer]) ?? (answer ? `a person says ${answer}` : conclusions[judgement])
      const programs = hit.programs.length > 0 ? `, ${listed(hit.programs)}` : ''
      const opinion = answer === undefined && judgement === 'undecided' ? await tools.weigh(points) : null
      return [
        {
          ...shown(
            `${hit.screened_name} against ${hit.matched_name} (${typeOf(hit) ?? 'party'}, ${hit.list}${programs}): ${conclusion}. Names: ${hit.match.explanation}. ${pointsText(points)}`,
            [hit],
          ),
          isVerdict: true,
        },
        ...(opinion === null ? [] : [{ ...shown(opinion, [hit]), isVerdict: true }]),
      ]
    }),
  )
  const dismissed = Object.keys(all).length - weighed.length
  const rest = [
    ...(dismissed > 0 ? [lacking(`${count(dismissed, 'more hit')} dismissed before: not weighed again.`)] : []),
    ...(weighed.length === 0
      ? [
          told(
            `Screened without a hit that stands, against ${listed(screening.lists.map(({ abbr, version }) => `${abbr} (${version})`))}.`,
            [screening],
          ),
        ]
      : []),
  ]
  const decided = weighed.every(({ judgement, answer }) => answer !== undefined || judgement === 'same' || judgement === 'different')
  return {
    drafts: [
      {
        type: 'sanctions',
        title: weighed.length === 0 ? 'No watchlist hit stands' : `${count(weighed.length, 'watchlist hit')}, weighed`,
        confidence: decided ? 'high' : 'medium',
        statements: [...statements.flat(), ...rest],
      },
    ],
  }
}

export const sanctionsReview: AgentDeclaration = {
  type: 'sanctions_review',
  name: 'Sanctions review',
  description:
    'Weighs each watchlist hit by what can be compared beside the name: the same party or not, and why. Asks a person where that decides nothing.',
  steps: [{ name: 'weigh_hits', label: 'Weighing the hits', type: 'output', work: weighHits }],
}
