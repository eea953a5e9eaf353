// Screening of people: which spellings of a name are one, and what a reviewer reads of two names.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preparePerson } from '../../../src/evidence/matching/prepared-person.ts'
import { compareScreenedPeople } from '../../../src/evidence/matching/screened-person.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'
import { isHit } from './screened.ts'

const writtenTogether: readonly (readonly [string, string, boolean])[] = [
  ['SergeiAnatolyevichKorolenko', 'KOROLENKO, Sergei Anatolyevich', true],
  ['KorolenkoSergeiAnatolyevich', 'KOROLENKO, Sergei Anatolyevich', true],
  ['SergeiKorolenko', 'KOROLENKO, Sergei Anatolyevich', false],
  ['His Excellency Sergei Korolenko', 'KOROLENKO, Sergei', true],
  ['Abdulla Muddaris', 'MUDDARIS, Abdullah', true],
  ['Iuliia Korolenko', 'KOROLENKO, Yuliya', true],
  ['Wladislaw Korolentschuk', 'KOROLENCHUK, Vladislav', true],
]
for (const [name, listed, hit] of writtenTogether)
  test(`the person "${name}" ${hit ? 'hits' : 'does not hit'} ${listed}`, () => {
    assert.is(isHit('person', name, ['individual', listed]), hit)
    const [party] = screeningIndex([{ id: '1', type: 'individual', name: listed, aliases: [] }]).screen({ kind: 'person', name })
    assert.is(party !== undefined, hit)
  })

const spellingsOfPeople: readonly (readonly [why: string, name: string, listed: string, hit: boolean])[] = [
  ['Korean is spelt in several ways', 'Gim Jeong Un', 'KIM, Chong Un', true],
  ['Korean is spelt in several ways', 'Lee Eunsung', 'RI, Un Song', true],
  ['Korean is spelt in several ways', 'Chun Hyuk Park', 'PAK, Chon Hyok', true],
  ['another Korean name is another', 'Lee Eun Sik', 'RI, Un Song', false],
  ['another Korean name is another', 'Kim Jong', 'KIM, Chong Un', false],
  ['Wade-Giles is another spelling of Pinyin', 'Teng Hsiao-ping', 'DENG, Xiaoping', true],
  ['Wade-Giles is another spelling of Pinyin', 'Xueliang Zhang', 'CHANG, Hsueh-liang', true],
  ['a syllable that Pinyin lacks is one of Wade-Giles', 'Kao Ching-feng', 'GAO, Jingfeng', true],
  ['a syllable that Pinyin lacks is one of Wade-Giles', 'Hsu Pin', 'XU, Bin', true],
  ['two syllables are Chinese with a usual family name', 'Hsing Pi', 'XING, Bi', false],
  ['two names in Wade-Giles are two', 'Chung Hsueh-liang', 'CHANG, Hsueh-liang', false],
  ['Korean script is read by syllables', '김정은', 'KIM, Jong Un', true],
  ['Chinese script is read by syllables', '习近平', 'XI, Jinping', true],
  ['a Greek name is read by its sounds', 'Γιώργος Παπανδρέου', 'PAPANDREOU, Giorgos', true],
  ['a Greek name is read by its sounds', 'Ευάγγελος Ντινου', 'DINOU, Evangelos', true],
  ['two names in Pinyin are two', 'Zhang Baoding', 'CHANG, Paoting', false],
  ['two Chinese names, spelt correctly, are two', 'Jianping Wang', 'WANG, Jiantong', false],
  ['two Chinese names, spelt correctly, are two', 'Zheng Hongbo', 'ZHANG, Hongbo', false],
  ['a German spells the sound', 'Jewgeni Michailowitsch Korolenko', 'KOROLENKO, Yevgeny Mikhailovich', true],
  ['a German spells the sound', 'Dmitri Jakubowski', 'YAKUBOVSKY, Dmitri', true],
  ['a Pole spells the sound', 'Nikolay Wladimirowicz Kuznecow', 'KUZNETSOV, Nikolay Vladimirovich', true],
  ['a Frenchman spells the sound', 'Rouslan Korotine', 'KOROTIN, Ruslan', true],
  ['qaf is also a g', 'Muammar Gaddafi', 'QADHAFI, Muammar', true],
  ['Turkish writes c for j', 'Cemal Korolenko', 'KOROLENKO, Jamal', true],
  ['Turkish has no kh and dh', 'Halid Ramazan', 'RAMADHAN, Khalid', true],
  ['two names may be misspelt where no other is left', 'Tsits Muzrnda', 'MUZENDA, Tsitsi', true],
  ['two short names may not', 'Tsis Muzr', 'MUZE, Tsit', false],
  ['of three common names, another may be left out', 'Julio Estrada Gutierrez', 'ESTRADA GUTIERREZ, Julio Cesar', true],
  ['of two common names, none may', 'Julio Estrada', 'ESTRADA GUTIERREZ, Julio', false],
  ['a short name may be misspelt beside a telling one', 'Msxim Reshetnikov', 'RESHETNIKOV, Maxim Gennadyevich', true],
  ['an office behind a name is none', 'Sergei Korolenko, CEO', 'KOROLENKO, Sergei', true],
  ['an initial is no particle', 'Song Y. Choe', 'CHOE, Song Il', false],
  ['a role behind a name is none', 'Sergei Korolenko (Managing Director)', 'KOROLENKO, Sergei', true],
  ['a role behind a name is none', 'Sergei Korolenko - Secretary', 'KOROLENKO, Sergei', true],
  ['an address behind a name is none', 'Sergei Korolenko, 12 Main Street', 'KOROLENKO, Sergei', true],
  ['each of two people is screened', 'Sergei Korolenko and Anna', 'KOROLENKO, Sergei', true],
  ['each of two people is screened', 'Sergei & Anna Korolenko', 'KOROLENKO, Sergei', true],
  ['each of two people is screened', 'Sergei & Anna Korolenko', 'KOROLENKO, Anna', true],
  ['each of two people is screened', 'Anna Kolmu; Sergei Korolenko', 'KOROLENKO, Sergei', true],
  ['a name may be cut inside a word', 'Sergei Anatolyevich Korol', 'KOROLENKO, Sergei Anatolyevich', true],
  ['a name may be cut inside a word', 'KOROLENKO, Sergei Anatol', 'KOROLENKO, Sergei Anatolyevich', true],
  ['a name may be cut inside a word', 'Korolenko Sergei Anatol', 'KOROLENKO, Sergei Anatolyevich', true],
  ['a name that is cut has some of the family name', 'Sergei Anatolyevich Ko', 'KOROLENKO, Sergei Anatolyevich', false],
  ['a name that is cut is long', 'Sergei Kor', 'KOROLENKO, Sergei', false],
  ['a list may hold two names as one', 'Sergei Korolenko and Serhiy Korolenko', 'Sergei Korolenko and Serhiy Korolenko', true],
]
for (const [why, name, listed, hit] of spellingsOfPeople)
  test(`${why}: "${name}" ${hit ? 'hits' : 'does not hit'} ${listed}`, () => {
    assert.is(isHit('person', name, ['individual', listed]), hit)
    const [party] = screeningIndex([{ id: '1', type: 'individual', name: listed, aliases: [] }]).screen({ kind: 'person', name })
    assert.is(party !== undefined, hit)
  })

test('a name in Arabic script finds a common name that has more', () => {
  assert.ok(isHit('person', 'محمد علي', ['individual', 'ALI, Muhammad Hasan']))
  assert.not.ok(isHit('person', 'Muhammad Ali', ['individual', 'ALI, Muhammad Hasan']))
})

/** What a reviewer reads about the names of two people, and how far they agree. */
const people: readonly (readonly [string, string, score: number, explanation: string, options?: object])[] = [
  ['Jorge Gonzalez', 'GONZALEZ QUINONES, Jorge', 0.82, 'without "quinones"; only common names agree'],
  ['Jorge Quinones', 'QUINONES GONZALEZ, Jorge', 0.97, 'without "gonzalez"'],
  ['Jorge Gonzalez', 'GONZALEZ, Jorge', 1, 'the same name'],
  ['Jorge L Gonzalez', 'GONZALEZ, Jorge', 0.97, 'without "l"'],
  ['Jorge L Gonzalez', 'GONZALEZ, Jorge', 0.82, 'without "l"; only common names agree', { business: true }],
  ['Jorge Luis Gonzalez', 'GONZALEZ, Jorge', 0.82, 'without "luis"; only common names agree'],
  ['Muhammad Ali', 'ALI, Mohammed Hasan', 0.795, '"muhammad" sounds like "mohammed"; without "hasan"; only common names agree'],
  ['Jorge Luis Gonzalez', 'GONZALEZ, Jorge M', 0.65, '"luis" has no like; only common names agree'],
  ['Jorge Gonzalet', 'GONZALEZ QUINONES, Jorge', 0.764, '"gonzalet" against "gonzalez"; without "quinones"; only common names agree'],
  ['Oleksiy Michelle', 'MITCHELL, Oleksiy', 0.838, '"michelle" against "mitchell"; two common names, each spelt correctly'],
  ['Oleksiy Mitchel', 'MITCHELL, Oleksiy', 0.975, '"mitchel" sounds like "mitchell"'],
  ['Zoltan Maher', 'MAYER, Zoltan', 0.91, '"maher" against "mayer"'],
  ['Zoltan A Maher', 'MAYER, Zoltan', 0.83, '"mayer" against "maher"; without "a"; a short name misspelt, and others besides'],
  ['Zoltan A Mahers', 'MAYERS, Zoltan', 0.895, '"mayers" against "mahers"; without "a"'],
  ['Zoltan A Mater', 'MASTER, Zoltan', 0.845, '"master" against "mater"; without "a"; a short name misspelt, and others besides'],
  ['Zoltan Petrovski Ivan', 'PETROVSKAS, Zoltan', 0.78, '"petrovskas" against "petrovski"; without "ivan"'],
  ['Zoltan Karpen Ivan', 'KARPAN, Zoltan', 0.845, '"karpan" sounds like "karpen"; without "ivan"'],
  ['J Petrovsky', 'PETROVSKY, John Ivan', 0.895, 'initial "j" for "john"; without "ivan"'],
  ['Ling Bao', 'QUITE ANOTHER', 0, 'no names in common'],
  [
    'Jorge Gonzalez',
    'GONZALEZ QUINONES, Jorge',
    0.92,
    '"jorge" has the consonants of "jorge"; "gonzalez" has the consonants of "gonzalez"; without "quinones"',
    { consonantsOnly: true },
  ],
]
for (const [one, other, score, explanation, options = {}] of people)
  test(`the person "${one}" scores ${score} against ${other}${'business' in options ? ', as the owner of a business' : ''}: ${explanation}`, () =>
    assert.equal(compareScreenedPeople(preparePerson(one), preparePerson(other), options), { score, explanation }))

test.run()
