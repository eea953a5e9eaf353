import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { NameComparison } from '../../../src/evidence/matching/comparison.ts'
import { comparePeople, matchPeople } from '../../../src/evidence/matching/people.ts'
import { preparePerson } from '../../../src/evidence/matching/prepared-person.ts'
import { similarFrom } from '../../../src/evidence/matching/thresholds.ts'

const pairs: readonly (readonly [string, string, NameComparison['kind']])[] = [
  ['John Smith', 'SMITH, John', 'exact'],
  ['José Núñez', 'NUNEZ, Jose', 'exact'],
  ["Seán O'Brien", 'Sean OBrien', 'exact'],
  ['Dr. Jane Roe', 'Jane Roe', 'exact'],
  ['Abd al-Rahman Yusuf', 'Abdulrahman Yusuf', 'exact'],
  ['Abdur Rahman Yusuf', 'YUSUF, Abd al-Rahman', 'exact'],
  ['Abdus Salam Khan', 'Abd al-Salam Khan', 'exact'],
  ['Abdel Nasser Karim', 'Abdelnasser Karim', 'exact'],
  ['John (Johnny) Smith', 'John Smith', 'exact'],
  ['Smith Jr, John', 'John Smith Jr.', 'exact'],
  ['Abdou Diouf', 'Diouf, Abdou', 'exact'],
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
  ['Jonathan Kowalski', 'Donathan Kowalski', 'similar'],
  ['KIM, Kang-chin', 'Kim, Kan-chin', 'similar'],
  ['Juan Garcia L.', 'GARCIA LOPEZ, Juan', 'equivalent'],
  ['Y. V. Koval', 'KOVAL, Yuri Viktorovich', 'equivalent'],
  ['E. A. Koval', 'KOVAL, Evgeny Andreevich', 'equivalent'],
  ['Juan Garcia y Lopez', 'GARCIA LOPEZ, Juan', 'exact'],
  ['Juan Garcia M.', 'GARCIA LOPEZ, Juan', 'different'],
  ['J. Garcia L.', 'GARCIA LOPEZ, Juan', 'different'],
  ['Juan L.', 'LOPEZ, Juan', 'different'],
  ['Juan Carlos L.', 'LOPEZ, Juan Carlos', 'different'],
  ['Y. V. Koval', 'KOVAL, Sergei Viktorovich', 'different'],
  ['Michael Koval', 'KOVAL, Mikhail', 'equivalent'],
  ['Mykhailo Koval', 'KOVAL, Misha', 'equivalent'],
  ['Eugene Koval', 'KOVAL, Yevgeniy', 'equivalent'],
  ['Andrew Koval', 'KOVAL, Andrii', 'equivalent'],
  ['Pepe Garza', 'GARZA, Jose', 'equivalent'],
  ['Mehmet Yilmaz', 'YILMAZ, Muhammad', 'equivalent'],
  ['Michael Koval', 'KOVAL, Nikolai', 'different'],
  ['Andrew Koval', 'KOVAL, Anton', 'different'],
  ['John Michael Smith', 'John Robert Smith', 'different'],
  ['John Paul Smith', 'John Paul Jones', 'different'],
  ['Hassan Nasr', 'Hussein Nasr', 'different'],
  ['John Smith', 'Jane Smith', 'different'],
  ['LAYLA, Susan', 'Susan L. Kendall', 'different'],
  ['DAVID, Andoson', 'David A Stillwell', 'different'],
  ['Madonna', 'Madonna Ciccone', 'different'],
  ['Juan Perez', 'Ivan Perez', 'different'],
  ['John S.', 'John Smith', 'different'],
  ['Abdul Yusuf', 'Yusuf', 'different'],
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

/** What a reviewer is told: how far two names agree, and what differs. */
const told: readonly (readonly [string, string, score: number, explanation: string])[] = [
  ['John Andrew Smith', 'John Smith', 0.97, 'without "andrew"'],
  ['John Andrew Brian Smith', 'John Smith', 0.94, 'without "andrew", "brian"'],
  ['J Doe', 'Jane Doe', 0.925, 'initial "j" for "jane"'],
  ['Bob Jones', 'Robert Jones', 0.97, '"bob" for "robert"'],
  ['Muhammad Hassan', 'Mohamed Hassan', 0.975, '"muhammad" sounds like "mohamed"'],
  ['Yusuf Khalid', 'Youssef Khaled', 0.9, '"yusuf" sounds nearly like "youssef"; "khalid" sounds nearly like "khaled"'],
  ['Jonathan Kowalski', 'Donathan Kowalski', 0.925, '"jonathan" against "donathan"'],
  ['GARCIA LOPEZ, Juan', 'Juan Lopez', 0.89, 'without "garcia"'],
  ['GARCIA LOPEZ, Juan', 'Juan Garcia', 0.97, 'without "lopez"'],
  ['Anna Maria Smith', 'Maria Smith', 0.89, 'without "anna"'],
  ['Anna Maria Smith', 'Anna Maria', 0.87, 'without "smith"'],
  ['John Smith Jr', 'John Smith Sr', 0.89, 'jr against sr'],
  ['John Smith Jr', 'John Smith', 1, 'the same names'],
  ['SMITH, John', 'John Smith Jr', 1, 'the same names'],
  ['Jean Marie Martin', 'Jeanmari Martin', 0.95, '"jeanmarie" against "jeanmari"'],
  ['Alhadi Nasser', 'Hadi Nasser', 0.975, '"alhadi" against "hadi"'],
  ['Oshadi Nasser', 'Hadi Nasser', 0.5, '"oshadi" has no like'],
  ['Kim Lin', 'Kim Lan Po', 0.5, 'without "lan", "po"; "lin" has no like'],
  ['Jon A B Smith', 'Jon C D Smith', 0.6, '"a", "b" has no like'],
  ['A Smith', 'Smith Anna', 0.5, '"a" has no like'],
  ['J. S.', 'John Smith', 0.5, 'initial "j" for "john"; "s" has no like'],
  ['SMITH, John', 'JONES, John', 0.5, '"smith" has no like'],
  ['SMITH, John', 'JOHN, Smith', 0.99, 'in another order'],
  ['LEE, Kim Park', 'PARK, Kim', 0.5, 'without "lee"'],
  ['John Paul Smith', 'Paul John Smith', 0.99, 'in another order'],
  ['Jonathan Kowalski', 'Jonathan Kowlaski', 0.944, '"kowalski" against "kowlaski"'],
  ['Jonathan Kowalski', 'Jonathan Owalski', 0.925, '"kowalski" against "owalski"'],
  ['(Bob) Smith', ' , Smith -- ', 1, 'the same name'],
  ["O'Neil-Smith, Ann", 'Ann ONeil Smith', 1, 'the same name'],
  ['Smith', 'Jones', 0, 'no names in common'],
  ['John S', 'John Smith Brown', 0.5, 'initial "s" for "smith"; without "brown"'],
  ['S Brown', 'Smith Brown Jones', 0.5, 'initial "s" for "smith"; without "jones"'],
  ['John S Brown', 'John Smith Brown', 0.95, 'initial "s" for "smith"'],
  ['J Brown', 'BROWN, John Smith', 0.895, 'initial "j" for "john"; without "smith"'],
  ['John Smith', '', 0, 'a name without letters'],
  ['', 'John Smith', 0, 'a name without letters'],
  ['KIM, Kang-chin', 'Kim, Kan-chin', 0.917, '"kang" against "kan"'],
  ['Smith John', 'John Smith', 0.99, 'in another order'],
  ['John Smith Jr', 'John Smith Sr', 0.89, 'jr against sr'],
  ['John Smith Jr', 'John Smith', 1, 'the same names'],
  ['John Michael Smith', 'John Robert Smith', 0.8, '"michael" has no like'],
  ['Andrew Smith', 'John Andrew Smith', 0.89, 'without "john"'],
  ['GARCIA LOPEZ, Juan', 'Juan Garcia', 0.97, 'without "lopez"'],
  ['GARCIA LOPEZ, Juan', 'Juan Lopez', 0.89, 'without "garcia"'],
  ['John Andrew', 'John Andrew Smith', 0.87, 'without "smith"'],
  ['Alhashimi Yusuf', 'Hashimi Yusuf', 0.975, '"alhashimi" against "hashimi"'],
  ['', 'John Smith', 0, 'a name without letters'],
  ['John Smith', 'Ann Doe', 0, 'no names in common'],
  ['Li Wei', 'Lu Wei', 0.5, '"li" has no like'],
  ['Susan L.', 'Susan Lee', 0.5, '"l" has no like'],
  ['John Smith Jr', 'Jon Smith Jr', 0.97, '"john" for "jon"'],
  ['John Smith Junior', 'John Smith Jr', 1, 'the same name'],
  ['John Smith Senior', 'John Smith MD Jr', 0.89, 'sr against jr'],
  ['John Smith MD', 'John Smith PhD', 1, 'the same name'],
  ['John Paul Smith', 'John Paul Jones', 0.5, '"smith" has no like'],
  ['Smith John Paul', 'John Peter Smith', 0.79, 'in another order; "paul" has no like'],
  // Of an ordered name, a family and a given name agree, also where the other one tells neither.
  ['Juan Garcia Xu', 'GARCIA LOPEZ, Juan', 0.8, '"xu" has no like'],
  ['SMITH, Ann Lee', 'Ann Lee', 0.5, 'without "smith"'],
  ['GARCIA LOPEZ, Juan', 'GARCIA LOPEZ, Pedro', 0.5, '"juan" has no like'],
  // Only family names are left of these.
  ['GARCIA LOPEZ, Van', 'Van Garcia Lopez', 1, 'the same name'],
  ['GARCIA LOPEZ, Van', 'GARCIA LOPZ, Van', 0.91, '"lopez" against "lopz"'],
  ['GARCIA LOPEZ, Van', 'GARCIA LOPEZ, Juan', 0.5, 'without "juan"'],
  ['KARIM ALI, Abdul', 'KARIM ALY, Abdul', 0.975, '"ali" sounds like "aly"'],
  ['---', '', 0, 'a name without letters'],
]
for (const [a, b, score, explanation] of told)
  test(`"${a}" against "${b}" scores ${score}: ${explanation}`, () => {
    const compared = comparePeople(a, b)
    assert.equal([compared.score, compared.explanation], [score, explanation])
  })

test('a name is itself, also where only consonants are compared', () => {
  const { comparison } = matchPeople(preparePerson('John Smith'), preparePerson('SMITH, John'), { consonantsOnly: true })
  assert.equal([comparison.score, comparison.kind], [1, 'exact'])
})

test('what stands behind a name is no part of it', () => {
  for (const suffix of ['Jr', 'Sr', 'II', 'III', 'IV', 'Junior', 'Senior', 'Esq', 'MD', 'PhD', 'DDS', 'CPA'])
    assert.is(preparePerson(`John Smith ${suffix}`).text, 'john smith', suffix)
})

test('people are similar from the very score on that says so', () => {
  const { score, kind } = comparePeople('Anne Smyth', 'Anna Smith Miller')
  assert.equal([score, kind], [similarFrom, 'similar'])
})

test.run()
