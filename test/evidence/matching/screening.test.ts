// Screening of a name against the parties of lists: who is hit, from which likeness on, and what a hit tells.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { prepareListed, prepareScreened, screen } from '../../../src/evidence/matching/screening.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'
import { hitsOf, index, isHit, type Listed, parties } from './screened.ts'

const cases: readonly (readonly [ScreenedName['kind'], string, readonly string[]])[] = [
  ['business', 'Vostok Petrokhim Trading Ltd', ['1']],
  ['business', 'VOSTOK PETROKHIM TRADING LLC', ['1']],
  ['business', 'Petrokhim Vostok Trading', ['1']],
  ['business', 'Vostok Petrohkim Trading Inc', ['1']],
  ['business', 'Vóstok Petrokhím', ['1']],
  ['business', 'VostokPetrokhim Trading', ['1']],
  ['business', 'Petrokhim-Vostok GmbH', ['1']],
  ['business', 'VPT LLC', ['1']],
  ['business', 'VPT Painting LLC', []],
  ['business', 'Vostok Bakery LLC', []],
  ['business', 'Trading Ltd', []],
  ['business', 'Zaria LLC', ['2']],
  ['business', 'Zarita LLC', []],
  ['business', 'Maria LLC', []],
  ['business', 'Zaria Construction LLC', []],
  ['business', 'Ocean Star LLC', []],
  ['business', 'Korolenko Family Dental', []],
  ['business', 'Sergei Anatolyevich Korolenko LLC', ['4']],
  ['business', 'The Sergei Korolenko Family Trust', ['4']],
  ['business', 'Sergei Korolenko Revocable Living Trust', ['4']],
  ['business', 'Estate of Sergei Korolenko', ['4']],
  ['business', 'Law Offices of Sergei Korolenko, P.C.', ['4']],
  ['business', 'Sergei Korolenko Holdings LLC', ['4']],
  ['business', 'Sergei Korolenko and Associates', ['4']],
  ['business', 'Sergei Korolenko d/b/a Sunny Cafe', ['4']],
  ['business', 'Sunny Cafe LLC c/o Sergei Korolenko', ['4']],
  ['business', 'Sergei Sunny Family Trust', []],
  ['business', 'Sergei Family Korolenko Cafe', []],
  ['business', 'Korolenko Family Trust', []],
  ['business', 'Adriano Jesus Reynoso LLC', ['7']],
  ['business', 'Reynoso Cordage Works Inc', ['8']],
  ['person', 'Adriano Reynoso', ['7']],
  ['person', 'Reynoso, Adriano J.', ['7']],
  ['person', 'Reynoso', []],
  ['person', 'Ling Bao', []],
  ['person', 'Muhammad Yusuf al-Hashimi', ['3']],
  ['person', 'Mohamed Youssef Alhashimi', ['3']],
  ['person', 'Mohammed Al Hashimi', ['3']],
  ['person', 'Sergey Korolenko', ['4']],
  ['person', 'Korolenko Sergei A.', ['4']],
  ['person', 'Sergei Koroleva', []],
  ['person', 'Susan Korolenko', []],
  ['person', 'Muhammad Ali', []],
  ['person', 'Yusuf', []],
]

for (const [kind, name, expected] of cases) {
  test(`the ${kind} "${name}" ${expected.length === 0 ? 'hits nobody' : `hits party ${expected.join(', ')}`}`, () => {
    assert.equal(hitsOf({ kind, name }), expected, JSON.stringify(index.screen({ kind, name })))
  })
}

const company = 'VOSTOK PETROKHIM TRADING LTD'
const man = 'KOROLENKO, Sergei Anatolyevich'
/** On either side of each threshold: what is too unlike, and what is like enough, for a name or alias and for a weak alias. */
const thresholds: readonly (readonly [
  ScreenedName['kind'],
  Listed,
  named: readonly [miss: string, hit: string],
  weak: readonly [miss: string, hit: string],
])[] = [
  [
    'business',
    ['entity', company],
    ['Vostok Petrokhim Bakery', 'Wostok Petrohkim Trading'],
    ['Vostok Petrokhim Services Trading', 'Vostok Petrohkim Trading'],
  ],
  [
    'business',
    ['unknown', company],
    ['Vostok Petrokhim Bakery', 'Wostok Petrohkim Trading'],
    ['Vostok Petrokhim Services Trading', 'Vostok Petrohkim Trading'],
  ],
  [
    'business',
    ['individual', man],
    ['Korolenko Sergei LLC', 'Sergei Korolenko LLC'],
    ['Sergei Korolenko LLC', 'Sergei Anatolyevich Korolenko LLC'],
  ],
  ['person', ['individual', man], ['Serge Karolenka', 'Sergi Korolynko'], ['Sergey Anatolievich Karolenko', 'Serhiy Korolenko']],
  ['person', ['unknown', man], ['Sergey Karolenko', 'Sergei Korolenka'], ['Sergey Korolenko', 'Sergei A Korolenko']],
]
for (const [kind, listed, named, weak] of thresholds)
  test(`a ${kind} hits a listed ${listed[0]} from the likeness on that its quality asks for`, () => {
    assert.equal(
      named.map((name) => [isHit(kind, name, listed), isHit(kind, name, listed, 'alias')]),
      [
        [false, false],
        [true, true],
      ],
    )
    assert.equal(
      weak.map((name) => isHit(kind, name, listed, 'weak alias')),
      [false, true],
    )
  })

const singleWords: readonly (readonly [ScreenedName['kind'], string, Listed, boolean])[] = [
  ['business', 'Zariyo', ['entity', 'ZARIYA'], true],
  ['business', 'Zariia', ['entity', 'ZARIA'], false],
  ['business', 'Zarias', ['entity', 'ZARIA'], true],
  ['business', 'Petrokhim Bakery', ['entity', 'PETROKHIM'], false],
  ['business', 'ABC', ['entity', 'ABC'], true],
  ['business', 'AB', ['entity', 'AB'], true],
  ['business', 'AC', ['entity', 'AB'], false],
  ['business', 'Von der', ['entity', 'VON DER LTD'], true],
  ['business', 'Von dem', ['entity', 'VON DER LTD'], false],
  ['business', 'Madonna LLC', ['individual', 'MADONNA'], false],
  ['business', 'Bo Li LLC', ['individual', 'LI, Bo'], true],
  ['business', 'Bo L LLC', ['individual', 'L, Bo'], false],
  ['person', 'Mohammed', ['individual', 'MUHAMMAD'], true],
  ['person', 'Madona', ['individual', 'MADONNA'], false],
  ['person', 'Lee', ['individual', 'LEE'], true],
  ['person', 'Al', ['individual', 'AL'], true],
  ['person', 'Ai', ['individual', 'AL'], false],
  ['person', 'Madonna', ['unknown', 'MADONNA'], false],
]
for (const [kind, name, listed, hit] of singleWords)
  test(`the ${kind} "${name}" ${hit ? 'hits' : 'does not hit'} the ${listed[0]} of the one name ${listed[1]}`, () =>
    assert.is(isHit(kind, name, listed), hit))

const tooLittle: readonly (readonly [rule: string, kind: ScreenedName['kind'], listed: Listed, miss: string, hit: string])[] = [
  ['the one telling word may be misspelt only as it sounds', 'business', ['entity', 'KOLNET LIMITED'], 'Kolnen Ltd', 'Kolnit Ltd'],
  [
    'the one telling word may be misspelt where it is long',
    'business',
    ['entity', 'TAMILORE FOUNDATION'],
    'Tamid Foundation',
    'Tamirore Foundation',
  ],
  ['a short word may be misspelt beside two telling ones', 'business', ['entity', 'BLOM VOSTOK ZARYAN'], 'Bom Vostok', 'Bom Vostok Zaryan'],
  [
    'one short telling word stands for no name with more',
    'business',
    ['entity', 'SUN PROPERTIES'],
    'Sun Property Services',
    'Sun Properties Group',
  ],
  ['a long one does', 'business', ['entity', 'PETROKHIM PROPERTIES'], 'Petrokhim Dental Clinic', 'Petrokhim Property Services'],
  [
    'an initial counts only where every word has its like',
    'business',
    ['entity', 'M PETROKHIM ZARYAN'],
    'Mogo Petrokhim Zaryan Sever',
    'Mogo Petrokhim Zaryan',
  ],
  [
    'with one telling word in common, only one name may have more',
    'business',
    ['entity', 'MOSCOW BANK FOR RECONSTRUCTION'],
    'Kuwait Bank for Reconstruction',
    'Bank for Reconstruction',
  ],
  [
    'one distinctive word finds a longer name, an ordinary one does not',
    'business',
    ['entity', 'EXCLUSIVE GARANTEX IMPORT'],
    'Exclusive LLC',
    'Garantex LLC',
  ],
  [
    'where a list tells no people from companies, one word is too little',
    'business',
    ['unknown', 'GARANTEXO VOSTOK'],
    'Garantexo LLC',
    'Garantexo Vostok LLC',
  ],
  ['one word finds a longer name that has it', 'business', ['entity', 'GARANTEXO VOSTOK'], 'Petrokhim LLC', 'Garantexo LLC'],
  ['a city is no distinctive word', 'business', ['entity', 'SEVASTOPOL GARANTEXO'], 'Sevastopol LLC', 'Garantexo LLC'],
  ['a long word alone stands for a name with a light word more', 'business', ['entity', 'PETROKHI'], 'Petrokhi Dental', 'Petrokhi Group'],
  ['a shorter word alone does not', 'business', ['entity', 'PETROKH'], 'Petrokh Group', 'Petrokh LLC'],
  ['spaces around a very short name are none of its letters', 'business', ['entity', ' QZ '], 'Qza', ' qz '],
  ['a name of two words is longer than one', 'business', ['entity', 'EXCLUSIVE GARANTEX'], 'Exclusive LLC', 'Garantex LLC'],
  [
    'common names alone find nobody who has more names',
    'person',
    ['individual', 'GONZALEZ QUINONES, Jorge'],
    'Jorge Gonzalez',
    'Jorge Gonzalez Quinones',
  ],
  ['a rare name beside a common one does', 'person', ['individual', 'QUINONES GONZALEZ, Jorge'], 'Jorge Gonzalez', 'Jorge Quinones'],
  ['an initial is no other name of a person', 'person', ['individual', 'RODRIGUEZ, Jorge'], 'Jorge Luis Rodriguez', 'Jorge L. Rodriguez'],
  ['of the owner of a business it is', 'business', ['individual', 'RODRIGUEZ, Jorge'], 'Jorge L. Rodriguez LLC', 'Jorge Rodriguez LLC'],
  ['two common names are two names', 'person', ['individual', 'MITCHELL, Oleksiy'], 'Oleksiy Michelle', 'Oleksiy Mitchel'],
  ['a short name is misspelt, or another is left out', 'person', ['individual', 'MAYER, Zoltan'], 'Zoltan A Maher', 'Zoltan A Mayer'],
]
for (const [rule, kind, listed, miss, hit] of tooLittle)
  test(`${rule}: "${miss}" misses ${listed[1]}, "${hit}" hits it`, () =>
    assert.equal([isHit(kind, miss, listed), isHit(kind, hit, listed)], [false, true]))

test('signs that nobody sees or says hide no party and part no word, and a space does', () => {
  const within = ['\u200b', '\u00ad', '\u2060', '\u200d', '\ufeff', '\ufe0f', '\u3164']
  for (const sign of [...within, '™', '®']) {
    assert.equal(hitsOf({ kind: 'business', name: `Zar${sign}ia LLC` }), ['2'], `a company with ${sign.codePointAt(0)?.toString(16)}`)
    assert.equal(
      hitsOf({ kind: 'person', name: `Sergei Anatolyevich Korol${sign}enko` }),
      ['4'],
      `a person with ${sign.codePointAt(0)?.toString(16)}`,
    )
  }
  for (const sign of ['™', '℠', '©', ' ™', '\u200e']) assert.equal(hitsOf({ kind: 'business', name: `Zaria${sign}` }), ['2'])
  assert.equal(hitsOf({ kind: 'business', name: '𝐙𝐚𝐫𝐢𝐚 LLC' }), ['2'])
  assert.equal(hitsOf({ kind: 'business', name: 'Zar ia LLC' }), hitsOf({ kind: 'business', name: 'Zar\u00a0ia LLC' }))
})

test('one typing error anywhere in a long name is passed over, as in a short one', () => {
  for (const word of ['Krasnodarneftegazstroy', 'Zarubezhneft', 'Vostokgazpro']) {
    const long = screeningIndex([{ id: '9', type: 'entity', name: `${word} LTD`, aliases: [] }])
    const missed = [...word].flatMap((letter, at) => {
      const [before, after] = [word.slice(0, at), word.slice(at + 1)]
      const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`
      const wrong = [`${before}${after}`, `${before}x${after}`, `${before}x${letter}${after}`, swapped]
      return wrong.filter((name) => long.candidates(prepareScreened({ kind: 'business', name })).length === 0)
    })
    assert.equal(missed, [])
  }
})

test('a hit tells the listed name that matched, its quality and why', () => {
  const [hit] = index.screen({ kind: 'business', name: 'Petrokhim-Vostok LLC' })
  assert.is(hit?.matchedName, 'PETROKHIM-VOSTOK')
  assert.is(hit?.quality, 'alias')
  assert.match(hit?.match.explanation ?? '', 'legal form LLC on one side only')
})

/** A person's name has no legal form: not the name of a listed individual, and not one of a screened person that ends in `Sa`. */
const toldForms: readonly (readonly [ScreenedName['kind'], string, Listed, explanation: string])[] = [
  ['business', 'Korolenko LLC', ['entity', 'KOROLENKO LTD'], 'the same words, but for the legal form; legal form LLC against Ltd'],
  [
    'business',
    'Sergei Korolenko LLC',
    ['unknown', 'SERGEI KOROLENKO'],
    'the same words, but for the legal form; legal form LLC on one side only',
  ],
  ['business', 'Korolenko LLC', ['entity', 'KOROLENKO LLC'], 'the same name'],
  ['business', 'Sergei Korolenko LLC', ['individual', 'KOROLENKO, Sergei'], 'the same name'],
  ['person', 'Sa Korolenko', ['unknown', 'KOROLENKO Sa'], 'in another order'],
]
for (const [kind, name, [type, listed], explanation] of toldForms)
  test(`the ${kind} "${name}" hits the ${type} ${listed}, and a reviewer reads "${explanation}"`, () => {
    const hits = screen(prepareScreened({ kind, name }), prepareListed({ id: '1', type, name: listed, aliases: [] }))
    assert.equal(
      hits.map(({ match }) => match.explanation),
      [explanation],
    )
  })

test('of several parties the likest stands first, each with the likest of its names', () => {
  const listed: readonly ListedParty[] = [
    { id: 'less', type: 'entity', name: 'WOSTOK PETROKHIM TRADING', aliases: [] },
    { id: 'most', type: 'entity', name: 'VOSTOK PETROKHIM', aliases: [{ name: 'VOSTOK PETROKHIM TRADING' }, { name: 'VOSTOK PETROHKIM' }] },
  ]
  const hits = screen(prepareScreened({ kind: 'business', name: 'Vostok Petrokhim Trading' }), listed.flatMap(prepareListed))
  assert.equal(
    hits.map(({ party, matchedName }) => [party.id, matchedName]),
    [
      ['most', 'VOSTOK PETROKHIM TRADING'],
      ['less', 'WOSTOK PETROKHIM TRADING'],
    ],
  )
})

test('of two names of a party that agree as much, the first is told', () => {
  const listed = prepareListed({
    id: '1',
    type: 'entity',
    name: 'VOSTOK PETROKHIM',
    aliases: [{ name: 'PETROKHIM, Vostok' }, { name: 'VOSTOK PETROKHIM' }],
  })
  const [hit] = screen(prepareScreened({ kind: 'business', name: 'Vostok Petrokhim' }), listed)
  assert.is(hit?.quality, 'name')
})

test('without the index the same hits are found among all names', () => {
  const all = parties.flatMap(prepareListed)
  for (const [kind, name, expected] of cases) {
    assert.equal(
      screen(prepareScreened({ kind, name }), all).map((hit) => hit.party.id),
      expected,
      name,
    )
  }
})

test.run()
