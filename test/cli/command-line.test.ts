// Every command line of the operator asks, refuses and helps in the same way.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CommandLine, json, runCommandLine } from '../../src/cli/command-line.ts'
import { OperatorError } from '../../src/cli/connection.ts'
import { progress } from '../../src/cli/progress.ts'
import { runCommand } from './command.ts'
import { printed } from './printed.ts'

const test = suite('command lines')

let asked: unknown[] = []
let closed = 0
const options = {
  json,
  type: { type: 'string', multiple: true, value: 'TYPE', about: 'only this type' },
  list: { type: 'string', value: 'FILE', about: 'a list to compare with' },
} as const
const line: CommandLine<{ readonly answer: number }, typeof options> = {
  name: 'toy',
  about: 'Plays.',
  notes: [
    { text: 'A name is one word.', of: ['NAME'] },
    { text: 'Types are a and b.', of: ['--type'] },
    { text: 'Files are kept.', of: ['FILE'] },
    { text: 'check changes nothing.' },
  ],
  options,
  open: async () => ({ answer: 42, close: async () => void closed++ }),
  commands: [
    { usage: 'keys', about: 'lists keys', options: ['json'], run: async (_, __, given) => void asked.push(['keys', given]) },
    {
      usage: 'keys create NAME [NOTE]',
      options: ['json', 'type', 'list'],
      about: 'makes a key',
      examples: ['keys create "the website"'],
      run: async ({ answer }, args, given) => void asked.push([answer, args, given]),
    },
    { usage: 'say WORD...', options: [], about: 'says words', run: async (_, words) => void asked.push(words) },
    {
      usage: 'load FILE...',
      options: ['json', 'type', 'list'],
      reads: ['FILE', '--list'],
      about: 'loads files',
      run: async (_, files) => void asked.push(files),
    },
    { usage: 'shade begin NAME', options: [], about: 'begins a shade', run: async () => undefined },
    { usage: 'shade end', options: [], about: 'ends it', run: async () => undefined },
    { usage: 'check', options: [], about: 'checks', run: async () => 1 },
    {
      usage: 'refuse',
      options: [],
      about: 'refuses',
      run: async () => {
        throw new OperatorError('first\nsecond')
      },
    },
    { usage: 'read FILE', options: [], about: 'reads', run: async (_, [file = '']) => void readFileSync(file) },
    {
      usage: 'break',
      options: [],
      about: 'breaks',
      run: async () => {
        throw new TypeError('ours')
      },
    },
  ],
}

const run = async (...words: readonly string[]) => {
  asked = []
  closed = 0
  const { result: exit, out, err } = await printed(() => runCommandLine(line, words))
  return { exit, out, err, asked, closed }
}

test('the command with the most words is meant, with its arguments and options, and what it works with is closed', async () => {
  const created = await run('keys', 'create', 'one', '--type', 'a', '--type', 'b')
  assert.equal([created.exit, created.asked, created.closed], [0, [[42, ['one'], { type: ['a', 'b'] }]], 1])
  assert.equal((await run('keys', '--json')).asked, [['keys', { json: true }]])
  assert.equal((await run('say', 'one', 'two', 'three')).asked, [['one', 'two', 'three']])
  assert.equal((await run('load', 'package.json', '--list', 'README.md')).asked, [['package.json']])
})

test('an option that takes one value is refused when it is given twice', async () => {
  const { exit, err, asked } = await run('keys', 'create', 'web', '--list', 'a', '--list', 'a')
  assert.equal([exit, err[0], asked], [2, 'toy: --list is given twice, and takes one value', []])
})

test('a folder in place of a file is named with its argument', async () => {
  for (const [words, name] of [
    [['load', 'src'], 'FILE'],
    [['load', 'package.json', '--list', 'src'], '--list'],
  ] as const) {
    const { exit, err, asked } = await run(...words)
    assert.equal([exit, err[0], asked], [2, `toy: src is a folder, where ${name} needs a file`, []])
  }
})

test('a wrong command line gets one line that names the help, and nothing is opened', async () => {
  for (const [words, message] of [
    [['fly'], 'there is no command "fly"'],
    [['keys', 'create'], 'NAME is missing'],
    [['say'], 'WORD is missing'],
    [['keys', 'create', ''], 'NAME is missing'],
    [['keys', 'create', 'a', 'b', 'c'], '"c" is an extra argument'],
    [['keys', '--type', 'a'], 'keys takes no --type'],
    [['kyes'], 'there is no command "kyes": did you mean "keys"?'],
    [['keys', 'crate', 'a'], '"crate" is an extra argument: did you mean "keys create"?'],
    [['shade'], '"shade" is not a whole command: shade begin, shade end'],
    [['shade', 'middle'], 'there is no command "shade middle"'],
    [['keys', '--colour', 'red'], 'there is no option --colour'],
    [['keys', '--jsno'], 'there is no option --jsno: did you mean "--json"?'],
    [['keys', 'create', 'a', '--type'], '--type needs a value'],
    [['load', 'nowhere.txt'], 'nowhere.txt does not exist'],
    [['load', 'package.json', 'nowhere.txt'], 'nowhere.txt does not exist'],
    [['load', 'package.json', '--list', 'nowhere.txt'], 'nowhere.txt does not exist'],
  ] as const) {
    const { exit, err, closed, asked } = await run(...words)
    assert.equal([exit, err, closed, asked], [2, [`toy: ${message}`, 'npm run toy -- --help shows the commands and options'], 0, []])
  }
})

test('what does not hold or is refused is exit code 1, a refusal in one line, a fault of ours with its stack, an unreadable file 2', async () => {
  assert.equal((await run('check')).exit, 1)
  const refused = await run('refuse')
  assert.equal([refused.exit, refused.err, refused.closed], [1, ['toy: first; second'], 1])
  for (const [file, problem] of [
    ['/nowhere/at/all', 'the folder /nowhere/at does not exist'],
    ['/nowhere-at-all', '/nowhere-at-all does not exist'],
    ['package.json/at/all', 'package.json/at/all is inside something that is not a folder'],
    ['src', 'what was named is a folder, where a file is needed'],
  ] as const)
    assert.equal((await run('read', file)).err[0], `toy: ${problem}`)
  assert.is((await run('read', 'src')).exit, 2)
  const broken = await run('break')
  assert.is(broken.exit, 1)
  assert.match(broken.err.join(), /TypeError: ours\n +at /)
})

test('help of the word that several commands begin with lists those commands', async () => {
  const { exit, out, closed } = await run('shade', '--help')
  assert.equal([exit, closed], [0, 0])
  assert.match(out, /^Usage: npm run toy -- COMMAND \[OPTIONS\]\n {2}shade begin NAME {2}begins a shade\n {2}shade end +ends it\n\n/)
  const own = await run('keys', '--help')
  assert.match(own.out, 'Lists keys.', 'a word that is a command of its own has the help of that command')
})

test('in the image, which has no npm, help names the program as it is run there', async () => {
  const { PROBITY_RUN_AS: runAs } = Object.fromEntries(
    [...readFileSync('Dockerfile', 'utf8').matchAll(/\b(PROBITY_\w+)=(\S+)/g)].map(([, ...pair]) => pair),
  )
  const inImage = { ...process.env, PROBITY_RUN_AS: runAs }
  const [help, wrong] = await Promise.all([runCommand('sandbox', ['--help'], inImage), runCommand('sandbox', ['brnch'], inImage)])
  assert.match(help.stdout, /^Usage: node src\/cli\/sandbox\.ts /m)
  assert.match(wrong.stderr, /^node src\/cli\/sandbox\.ts --help shows /m)
  assert.not.match(help.stdout + wrong.stderr, /npm/)
})

test('help names every command, option, example and exit code; of one command only its own', async () => {
  const { exit, out } = await run('--help')
  assert.is(exit, 0)
  for (const part of ['Plays.', 'keys create NAME [NOTE]  makes a key', '--type TYPE', 'may be repeated', '"the website"', 'Exit codes: 0'])
    assert.ok(out.includes(part), part)
  assert.is((await run()).out, out)
  const { out: own } = await run('keys', '--help')
  assert.equal([own.includes('--json'), own.includes('--type'), own.includes('makes a key')], [true, false, false])
})

test('help of one command has the notes about its words and its options only; that of the program has all', async () => {
  const notesIn = async (...words: readonly string[]) => (await run(...words, '--help')).out.match(/^(A name|Types|Files|check) .*\.$/gm)
  assert.equal(await notesIn('keys', 'create'), ['A name is one word.', 'Types are a and b.', 'Files are kept.'])
  assert.equal(await notesIn('shade', 'begin'), ['A name is one word.'])
  assert.is(await notesIn('check'), null)
  assert.is((await notesIn())?.length, 4)
})

test('progress is a line that is drawn anew on a terminal, with what is left, and nothing for what is quick elsewhere', () => {
  const drawn = (isTTY: boolean) => {
    const written: string[] = []
    const telling = progress('verifying', 'events', { isTTY, write: (text: string) => written.push(text) })
    telling.at(0, 0)
    telling.at(1_000, 0.25)
    telling.end()
    return written
  }
  const [first, ...rest] = drawn(true)
  assert.match(first ?? '', /^\rverifying \[\.{30}\] {3}0 % {2}0 events, 0 a second/)
  assert.is(rest.at(-1), '\r\u001b[K')
  assert.equal(drawn(false), [])
})

test('progress fits the row of a narrow terminal, which cannot be redrawn once it is broken', () => {
  for (const columns of [100, 60, 30, 12]) {
    const written: string[] = []
    const telling = progress('verifying', 'businesses', { isTTY: true, columns, write: (text: string) => written.push(text) })
    telling.at(1_234_567, 0.25)
    const line = written.join('').replace('\r', '').replace('\u001b[K', '')
    assert.ok(line.startsWith('verifying') && line.length < columns, `${columns}: ${line}`)
  }
})

test.run()
