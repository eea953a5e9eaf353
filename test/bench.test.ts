// The list of measuring programs: each says what it measures in a sentence, and a wrong name or option is told.
import { execFile } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('npm run bench')

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

const bench = (...words: readonly string[]): Promise<Ran> =>
  new Promise((resolve) =>
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/bench.ts', ...words], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    ),
  )

test('the help lists each program with a whole sentence, with and without --help', async () => {
  const { code, stdout } = await bench('--help')
  assert.is(code, 0)
  const programs = stdout.split('\n').filter((line) => line.startsWith('  '))
  assert.ok(programs.length > 15)
  for (const line of programs) assert.match(line, /^ {2}[a-z-]+ +(Measures|Sends|Counts|Creates) .+\.$/)
  assert.is((await bench()).stdout, stdout)
})

test('an unknown program is told with the one that was probably meant', async () => {
  assert.equal(await bench('limti'), {
    code: 2,
    stdout: '',
    stderr: 'bench: there is no program "limti": did you mean "limit"?\nnpm run bench -- --help lists the programs\n',
  })
  assert.match((await bench('nothing')).stderr, /^bench: there is no program "nothing"\n/)
})

test('the help of a program tells its options, and a wrong one is told without a stack', async () => {
  assert.match((await bench('soak', '--help')).stdout, /npm run bench -- soak \[--minutes 60\]/)
  const { code, stderr } = await bench('soak', '--minuts', '1')
  assert.is(code, 2)
  assert.match(stderr, /^bench: there is no option --minuts: did you mean "--minutes"\?\nnpm run bench -- NAME --help/)
})

test.run()
