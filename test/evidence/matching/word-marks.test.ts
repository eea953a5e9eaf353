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
  ['a word of four letters that differs by one', 'Abcd', 'ABCE', ['Abcd:similar', 'ABCE:similar']],
  ['a word that differs by two', 'Abcx', 'ABDY', ['Abcx:alone', 'ABDY:alone']],
  ['a short word of the same sound', 'Kim', 'KYM', ['Kim:similar', 'KYM:similar']],
  ['a word of two letters of the same sound', 'Li', 'LEE', ['Li:alone', 'LEE:alone']],
  ['a longer word without short vowels', 'محمد', 'MUHAMMAD', ['محمد:similar', 'MUHAMMAD:similar']],
  ['another word without short vowels', 'محمد', 'KHALID', ['محمد:alone', 'KHALID:alone']],
  ['a short word of two letters', 'Bo', 'BA', ['Bo:alone', 'BA:alone']],
  ['another spelling of the same sound', 'Philip', 'FILIP', ['Philip:similar', 'FILIP:similar']],
  ['an initial on the other side', 'John', 'J.', ['John:similar', 'J.:similar']],
  ['another initial', 'X', 'Y', ['X:alone', 'Y:alone']],
  ['letters without vowels in Latin script', 'Bshr', 'BASHAR', ['Bshr:alone', 'BASHAR:alone']],
  ['one word for two', 'Ann Ann', 'ANN', ['Ann:same Ann:alone', 'ANN:same']],
  ['a sign', 'Smith & Co', 'Smith - Co', ['Smith:same &:alone Co:same', 'Smith:same -:alone Co:same']],
  ['the same sign', 'Smith & Co', 'CO & SMITH', ['Smith:same &:same Co:same', 'CO:same &:same SMITH:same']],
  ['signs and spaces inside', 'Bo-Li.  Wu', 'BOLI WU', ['Bo-Li.:same Wu:same', 'BOLI:same WU:same']],
]

for (const [what, first, second, expected] of cases) test(`${what} is marked`, () => assert.equal(marks(first, second), expected))

test.run()
