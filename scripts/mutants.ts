// Plants small faults in source files, one at a time, and prints those that no test notices (mutation testing).
//   npm run mutants -- PLACE... [--sample N [--seed S]] [--tests WORD,...] [--journeys] [--texts]
import { existsSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, faultsIn, type Place } from './mutants/faults.ts'
import { planted } from './mutants/planted.ts'
import { sampleOf } from './mutants/sample.ts'
import { isJourney, testsOf } from './mutants/tests.ts'

const help = `npm run mutants -- PLACE... [--sample N [--seed S]] [--tests WORD,...] [--journeys] [--texts]

Plants small faults, one at a time (a condition turned round, a guard dropped, a boundary moved), runs the tests that
execute the spot, and prints each fault that neither they nor the type check noticed. A place is a file, FILE:LINE,
FILE:LINE-LINE or a folder.

  --sample N        only N of the faults, chosen by chance; each has the same chance
  --seed S          the same number chooses the same faults again (1 without it)
  --tests WORD,...  only the test files whose path contains one of the words
  --journeys        for what is left, also the tests that start the whole service: many times slower
  --texts           also faults in texts and in objects, which are left out as a rule

  npm run mutants -- src/processes/lien-filing.ts
  npm run mutants -- src/evidence/matching/people.ts:90-120 --tests matching/people
  npm run mutants -- src/processes --sample 30 --seed 7`

const fail = (message: string): never => {
  console.error(`${message}\n\n${help}`)
  process.exit(2)
}

const readWords = () => {
  try {
    const options = {
      help: { type: 'boolean' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string' },
      journeys: { type: 'boolean' },
      texts: { type: 'boolean' },
    } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail((error as Error).message)
  }
}

const placeOf = (word: string): Place => {
  const [, path = '', first, last = first] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(word) ?? []
  const place = relative('.', path)
  if (!existsSync(place)) fail(`there is no file or folder ${place}`)
  const isFolder = statSync(place).isDirectory()
  if (isFolder && first !== undefined) fail(`${place} is a folder and has no lines`)
  return { path: place, isFolder, lines: first === undefined ? [1, Number.POSITIVE_INFINITY] : [Number(first), Number(last)] }
}

const { values, positionals } = readWords()
if (values.help) {
  console.log(help)
  process.exit(0)
}
if (positionals.length === 0) fail('name at least one file or folder')
for (const name of ['sample', 'seed'] as const)
  if (!/^[1-9]\d{0,8}$/.test(values[name] ?? '1')) fail(`--${name} is a whole number from 1 to 999999999`)

const all = await faultsIn(positionals.map(placeOf), values.texts === true)
if (all.faults.length === 0) fail('there is nothing to plant a fault in')
const chosen = values.sample === undefined ? all.faults : sampleOf(all.faults, Number(values.sample), Number(values.seed))
const files = new Set(chosen.map(({ file }) => file))
const tests = testsOf(files, values.tests?.split(',') ?? [''])
const bySpeed = Map.groupBy(tests, isJourney)
const [quick, journeys] = [bySpeed.get(false) ?? [], bySpeed.get(true) ?? []]
const rounds = values.tests ? [tests] : values.journeys ? [quick, journeys] : [quick]
if (rounds.every(({ length }) => length === 0))
  fail('no test imports the places without the whole service: add --journeys, or name tests with --tests')
console.log(
  values.sample === undefined
    ? `${chosen.length} faults in ${files.size} files`
    : `${chosen.length} of ${all.faults.length} faults, chosen with --seed ${values.seed}, in ${files.size} files`,
)

const placeOfFault = ({ file, line, column, kind }: Fault): string => `${file}:${line}:${column} ${kind}`
const described = (fault: Fault): string =>
  `${placeOfFault(fault)}\n${fault.before.replace(/^/gm, '  - ')}\n${fault.after.replace(/^/gm, '  + ')}`

const garden = planted(all.sources.filter(({ name }) => files.has(name)))
let left: readonly { readonly fault: Fault; readonly runs: number }[] = chosen.map((fault) => ({ fault, runs: 0 }))
for (const round of rounds) {
  if (round.length === 0 || left.length === 0) continue
  const isLast = round === rounds.findLast(({ length }) => length > 0)
  left = await garden.unnoticed(left, round, ({ fault, runs, noticedBy }) => {
    if (noticedBy) console.log(`noticed      ${placeOfFault(fault)} by ${noticedBy}`)
    else if (isLast) console.log(`${runs === 0 ? 'not executed' : 'NOT NOTICED '} ${placeOfFault(fault)}`)
  })
}
const untested = left
left = []
for (const each of untested) {
  if (await garden.isWellTyped(each.fault)) left = [...left, each]
  else console.log(`noticed      ${placeOfFault(each.fault)} by the type check`)
}
garden.remove()

const sorted = left.toSorted((one, other) => one.fault.id - other.fault.id)
for (const { fault, runs } of sorted)
  console.log(
    `\nNot noticed by ${runs === 0 ? 'any test: none executes it' : runs === 1 ? 'the test file that executes it' : `any of the ${runs} test files that execute it`}\n${described(fault)}`,
  )
const noticed = chosen.length - left.length
const byTypes = untested.length - left.length
const unexecuted = left.filter(({ runs }) => runs === 0).length
console.log(
  `\n${noticed} of ${chosen.length} faults noticed (${((100 * noticed) / chosen.length).toFixed(1)} %), ${byTypes} of them by the type check alone, ${left.length - unexecuted} not noticed, ${unexecuted} not executed by any test that ran`,
)
process.exit(left.length === 0 ? 0 : 1)
