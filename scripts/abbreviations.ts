// Finds what stands in many documents of a collection, for the words with which the embedded store writes them shorter (docs/decisions/0021-*.md), and
// writes it to src/projections/abbreviations. New words need a new version of their collection. The documents should have many names and places.
//   node_modules/node/bin/node scripts/abbreviations.ts DATA_FOLDER COLLECTION...
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { projections } from '../src/projections/all.ts'
import type { Abbreviations, CollectionSpec } from '../src/stores/document-store.ts'
import { openAbbreviating } from '../src/stores/embedded/abbreviations.ts'
import { layoutOf, membersOfSchema } from '../src/stores/embedded/layout.ts'
import { inRows } from '../src/stores/embedded/rows.ts'
import { tableOf } from '../src/stores/embedded/tables.ts'

/** The most words of a member, and of lists of sources. Each costs the views a step. */
const mostWords = 90
const mostOfSources = 30
/** How often a word is in a document on average: a longer one may be rarer than a short one that spares more. */
const leastOften = [0.3, 1.5, 3, 6]
/** How many characters a word spares in a document on average. */
const leastSpared = 4
const documentsRead = 40
/** Words are looked for in one of so many stretches of text at a time. */
const lookedAt = 20

/** Ids and times, which begin alike in documents that were made together. */
const ofOneDocument = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g
const gap = '\0'
/** A gap, or a code. */
const anyControl = /\p{Cc}/u

const [folder, ...chosen] = process.argv.slice(2)
if (!folder || chosen.length === 0) {
  console.error('usage: node scripts/abbreviations.ts DATA_FOLDER COLLECTION...')
  process.exit(2)
}
const database = new DatabaseSync(join(folder, 'read-models.sqlite'), { readOnly: true })

for (const { spec } of projections) {
  if (!spec.abbreviations || !chosen.includes(spec.name)) continue
  const found = wordsOf(spec, spec.abbreviations)
  writeFileSync(join('src/projections/abbreviations', `${spec.name}.json`), `${JSON.stringify(found, null, 2)}\n`)
  const counts = Object.entries(found.words).map(([member, words]) => `${member} ${words.length}`)
  console.log(`${spec.name}: ${counts.join(', ')}, sources ${found.sources?.length ?? 0}`)
}

function wordsOf(spec: CollectionSpec, { words, sources, own = [] }: Abbreviations): Abbreviations {
  const { documentIn, partsOf, selected } = layoutOf(spec)
  const rows = inRows(database.prepare(`select ${selected} from ${tableOf(spec)} where document is not null`)).all()
  const step = Math.max(1, Math.floor(rows.length / documentsRead))
  const parts = rows.filter((_, n) => n % step === 0).map((row) => partsOf(documentIn(row)))
  const { members } = membersOfSchema(spec, { words })
  const { shortened } = openAbbreviating({ words: Object.fromEntries(members.map((member) => [member, []])), own })
  const texts = parts.map((each) => shortened(each.members, each.own))
  const ofMember = (n: number) => texts.flatMap(({ texts: short }) => short[n] ?? [])
  return {
    ...(own.length > 0 && { own }),
    ...(sources && {
      sources: frequent(
        texts.flatMap(({ lists }) => lists),
        mostOfSources,
      ),
    }),
    words: Object.fromEntries(Object.keys(words).map((member) => [member, frequent(ofMember(members.indexOf(member)), mostWords)])),
  }
}

/** The words that spare most, one after the other: each is looked for in what those before it have left. */
function frequent(texts: readonly string[], most: number): readonly string[] {
  const words: string[] = []
  let left = texts.map((text) => text.replace(ofOneDocument, gap)).join(gap)
  for (let turn = 0, inVain = 0; words.length < most && inVain < lookedAt; turn++) {
    const some = left.split(anyControl).filter((_, n) => n % lookedAt === turn % lookedAt)
    const often = leastOften.map((share) => share * texts.length)
    const candidates = new Set(
      some.flatMap((stretch) => often.flatMap((least) => sharedRuns(stretch, (word) => occurs(word, left, least)))),
    )
    const gains = [...candidates].map((word) => ({ word, gain: (left.split(word).length - 1) * (word.length - 2) }))
    const best = gains.reduce((one, other) => (other.gain > one.gain ? other : one), { word: '', gain: 0 })
    inVain = best.gain < leastSpared * texts.length ? inVain + 1 : 0
    if (inVain > 0) continue
    words.push(best.word)
    left = left.replaceAll(best.word, gap)
  }
  return words
}

/** Whether the word is in the text as often. */
function occurs(word: string, text: string, least: number): boolean {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) if (++count >= least) return true
  return false
}

/** From left to right, the longest runs of tokens that are shared. */
function sharedRuns(stretch: string, shared: (word: string) => boolean): readonly string[] {
  const runs: string[] = []
  const tokens = stretch.match(/[A-Za-z_]+|[^A-Za-z_]/g) ?? []
  for (let from = 0; from < tokens.length; ) {
    let [holds, fails] = [0, tokens.length - from + 1]
    while (fails - holds > 1) {
      const count = (holds + fails) >> 1
      if (shared(tokens.slice(from, from + count).join(''))) holds = count
      else fails = count
    }
    if (holds > 0) runs.push(tokens.slice(from, from + holds).join(''))
    from += Math.max(holds, 1)
  }
  return runs
}
