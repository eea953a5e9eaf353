// For the rules that read names: a pair that meets the rule, and one that just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type NameWord, possibleLikeness } from '../../../src/evidence/matching/alignment.ts'
import { comparePeople, matchPeople } from '../../../src/evidence/matching/people.ts'
import { possiblePersonLikeness } from '../../../src/evidence/matching/person-words.ts'
import { type PersonWord, preparePerson } from '../../../src/evidence/matching/prepared-person.ts'
import { compareScreened, prepareScreenedBusiness } from '../../../src/evidence/matching/screened-business.ts'
import { prepareListed, prepareScreened, screen } from '../../../src/evidence/matching/screening.ts'

type Pair = readonly [string, string]

/** Under 0.82 a comparison calls two names different. */
const people: readonly (readonly [rule: string, meets: Pair, misses: Pair])[] = [
  ['a short form is in the table, not merely the end of the name', ['Bert Gomez', 'Robert Gomez'], ['Berto Gomez', 'Roberto Gomez']],
  [
    'the article "al" may be written with a name of four letters or more',
    ['Alhashimi Yusuf', 'Hashimi Yusuf'],
    ['Alisa Yusuf', 'Isa Yusuf'],
  ],
  ['two letters before a name are an article, or another name', ['Elkarim Yusuf', 'Karim Yusuf'], ['Umkhalid Yusuf', 'Khalid Yusuf']],
  ['the article is all that stands before the name', ['Altina Yusuf', 'Tina Yusuf'], ['Albertina Yusuf', 'Tina Yusuf']],
  ['an initial stands for a given name, not for the last one', ['J Doe', 'Jane Doe'], ['Jane D', 'Jane Doe']],
  ['a short name may be misspelt if two others agree', ['Kim Kang-chin', 'Kim Kan-chin'], ['Kim Kang', 'Kim Kan']],
  ['a name of two letters may not', ['Kim Lin-chin', 'Kim Lun-chin'], ['Kim Li-chin', 'Kim Lu-chin']],
  ['two names may be written as one of five letters or more', ['Mei Li Wang', 'Meili Wang'], ['Li Na Wang', 'Lina Wang']],
  ['written as one, eight letters may hold an error', ['Jean Marie Duval', 'Jeanmarle Duval'], ['Mei Lan Wang', 'Meiran Wang']],
  ['they begin with the same letter', ['Jean Marie Duval', 'Jenmarie Duval'], ['Jean Marie Duval', 'Keanmarie Duval']],
  ['names sound alike from three letters on', ['Ana Gomez', 'Anna Gomez'], ['Jon Li', 'Jon Lee']],
  ['a family name is not shared by its beginning', ['Ann Leeds', 'Ann Leedes'], ['Ann Lee', 'Ann Leeds']],
  ['a shared family name needs a given name too', ['John Smith', 'Jon Smith'], ['John Smith', 'Jane Smith']],
  ['particles alone are names', ['Van Le', 'Le Van'], ['Van Le', 'Van Li']],
  ['one of two particles is not the whole name', ['Van Le', 'Van Le'], ['Van Le', 'Le']],
]
for (const [rule, meets, misses] of people)
  test(`${rule}: "${meets.join('" and "')}" are alike, "${misses.join('" and "')}" are not`, () => {
    assert.is.not(comparePeople(...meets).kind, 'different')
    assert.is.not(comparePeople(meets[1], meets[0]).kind, 'different', 'in the other order')
    assert.is(comparePeople(...misses).kind, 'different')
    assert.is(comparePeople(misses[1], misses[0]).kind, 'different', 'in the other order')
  })

/** Of businesses whose names are common words alone. */
const commonWords: readonly (readonly [rule: string, meets: Pair, misses: Pair])[] = [
  ['one of them may be without a legal form', ['General Trading', 'General Trading LLC'], ['General Trading Inc', 'General Trading LLC']],
  ['their form may be written in another way', ['Trading Limited', 'Trading Ltd.'], ['Trading Limited', 'Trading LLC']],
  ['their spaces are no difference', ['Trans Service', 'Transservice'], ['Trans Service Inc', 'Transservice LLC']],
]
for (const [rule, meets, misses] of commonWords)
  test(`of common words, ${rule}: "${meets.join('" and "')}" are the same, "${misses.join('" and "')}" are not`, () => {
    const score = (one: string, other: string) => compareScreened(prepareScreenedBusiness(one), prepareScreenedBusiness(other)).score
    for (const [one, other] of [meets, meets.toReversed()] as readonly Pair[]) assert.is(score(one, other), 1)
    for (const [one, other] of [misses, misses.toReversed()] as readonly Pair[]) assert.is.not(score(one, other), 1)
  })

const words: readonly (readonly [name: string, words: string])[] = [
  ['Van Le', 'van le'],
  ['Al Li', 'al li'],
  ['LE, Van Minh', 'van minh le'],
  ['LE ROUX, Van Minh', 'minh roux'],
  ['Nguyen Van Le', 'nguyen van le'],
  ['Nguyen Van Hung Le', 'nguyen hung'],
  ['DE LA, Maria', 'maria de la'],
  ['Maria de la Cruz', 'maria cruz'],
  ['General John Smith', 'john smith'],
  ['GENERAL, John', 'john general'],
  ['John General', 'john general'],
  ['Sheikh', 'sheikh'],
  ['Dr. Le', 'dr le'],
  ['John Paul General', 'john paul general'],
  ['GENERAL, John Paul', 'john paul general'],
  ['General John Paul Smith', 'john paul smith'],
  ['DE LA, Maria Ana', 'maria ana de la'],
]
for (const [name, expected] of words)
  test(`"${name}" is read as "${expected}": particles and titles are left out only beside two other names`, () =>
    assert.is(preparePerson(name).text, expected))

const spelt: readonly (readonly [name: string, words: string])[] = [
  [', John Smith', 'john smith'],
  ['Smith,, John', 'john smith'],
  [' Ann--Marie Lee ', 'ann marie lee'],
  ['A.B. Smith', 'a b smith'],
  ["O'Neil Ann", 'oneil ann'],
  ['Ann (Annie), Lee', 'lee ann'],
  ['Abdu Khan', 'abdkhan'],
  ['Abd Al Al Rahman', 'abdrahman'],
  ['Yusuf Abd Al', 'yusuf abdal'],
  ['Abdulrahman Khan', 'abdrahman khan'],
  ['Abdurrahman Khan', 'abdrahman khan'],
  ['Abdenour Khan', 'abdnour khan'],
  ['Zabdulrahman Khan', 'zabdulrahman khan'],
  ['Zabdul Khan', 'zabdul khan'],
  ['Abdula Khan', 'abdula khan'],
  ['Abdebar Khan', 'abdebar khan'],
]
for (const [name, expected] of spelt)
  test(`"${name}" is spelt "${expected}"`, () => {
    assert.is(preparePerson(name).text, expected)
  })

test('a suffix that stands where the family name does is the family name', () => {
  assert.equal([preparePerson('Jr, John').text, preparePerson('Jr, John').suffix], ['john jr', null])
  assert.equal([preparePerson('Smith, Jr').text, preparePerson('Smith, Jr').suffix], ['smith', 'jr'])
})

/** Two words of one name are like one of the other: the likest pair is taken, and each word once. */
const competing: readonly (readonly [one: string, other: string, score: number, told: string])[] = [
  ['John Smith', 'Jon John Smith', 0.89, 'without "jon"'],
  ['Jon Smith', 'John Jon Smith', 0.89, 'without "john"'],
  ['Ann Lee', 'Anne Ann Lee', 0.89, 'without "anne"'],
  ['Roberto Gomez', 'Robert Roberto Gomez', 0.89, 'without "robert"'],
  ['John John Smith', 'John Smith', 0.97, 'without "john"'],
  ['Thomas Lee', 'Thomas Lee Thomas', 0.87, 'without "thomas"'],
  ['Lee Thomas', 'Thomas Lee Thomas', 0.89, 'without "thomas"'],
  ['Ann Marie Rossi', 'Annmarie Rossi Annmarie', 0.87, 'without "annmarie"'],
  ['Rossi Ann Marie', 'Annmarie Rossi Annmarie', 0.89, 'without "annmarie"'],
  ['Jonathan A Smith', 'Jonathan Smith', 0.97, 'without "a"'],
  ['Thomas Jones', 'Thomas Lee Thomas', 0.5, 'without "lee", "thomas"; "jones" has no like'],
  ['Thomas Thomas', 'Thomas Smith', 0.5, '"thomas" has no like'],
  ['Lee Lee', 'Lee Smith', 0.5, '"lee" has no like'],
  ['Mei Lan Wang', 'Lan Meilan Wang', 0.89, 'without "lan"'],
  ['Meilan Lan Wang', 'Mei Lan Wang', 0.97, 'without "lan"'],
  ['Jean Marie', 'Duval Jeanmarie', 0.5, 'without "duval"'],
  ['Anna Maria Rossi', 'Annamarie Rossi', 0.975, '"annamaria" sounds like "annamarie"'],
  ['Ann Marie Rossi', 'Annmarie R', 0.5, '"rossi" has no like'],
  ['ROSSI NERI, Ann', 'Ann Rossineri', 1, 'the same name'],
  ['ROSSI, Ann Neri', 'Ann Nerirossi', 1, 'the same name'],
  ['Mei Lan', 'Meilan', 1, 'the same name'],
  ['Ana Lim Wu', 'Ana Lam Wu', 0.917, '"lim" against "lam"'],
  ['Ana Lim Wu', 'Ana Lum Wa', 0.5, '"lim", "wu" has no like'],
  ['Ana Li Wu', 'Ana Lo Wu', 0.8, '"li" has no like'],
  ['Kim Lin Chin', 'Kim Lun Chin Ho', 0.67, 'without "lun", "ho"; "lin" has no like'],
]
for (const [one, other, score, told] of competing)
  test(`"${one}" against "${other}" scores ${score}: ${told}`, () => {
    for (const compared of [comparePeople(one, other), comparePeople(other, one)]) assert.is(compared.score, score)
    assert.is(comparePeople(one, other).explanation, told)
  })

const word = (name: string): PersonWord => preparePerson(name).words[0] as PersonWord

/** How alike two words may be at most, read from letters, and where one was written without vowels. */
const atMost: readonly (readonly [one: string, other: string, letters: number, consonants: number])[] = [
  ['john', 'john', 1, 1],
  ['j', 'john', 0.85, 0],
  ['j', 'ann', 0, 0],
  ['n', 'ann', 0, 0.88],
  ['mohamed', 'muhammad', 0.95, 0.95],
  ['hashimi', 'alhashimi', 0.95, 0.8],
  ['karim', 'elkarim', 0.95, 0],
  ['isa', 'alisa', 0.95, 0],
  ['bob', 'robert', 0.95, 0],
  ['khalid', 'khaled', 0.9, 0.95],
  ['jonathan', 'donathan', 0.888, 0.888],
  ['petersen', 'petersson', 0.9, 0.95],
  ['petrov', 'petrova', 0.871, 0.95],
  ['kang', 'kan', 0.775, 0.775],
  ['kim', 'kin', 0.75, 0.75],
  ['li', 'lu', 0, 0.88],
  ['lee', 'leeds', 0, 0],
  ['dan', 'jordan', 0, 0],
  ['ed', 'ted', 0.95, 0],
  ['nur', 'nar', 0.75, 0.92],
  ['kolmats', 'kolnets', 0.743, 0.743],
  ['smith', 'jones', 0, 0],
]
for (const [one, other, letters, consonants] of atMost)
  test(`"${one}" and "${other}" are alike to ${letters} at most, and to ${consonants} by their consonants`, () => {
    const rounded = (a: string, b: string, consonantsOnly: boolean) =>
      Math.round(possiblePersonLikeness(word(a), word(b), { consonantsOnly }) * 1000) / 1000
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const)
      assert.equal([rounded(a, b, false), rounded(a, b, true)], [letters, consonants])
  })

/** How alike two words of businesses may be at most, from either side. */
const wordsAtMost: readonly (readonly [one: string, other: string, likeness: number])[] = [
  ['Petrokhim', 'PETROKHIM', 1],
  ['Lanterns', 'LANTERN', 0.97],
  ['Trdg', 'TRADING', 0.9],
  ['Agricl', 'AGRICULTURAL', 0.9],
  ['Kolnet', 'KOLNEN', 0.85],
  ['P', 'PETROKHIM', 0.7],
  ['Bow', 'BEW', 0.7],
  ['M', 'TRADING', 0],
  ['Qu', 'QA', 0],
  ['Orgn', 'OREGON', 0],
  ['Xrdg', 'TRADING', 0],
  ['12', '13', 0],
  ['Vostok', 'PETROKHIM', 0],
]
for (const [one, other, likeness] of wordsAtMost)
  test(`the words "${one}" and "${other}" of businesses are alike to ${likeness} at most`, () => {
    const [a, b] = [one, other].map((name) => prepareScreenedBusiness(name).words[0] as NameWord) as [NameWord, NameWord]
    for (const most of [possibleLikeness(a, b), possibleLikeness(b, a)]) assert.is(Math.round(most * 1000) / 1000, likeness)
  })

test('no two names count two words as more alike than they may be: a screening that looks at the bound alone misses nobody', () => {
  const names = [
    ...new Set([
      ...people.flatMap(([, meets, misses]) => [...meets, ...misses]),
      ...competing.map(([one]) => one),
      ...competing.map(([, other]) => other),
    ]),
  ]
  let paired = 0
  for (const consonantsOnly of [false, true])
    for (const one of names)
      for (const other of names)
        for (const pair of matchPeople(preparePerson(one), preparePerson(other), { consonantsOnly }).pairs) {
          paired++
          const bound = possiblePersonLikeness(pair.one, pair.other, { consonantsOnly })
          assert.ok(pair.likeness <= bound + 1e-9, `"${pair.one.text}" and "${pair.other.text}" of "${one}" and "${other}"`)
        }
  assert.ok(paired > 1_000)
})

test('every name in letters can be screened: none is left without words', () => {
  for (const name of ['Le', 'Al', 'Van Le', 'De', 'Dr', 'Bin Al', 'Abd', 'Abdul', 'Jr', 'Mr. De'])
    assert.is.not(preparePerson(name).words.length, 0, name)
})

/** Screens a business for one listed entity. */
const isHit = (name: string, listed: string): boolean =>
  screen(prepareScreened({ kind: 'business', name }), prepareListed({ id: '1', type: 'entity', name: listed, aliases: [] })).length > 0

const businesses: readonly (readonly [rule: string, listed: string, hit: string, miss: string])[] = [
  ['an initial needs another telling word than the one beside it', 'GROWTH TEAMS', 'Growth Team', 'G Team'],
  ['an initial counts beside two telling words', 'M PETROKHIM ZARYAN', 'Mogo Petrokhim Zaryan', 'Mogo Petrokhim'],
  ['an ordinary word, spelt correctly, is no misspelling', 'AUCTION LLC', 'Auctoin Inc', 'Action Inc'],
  ['nor beside common words', 'HORIZONT HOLDING MANAGEMENT', 'Horizond Management', 'Horizons Management'],
  ['an ordinary word is no abbreviation of another', 'PIONEER LOGISTICS', 'Pioneer Logist', 'Pioneer Log'],
  ['two ordinary words alone: the other name may have a light word more', 'RISING SUN FZE', 'Rising Sun Group', 'Rising Sun Consulting'],
  ['one ordinary word alone: not even that', 'SCHNEIDER GMBH', 'Schneider LP', 'Schneider Group'],
  ['three ordinary words: one name may have more', 'FUTURE HOPE BRIDGE FOUNDATION', 'Future Hope Bridge', 'Future Hope Bridge Ministries'],
  ['one ordinary word with a common one: a light word more', 'SUN PROPERTIES', 'Sun Properties Group', 'Sun Properties Clinic'],
  ['a common name of people is an ordinary word', 'MARTINEZ SERVICES', 'Martinez Services LLC', 'Martinez Services Trucking'],
  ['a telling word beside an ordinary one', 'RISING PETROKHIM FZE', 'Rising Petrokhim Consulting', 'Rising Consulting'],
  ['an ordinary word finds no longer name', 'GARANTEX CHOCOLATE IMPORT', 'Garantex LLC', 'Chocolate LLC'],
  ['nor does one with an ordinary ending', 'GARANTEX WATERCOLOR IMPORT', 'Garantex LLC', 'Watercolor LLC'],
  ['a short word may be misspelt beside two others', 'VOSTOK PETROKHIM SUN', 'Vostok Petrokhim San', 'Vostok San'],
  ['beside a common word it may not', 'SUN BAKERY', 'Sun Bakery LLC', 'San Bakery'],
  ['a number is never misspelt', 'VOSTOK PETROKHIM 12B', 'Petrokhim Vostok 12B', 'Vostok Petrokhim 12A'],
  ['a plural is the same word from three letters on', 'ZARIA', 'Zarias', 'Zariaes'],
  ['of two letters it is another word', 'AB', 'AB', 'Abs'],
  ['a common word in the plural is as common', 'PETROKHIM TRADING', 'Petrokhim Tradings', 'Trading Tradings'],
]
for (const [rule, listed, hit, miss] of businesses)
  test(`${rule}: "${hit}" hits ${listed}, "${miss}" does not`, () => assert.equal([isHit(hit, listed), isHit(miss, listed)], [true, false]))

test('words are written together on either side', () => {
  for (const [one, other] of [
    ['Sun Belt Zaryan Bakery', 'SUNBELT ZARYAN'],
    ['Sunbelt Zaryan Bakery', 'SUN BELT ZARYAN'],
  ] as const)
    assert.ok(isHit(one, other), one)
  assert.not.ok(isHit('Sun Bolt Zaryan', 'SUNBELT PETROKHIM'))
})

test.run()
