// The samples of the documents that no other test runs: commands are taken by their programs, and files of JSON by what reads them.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OptionSpecs } from '../../src/cli/command-help.ts'
import { type Command, type CommandLine, runCommandLine } from '../../src/cli/command-line.ts'
import { policyProblems } from '../../src/commands/policy-problems.ts'
import { PolicyDefinition } from '../../src/events/policy.ts'
import { readFilingSource } from '../../src/evidence/filing/http-filing.ts'
import { readVendors } from '../../src/evidence/products/vendors.ts'
import { printed } from '../cli/printed.ts'
import { filled } from '../filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-samples-'))
test.after(() => rmSync(folder, { recursive: true }))

/** The blocks of JSON in a document, each as a file. */
const jsonIn = (document: string): readonly string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ''], at) => {
    const file = join(folder, `${document.replaceAll('/', '-')}-${at}.json`)
    writeFileSync(file, text)
    return file
  })

test('the policy that is shown is one', () => {
  const files = jsonIn('docs/policies.md')
  for (const file of filled(files)) assert.equal(policyProblems(PolicyDefinition.parse(JSON.parse(readFileSync(file, 'utf8')))), [])
})

test('the vendors that are shown are taken', () => {
  const [products = '', documents = '', filing = '', ...more] = jsonIn('docs/operating/vendors.md')
  const environment = { VENDOR_TOKEN: 'secret' }
  for (const file of [products, documents]) readVendors(file, { environment })
  readFilingSource(filing, environment)
  assert.equal(more, [])
})

type AnyCommand = Command<never, OptionSpecs>
type AnyLine = CommandLine<never, OptionSpecs>

const lineOf = async (program: string): Promise<AnyLine> => {
  const { line, referenceLine } = await import(`../../src/cli/${program}.ts`)
  return line ?? referenceLine({ environment: {} })
}

/** What is wrong with the words; null when the program takes them. Nothing is opened or done. */
const problemOf = async (program: string, words: readonly string[]): Promise<string | null> => {
  const line = await lineOf(program)
  const idle = ({ usage, about, options }: AnyCommand): AnyCommand => ({ usage, about, options, run: async () => undefined })
  const open = async () => ({ close: async () => undefined }) as never
  const { result, err } = await printed(() => runCommandLine({ ...line, open, commands: line.commands.map(idle) }, words))
  return result === 0 ? null : (err[0] ?? '')
}

/** As a shell divides them, up to a pipe or a redirection. What may be left out stands in brackets. */
const wordsOf = (text: string): readonly string[] =>
  [...(text.split(/ [|>&]/)[0] ?? '').replaceAll(/[[\]]/g, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )

/** What a document leaves out where it names a command in a sentence. */
const leftOut = /is missing$|needs a value$|is not a whole command/

for (const document of ['README.md', ...globSync('docs/**/*.md')]) {
  const named = [...readFileSync(document, 'utf8').matchAll(/(?:npm run |node src\/cli\/)([a-z]+)(?: --|\.ts) ([^`\n]+)/g)]
  const commands = named.filter(([, program = '']) => existsSync(`src/cli/${program}.ts`))
  if (commands.length === 0) continue
  test(`the commands of ${document} are taken by their programs`, async () => {
    const problems = []
    for (const [command, program = '', words = ''] of filled(commands)) {
      const problem = await problemOf(program, wordsOf(words))
      if (problem !== null && !leftOut.test(problem)) problems.push([command, problem])
    }
    assert.equal(problems, [])
  })
}

test.run()
