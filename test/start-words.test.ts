import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerToWords } from '../src/start-words.ts'
import { filled } from './filled.ts'

const settings = () => ['PORT', 'MASTER_KEY', 'LOG_LEVEL']
const told = (...words: readonly string[]) => answerToWords(words, settings)?.text

test('no words are no problem', () => assert.is(answerToWords([], settings), undefined))

test('an option is told as the setting that is named like it, and its value is not told back', () => {
  assert.match(told('--log-level', 'debug') ?? '', /given "--log-level": .* LOG_LEVEL=VALUE npm start$/m)
  assert.match(told('--log-levle=debug', 'x') ?? '', 'PORT=4000 npm start', 'two letters differ')
  assert.match(told('--masterkey=abc') ?? '', /given "--masterkey": .* MASTER_KEY=VALUE npm start$/m)
  assert.not.match(told('--masterkey=abc') ?? '', 'abc')
  assert.match(told('4000') ?? '', /given "4000": .* PORT=4000 npm start$/m)
})

test('help is shown wherever it is asked for, and names settings that there are', () => {
  const { text, exit } = answerToWords(['--port', '1', '-h'], settings) ?? { text: '', exit: 2 }
  assert.is(exit, 0)
  const described = readFileSync('docs/operating/settings.md', 'utf8')
  const names = [...text.matchAll(/\b[A-Z]+_[A-Z]+\b/g)].map(([name]) => name)
  assert.equal(
    filled(names).filter((name) => !described.includes(`\`${name}\``)),
    [],
  )
})

test.run()
