// Measures how fast names are completed, letter by letter, among a million invented companies.
//   ENTITIES=1000000 npm run bench -- autocomplete
// Some prefixes contain a typing error. Goes through the thread that the service uses. Prints percentiles, and how often the intended company
// is among the ten answers once most of its name has been typed.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entity } from '../src/evidence/reference/entities.ts'
import { dataSetOf } from '../src/evidence/reference/kinds.ts'
import { NewReferenceFile } from '../src/evidence/reference/reference-file.ts'
import { openReferenceThread } from '../src/evidence/reference/thread.ts'

const entities = Number(process.env.ENTITIES ?? 1_000_000)
const typists = Number(process.env.TYPISTS ?? 400)

const random = randomFrom(7)
const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)] as Each
/** The first ones are the most frequent, as with words in real names. */
const frequent = <Each>(all: readonly Each[]): Each => all[Math.floor(all.length * random() ** 3)] as Each

const syllables =
  'ba be bo ca ce co da de do fa fe fi ga go ha he ho ja jo ka ke la le li lo ma me mi mo na ne no pa pe pi ra re ri ro sa se so ta te ti to va ve vi wa wi za'.split(
    ' ',
  )
const endings = ['n', 'r', 's', 'l', 'm', 'th', 'ck', 'ston', 'ville', 'berg', 'ford', 'field', '']
const trades =
  'services consulting construction group holdings properties enterprises management solutions investments realty transport logistics electric plumbing landscaping cleaning design studio farms foods market restaurant cafe bakery salon fitness dental medical care health home auto repair towing roofing painting flooring systems technologies software media marketing capital partners ventures associates brothers family pacific northwest american national first united global coastal mountain river valley lake city green blue golden silver eagle star sun'.split(
    ' ',
  )
const invented = Array.from(
  { length: 150_000 },
  () => `${pick(syllables)}${pick(syllables)}${random() < 0.6 ? pick(syllables) : ''}${pick(endings)}`,
)

const nameOf = (): string => {
  const words = [random() < 0.85 ? frequent(invented) : frequent(trades)]
  while (words.length < 4 && random() < 0.75) words.push(random() < 0.75 ? frequent(trades) : frequent(invented))
  return `${words.join(' ')} ${pick(['LLC', 'INC', 'CORP', 'LP', 'LLC'])}`.toUpperCase()
}

/** FOLDER keeps the companies for another run. */
const kept = process.env.FOLDER
const folder = kept ?? mkdtempSync(join(tmpdir(), 'probity-bench-'))
try {
  const began = performance.now()
  const names = build(kept !== undefined && existsSync(join(kept, 'current.json')))
  console.log(`${entities} companies made in ${Math.round((performance.now() - began) / 1000)} s`)
  await measure(names)
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true })
}

function build(isThere: boolean): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const file = isThere ? null : new NewReferenceFile(join(folder, 'bench.sqlite'), dataSetOf('or_sos'))
  const names: string[] = []
  for (let number = 1; number <= entities; number++) {
    const name = nameOf()
    if (number % 50 === 0) names.push(name)
    const address = { address_line1: `${number % 9000} Main St`, address_line2: null, city: 'Salem', state: 'OR', postal_code: '97301' }
    file?.records.put(
      String(number),
      entity({
        state: 'OR',
        file_number: String(number),
        name,
        entity_type: name.endsWith('LLC') ? 'DOMESTIC LIMITED LIABILITY COMPANY' : 'DOMESTIC BUSINESS CORPORATION',
        jurisdiction: 'DOMESTIC',
        status: 'active',
        registration_date: '2011-01-01',
        addresses: [{ ...address, full_address: `${address.address_line1}, Salem, OR 97301`, labels: ['principal'] }],
      }),
    )
  }
  const facts = {
    kind: 'or_sos',
    version: 'bench',
    as_of: null,
    coverage: 'all' as const,
    sha256: '',
    imported_at: new Date().toISOString(),
    rows: entities,
    kept: entities,
    rejected: 0,
  }
  file?.finish({ ...facts, records: entities })
  const current = { version: 'bench', sha256: '', imported_at: facts.imported_at, file: 'bench.sqlite', previous: null }
  writeFileSync(join(folder, 'current.json'), JSON.stringify({ kinds: { or_sos: current } }))
  return names
}

async function measure(names: readonly string[]): Promise<void> {
  const reference = openReferenceThread({ folder })
  const first = performance.now()
  await reference.autocomplete({ name: 'warm' })
  console.log(`the first answer, which reads the vocabulary: ${Math.round(performance.now() - first)} ms`)
  const kinds: { readonly [kind: string]: (typed: string) => string } = {
    'as it is': (typed) => typed,
    'one typing error': misspelt,
    'without the first word': (typed) => typed.split(' ').slice(1).join(' '),
  }
  const rows = []
  for (const [kind, alter] of Object.entries(kinds)) {
    const times: number[] = []
    /** Processor time of all threads, which stays the same on a busy machine. */
    const busy: number[] = []
    let met = 0
    let asked = 0
    for (let typist = 0; typist < typists; typist++) {
      const name = pick(names)
      const altered = alter(name.toLowerCase())
      if (altered.length < 4) continue
      let answer: Awaited<ReturnType<typeof reference.autocomplete>> = []
      // Every other letter, until two letters before the legal form are missing.
      const most = Math.max(4, altered.lastIndexOf(' ') - 2)
      for (let length = 3; length <= most; length += 2) {
        const before = performance.now()
        const cpu = process.cpuUsage()
        answer = await reference.autocomplete({ name: altered.slice(0, length) })
        times.push(performance.now() - before)
        const { user, system } = process.cpuUsage(cpu)
        busy.push((user + system) / 1000)
      }
      asked++
      if (answer.some(({ names: [own] }) => own?.name === name)) met++
    }
    const at = (share: number, all = times) => {
      const ordered = all.toSorted((a, b) => a - b)
      return `${(ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0).toFixed(1)} ms`
    }
    rows.push({
      kind,
      questions: times.length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      'p99 of the processor': at(0.99, busy),
      slowest: at(1),
      'among the ten': `${Math.round((met / asked) * 100)} %`,
    })
  }
  console.table(rows)
  await reference.close()
}

function misspelt(name: string): string {
  const at = 2 + Math.floor(random() * Math.max(1, name.indexOf(' ') - 3))
  return random() < 0.5 ? name.slice(0, at) + name.slice(at + 1) : name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
