// For the rules that read names: a pair that meets the rule, and one that just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { comparePeople, preparePerson } from '../../../src/evidence/matching/people.ts'
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
  ['two letters before a name are an article, or another name', ['Elkarim Yusuf', 'Karim Yusuf'], ['Umkarim Yusuf', 'Karim Yusuf']],
  ['an initial stands for a given name, not for the last one', ['J Doe', 'Jane Doe'], ['Jane D', 'Jane Doe']],
  ['a short name may be misspelt if two others agree', ['Kim Kang-chin', 'Kim Kan-chin'], ['Kim Kang', 'Kim Kan']],
  ['a name of two letters may not', ['Kim Lin-chin', 'Kim Lun-chin'], ['Kim Li-chin', 'Kim Lu-chin']],
  ['two names may be written as one of five letters or more', ['Mei Lan Wang', 'Meilan Wang'], ['Li Na Wang', 'Lina Wang']],
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
]
for (const [name, expected] of words)
  test(`"${name}" is read as "${expected}": particles and titles are left out only beside two other names`, () =>
    assert.is(preparePerson(name).text, expected))

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
