// Determines a company's line of business from its name and its website's text: NAICS codes of 2022 and merchant category codes with
// a score each, and whether the lists of high-risk and prohibited lines cover it.
import { derivedId } from '../../events/derived-id.ts'
import { sourceInOrder } from '../../events/parts.ts'
import { remembered, rememberedOf } from '../matching/remembered.ts'
import { likelyIndustry } from '../matching/thresholds.ts'
import type { IndustryFinding, Source } from '../ports.ts'
import { type Industry, industries } from './industries.ts'
import type { RiskLists } from './risk-lists.ts'
import { sectorOf } from './sectors.ts'

export type IndustryEvidence = {
  readonly names: readonly string[]
  /** Empty if there is no website or it is unreadable. */
  readonly websiteText: string
  /** Classifications from other evidence, such as a registry's own code; the best first. */
  readonly found: readonly IndustryFinding[]
  /** The sources of name and text. */
  readonly sources: readonly Source[]
}

/** How much of a website's text to read. */
const longestText = 100_000
/** The maximum number of NAICS codes to return. */
const most = 3
/** A guess with a lower score is not returned. */
const least = 0.25
/** The weight of a word by its position. */
const nameWeight = 4
const textWeight = 1
/** This many different hits give a score of about 0.63; scores never reach 1. */
const half = 4

/** Empty if nothing indicates the industry. The likeliest first, NAICS before MCC, prohibited lines last. */
export const classifyIndustry = (evidence: IndustryEvidence, lists: RiskLists): readonly IndustryFinding[] => {
  const name = textOf(evidence.names.join(' '))
  const text = textOf(evidence.websiteText.slice(0, longestText))
  const guessed = mentionedIn([name, text])
    .map((industry) => ({ industry, score: scoreOf(industry, name, text) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
  const codes = strongest([
    ...evidence.found,
    ...guessed.map(({ industry, score }) => naicsFinding(industry, score, { name, text, sources: evidence.sources })),
  ])
  const merchants = codes
    .flatMap(merchantFinding)
    .filter(({ mcc_codes: [mcc] }, index, all) => all.findIndex((each) => each.mcc_codes[0] === mcc) === index)
  const rated = [...codes, ...merchants].map((finding) => ({ ...finding, high_risk: finding.high_risk || isHighRisk(finding, lists) }))
  return [...rated, ...prohibited(rated, name, text, lists, evidence.sources)]
}

/** The words of high-risk and prohibited lines that the name or the text contains. */
export const riskyKeywords = (names: readonly string[], websiteText: string, lists: RiskLists): readonly string[] => {
  const text = textOf(`${names.join(' ')} ${websiteText.slice(0, longestText)}`)
  return [...new Set([...lists.prohibited, ...lists.high_risk].flatMap((line) => line.words.filter((word) => contains(text, word))))]
}

/** Lower case with one space around each word, so that a search with spaces finds whole words. */
const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** `starts`: what a phrase in it begins with, which is one of its words or the singular of one. Most phrases begin with none of them. */
type Text = { readonly spaced: string; readonly starts: ReadonlySet<string> }

const noText: Text = { spaced: words(''), starts: new Set() }

const textOf = (text: string): Text => {
  if (text === '') return noText
  const spaced = words(text)
  const starts = new Set(spaced.trim().split(' '))
  for (const word of [...starts]) if (word.endsWith('s')) starts.add(word.slice(0, -1))
  return { spaced, starts }
}

/** A phrase of the tables with a leading space, ready to search for. Kept, because every business is searched for the same thousands. */
const phraseOf = remembered(20_000, (phrase) => {
  const wanted = words(phrase).trimEnd()
  return { wanted, start: wanted.split(' ')[1] ?? '' }
})

const industriesByStart = Map.groupBy(
  industries.flatMap((industry) => industry.words.map((phrase) => ({ industry, start: phraseOf(phrase).start }))),
  ({ start }) => start,
)

/** The industries of which a phrase may be in the texts, in the order of the table. */
const mentionedIn = (texts: readonly Text[]): readonly Industry[] => {
  if (texts.every((text) => text === noText)) return []
  const mentioned = new Set(
    texts.flatMap(({ starts }) => [...starts].flatMap((start) => (industriesByStart.get(start) ?? []).map(({ industry }) => industry))),
  )
  return mentioned.size === 0 ? [] : industries.filter((industry) => mentioned.has(industry))
}

const contains = ({ spaced, starts }: Text, phrase: string): boolean => {
  const { wanted, start } = phraseOf(phrase)
  return starts.has(start) && (spaced.includes(`${wanted} `) || spaced.includes(`${wanted}s `))
}

const occurrences = ({ spaced, starts }: Text, phrase: string): number => {
  const { wanted, start } = phraseOf(phrase)
  if (!starts.has(start)) return 0
  let count = 0
  for (let at = spaced.indexOf(wanted); at >= 0 && count < 10; at = spaced.indexOf(wanted, at + wanted.length)) {
    const after = spaced.slice(at + wanted.length, at + wanted.length + 2)
    if (after[0] === ' ' || after === 's ') count++
  }
  return count
}

/** Longer phrases count more than single words. A word counts at most four times. */
const scoreOf = ({ words: tellers }: Industry, name: Text, text: Text): number => {
  const weight = tellers.reduce((sum, teller) => {
    const telling = teller.includes(' ') ? 1.5 : 1
    const inName = contains(name, teller) ? nameWeight : 0
    return sum + telling * (inName + textWeight * Math.log2(1 + occurrences(text, teller)))
  }, 0)
  return Math.round((1 - Math.exp(-weight / half)) * 100) / 100
}

/** One finding per code, the likeliest; sorted with the likeliest first. */
const strongest = (findings: readonly IndustryFinding[]): readonly IndustryFinding[] => {
  const byScore = findings.toSorted((a, b) => b.score - a.score)
  const codeOf = ({ classification_system: system, naics_codes, mcc_codes }: IndustryFinding) =>
    system === 'MCC' ? `MCC ${mcc_codes[0]}` : `NAICS ${naics_codes[0]}`
  return byScore.filter((each, index) => byScore.findIndex((other) => codeOf(other) === codeOf(each)) === index)
}

type Texts = { readonly name: Text; readonly text: Text; readonly sources: readonly Source[] }

const drawnFrom = (tellers: readonly string[], { name, text }: Texts): NonNullable<IndustryFinding['drawn_from']> => {
  const [inName, inText] = [name, text].map((each) => tellers.some((teller) => contains(each, teller)))
  return inName && inText ? 'the name and the website' : inText ? 'the website' : 'the name'
}

const naicsFinding = ({ naics, title, mcc, words: tellers }: Industry, score: number, texts: Texts): IndustryFinding => ({
  classification_system: 'NAICS',
  name: title,
  sector: sectorOf(naics),
  category: title,
  score,
  high_risk: false,
  naics_codes: [naics],
  sic_codes: [],
  mcc_codes: [mcc],
  prohibited_labels: [],
  drawn_from: drawnFrom(tellers, texts),
  sources: [listed('naics', naics), ...texts.sources],
})

const industryOf: ReadonlyMap<string, Industry> = new Map(industries.map((industry) => [industry.naics, industry]))

/** The merchant category of a NAICS code in the table; it gets the same score. */
const merchantFinding = ({
  classification_system,
  naics_codes,
  score,
  drawn_from,
  sources,
}: IndustryFinding): readonly IndustryFinding[] => {
  const industry = classification_system === 'NAICS' ? industryOf.get(naics_codes[0] ?? '') : undefined
  if (!industry) return []
  const { naics, mcc, merchants } = industry
  return [
    {
      classification_system: 'MCC',
      name: merchants,
      sector: sectorOf(naics),
      category: merchants,
      score,
      high_risk: false,
      naics_codes: [naics],
      sic_codes: [],
      mcc_codes: [mcc],
      prohibited_labels: [],
      ...(drawn_from === undefined ? {} : { drawn_from }),
      sources,
    },
  ]
}

const namespace = '1f6e4a0c-8a4b-5f0e-a3c1-7d5f2b9c6e44'

/** The table or list behind a finding, beside the sources of name and text. */
const listed = (data_set: string, row: string): Source => {
  const metadata = { data_set, version: data_set === 'naics' ? '2022' : 'configured', row }
  return sourceInOrder({ id: derivedId(JSON.stringify([data_set, metadata]), namespace), type: data_set, metadata })
}

const concerns = (line: RiskLists['high_risk'][number], { naics_codes, mcc_codes }: IndustryFinding): boolean =>
  line.naics.some((prefix) => naics_codes.some((code) => code.startsWith(prefix))) || line.mcc.some((code) => mcc_codes.includes(code))

const isHighRisk = (finding: IndustryFinding, lists: RiskLists): boolean => lists.high_risk.some((line) => concerns(line, finding))

/** What the words of a line begin with. */
const startsOf = rememberedOf(
  ({ words: tellers }: RiskLists['high_risk'][number]): ReadonlySet<string> => new Set(tellers.map((word) => phraseOf(word).start)),
)

/** A line is high-risk or prohibited, whatever the codes say, if its words occur once in the name or twice in the text. */
const prohibited = (
  rated: readonly IndustryFinding[],
  name: Text,
  text: Text,
  lists: RiskLists,
  sources: readonly Source[],
): readonly IndustryFinding[] => {
  const starts = name.starts.union(text.starts)
  const mentioned = (line: RiskLists['high_risk'][number]) =>
    !startsOf(line).isDisjointFrom(starts) &&
    (line.words.some((word) => contains(name, word)) || line.words.reduce((sum, word) => sum + occurrences(text, word), 0) >= 2)
  const suggestedBy = (risk: RiskLists['high_risk'][number]): Pick<IndustryFinding, 'drawn_from'> => {
    const concerned = rated.filter((finding) => concerns(risk, finding))
    if (concerned.some(({ drawn_from }) => drawn_from === undefined)) return {}
    return { drawn_from: concerned[0]?.drawn_from ?? drawnFrom(risk.words, { name, text, sources }) }
  }
  const line = (risk: RiskLists['high_risk'][number], prohibitedLabels: readonly string[]): IndustryFinding => ({
    classification_system: 'Prohibited',
    name: risk.label,
    sector: null,
    category: risk.label,
    score: 1,
    high_risk: true,
    naics_codes: [],
    sic_codes: [],
    mcc_codes: [],
    prohibited_labels: prohibitedLabels,
    ...suggestedBy(risk),
    sources: [listed('risk_lists', risk.label), ...sources],
  })
  const forbidden = lists.prohibited.filter((each) => mentioned(each) || rated.some((finding) => concerns(each, finding)))
  const risky = lists.high_risk.filter(
    (each) => mentioned(each) && !rated.some((finding) => finding.high_risk && finding.score >= likelyIndustry && concerns(each, finding)),
  )
  return [...forbidden.map((each) => line(each, [each.label])), ...risky.map((each) => line(each, []))]
}
