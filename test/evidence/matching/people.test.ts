import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { NameComparison } from '../../../src/evidence/matching/comparison.ts'
import { comparePeople, preparePerson } from '../../../src/evidence/matching/people.ts'

const pairs: readonly (readonly [string, string, NameComparison['kind']])[] = [
  ['John Smith', 'SMITH, John', 'exact'],
  ['José Núñez', 'NUNEZ, Jose', 'exact'],
  ["Seán O'Brien", 'Sean OBrien', 'exact'],
  ['Dr. Jane Roe', 'Jane Roe', 'exact'],
  ['Abd al-Rahman Yusuf', 'Abdulrahman Yusuf', 'exact'],
  ['Ludwig van der Berg', 'Ludwig Berg', 'exact'],
  ['John A. Smith', 'John Smith', 'equivalent'],
  ['John Andrew Smith', 'John A Smith', 'equivalent'],
  ['Bob Jones', 'Robert Jones', 'equivalent'],
  ['Smith John', 'John Smith', 'equivalent'],
  ['J Doe', 'Jane Doe', 'equivalent'],
  ['Liz Taylor', 'Elizabeth Taylor', 'equivalent'],
  ['Muhammad Hassan', 'Mohamed Hassan', 'similar'],
  ['Mohammed Karim', 'KAREEM, Mohammad', 'similar'],
  ['Yusuf Khalid', 'Youssef Khaled', 'similar'],
  ['Sergei Ivanov', 'IVANOV, Sergey', 'similar'],
  ['BIN LADIN, Usama', 'Osama Bin Laden', 'similar'],
  ['Hussein Nasser', 'Husayn Naser', 'similar'],
  ['Evgeny Petrov', 'Yevgeniy Petrov', 'similar'],
  ['Jonathan Kowalski', 'Jonathan Kowalsky', 'similar'],
  ['Jonathan Kowalski', 'Jonathon Kowalski', 'similar'],
  ['KIM, Kang-chin', 'Kim, Kan-chin', 'similar'],
  ['John Michael Smith', 'John Robert Smith', 'different'],
  ['John Paul Smith', 'John Paul Jones', 'different'],
  ['Hassan Nasr', 'Hussein Nasr', 'different'],
  ['John Smith', 'Jane Smith', 'different'],
  ['LAYLA, Susan', 'Susan L. Kendall', 'different'],
  ['DAVID, Andoson', 'David A Stillwell', 'different'],
  ['Madonna', 'Madonna Ciccone', 'different'],
  ['Juan Perez', 'Ivan Perez', 'different'],
  ['', 'John Smith', 'different'],
]

for (const [a, b, kind] of pairs) {
  test(`"${a}" and "${b}" are ${kind}`, () => {
    const comparison = comparePeople(a, b)
    assert.is(comparison.kind, kind, JSON.stringify(comparison))
    assert.is(comparePeople(b, a).kind, kind, 'in the other order')
  })
}

test('a family name given first is read as one', () => {
  assert.is(preparePerson('BIN LADIN, Usama').text, 'usama ladin')
  assert.equal(
    preparePerson('GARCIA LOPEZ, Juan Jr.').words.map(({ text, family }) => [text, family]),
    [
      ['juan', false],
      ['garcia', true],
      ['lopez', true],
    ],
  )
  assert.is(preparePerson('Smith, John, Jr.').suffix, 'jr')
})

test('an explanation names what differs', () => {
  assert.is(comparePeople('Bob Jones', 'Robert Jones').explanation, '"bob" for "robert"')
  assert.match(comparePeople('John Smith Jr', 'John Smith Sr').explanation, 'jr against sr')
})

test.run()
