// The words of two names as a reviewer sees them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { markWords } from '../../../src/evidence/matching/word-marks.ts'

const marks = (first: string, second: string) => {
  const marked = markWords(first, second)
  return [marked.first, marked.second].map((words) => words.map(({ text, mark }) => `${text}:${mark}`).join(' '))
}

const cases: readonly (readonly [what: string, first: string, second: string, expected: readonly [string, string]])[] = [
  ['the same words in another order', 'Ann Doe', 'DOE, Ann', ['Ann:same Doe:same', 'DOE,:same Ann:same']],
  [
    'a typing error, and a word that one name has alone',
    'Ironwod Trading',
    'IRONWOOD TRADING HOUSE',
    ['Ironwod:similar Trading:same', 'IRONWOOD:similar TRADING:same HOUSE:alone'],
  ],
  ['other words', 'Acme Widgets', 'ZENDA WORKS', ['Acme:alone Widgets:alone', 'ZENDA:alone WORKS:alone']],
  ['a short word that differs by one letter is another word', 'Abc', 'ABD', ['Abc:alone', 'ABD:alone']],
  ['words run together', 'Kwang il Bank', 'KWANGIL BANK', ['Kwang:similar il:similar Bank:same', 'KWANGIL:similar BANK:same']],
  ['a word cut in two', 'Kwangil', 'KWANG IL', ['Kwangil:similar', 'KWANG:similar IL:similar']],
  ['another script', 'Владимир Петров', 'PETROV, Vladimir', ['Владимир:same Петров:same', 'PETROV,:same Vladimir:same']],
  ['a script without short vowels', 'بشار', 'BASHAR', ['بشار:similar', 'BASHAR:similar']],
  ['an initial', 'J Smith', 'SMITH, John', ['J:similar Smith:same', 'SMITH,:same John:similar']],
  ['accents', 'Café Noir', 'CAFE NOIR', ['Café:same Noir:same', 'CAFE:same NOIR:same']],
  ['a name without words', ' ', 'ANN', ['', 'ANN:alone']],
]

for (const [what, first, second, expected] of cases) test(`${what} is marked`, () => assert.equal(marks(first, second), expected))

test.run()
