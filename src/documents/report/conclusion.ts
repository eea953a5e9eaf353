// The conclusion of a report: who decided what and why, the verdict that the findings give, and what was submitted beside what was found.
import { agreementText, type Compared } from '../../interface/comparison.ts'
import { reasonText } from '../../interface/decision-words.ts'
import type { Conclusion } from '../../interface/resources/report.ts'
import { type Judged, type VerdictNumber, verdictNumbers, verdictOf } from '../../interface/verdict.ts'
import type { Colour } from './canvas.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

const decisionColours = { approved: 'success', rejected: 'failure', in_review: 'warning' } as const

type About = {
  readonly tasks: readonly Judged[] | null
  /** Watchlist hits that nobody dismissed. */
  readonly hits: number
  /** Writes a time as the report does. */
  readonly moment: (iso: string) => string | null
}

export const decided = (sheet: Sheet, { decision, isErased, decider, policy, decisions }: Conclusion, { tasks, hits, moment }: About) => {
  sheet.section('Decision')
  if (!decision) sheet.paragraph(isErased ? 'Not decided: the personal data was erased before.' : 'Not decided yet.', { colour: 'faint' })
  else {
    sheet.pills([{ text: words(decision.status), colour: decisionColours[decision.status] }])
    const [latest] = decisions
    sheet.facts([
      ['Decided by', decider],
      ['Time', moment(decision.at)],
      ['Reason', reasonText(decision.reason) || null],
      ['Stated reasons', (latest && statedIn(latest)) || null],
      ['Note', decision.note],
      ['Policy and rule', policy],
      ['Override', (latest && overrideIn(latest)) || null],
    ])
    if (decisions.length > 1)
      sheet.table({
        columns: [
          { title: 'Every decision', share: 0.18 },
          { title: 'When', share: 0.2 },
          { title: 'By', share: 0.2 },
          { title: 'Reason and note', share: 0.42 },
        ],
        rows: decisions.map((each) => [
          { text: words(each.status), weight: 'bold' },
          moment(each.at) ?? '',
          each.by,
          [overrideIn(each), each.reason, statedIn(each), each.note].filter(Boolean).join('\n'),
        ]),
      })
  }
  const verdict = verdictOf(tasks, { isErased })
  sheet.section('Verdict of the findings')
  sheet.paragraph(verdict.line, { size: 11, weight: 'bold' })
  sheet.pills(verdictNumbers(verdict, hits).map(({ kind, text }) => ({ text, colour: numberColours[kind] })))
}

const numberColours: { readonly [Each in VerdictNumber['kind']]: Colour } = {
  bad: 'failure',
  warn: 'warning',
  plain: 'neutral',
  good: 'success',
}

type Decided = Conclusion['decisions'][number]

const overrideIn = ({ passedOver, overridden }: Decided): string =>
  passedOver > 0
    ? `Approved despite ${passedOver} watchlist ${passedOver === 1 ? 'hit' : 'hits'}${overridden.length > 0 ? `: ${overridden.join('; ')}` : ''}`
    : ''

/** One line for each reason. */
const statedIn = ({ reasons }: Decided): string =>
  reasons.map(({ text, findings }, index) => `${index + 1}. ${text}${findings.length > 0 ? ` (${findings.join('; ')})` : ''}`).join('\n')

const agreements: { readonly [Each in Compared['agreement']]: { readonly sign: string; readonly colour: Colour } } = {
  same: { sign: '✔', colour: 'success' },
  similar: { sign: '▲', colour: 'warning' },
  differs: { sign: '✘', colour: 'failure' },
  unknown: { sign: '●', colour: 'neutral' },
}

export const compared = (sheet: Sheet, { compared: rows }: Conclusion, business: Parameters<typeof agreementText>[1]) => {
  if (rows.length === 0) return
  sheet.section('Submitted and found')
  sheet.table({
    columns: [
      { title: 'Field', share: 0.15 },
      { title: 'Submitted', share: 0.31 },
      { title: 'Found', share: 0.37 },
      { title: 'Result', share: 0.17 },
    ],
    rows: rows.map(({ field, submitted, found, explanation, agreement }) => {
      const { sign, colour } = agreements[agreement]
      return [
        { text: field, weight: 'bold' },
        submitted,
        [found, explanation].filter(Boolean).join('\n'),
        { text: `${sign} ${agreementText(agreement, business)}`, colour, weight: 'bold' },
      ]
    }),
  })
}

export const sourceDates = (sheet: Sheet, { sources }: Conclusion) => {
  if (sources.length === 0) return
  sheet.section('Sources with their dates')
  sheet.table({
    columns: [
      { title: 'Source', share: 0.45 },
      { title: 'Version', share: 0.2 },
      { title: 'As of', share: 0.15 },
      { title: 'Age', share: 0.2 },
    ],
    rows: sources.map(({ name, version, asOf, loadedOn, age, isOld, isSandbox }) => [
      { text: name, weight: 'bold' },
      version ?? '',
      asOf ?? (loadedOn ? `undated, loaded on ${loadedOn}` : isSandbox ? 'made up' : 'not known'),
      { text: age === null ? '' : `${age}${isOld ? ', old' : ''}`, colour: isOld ? 'warning' : 'ink' },
    ]),
  })
}
