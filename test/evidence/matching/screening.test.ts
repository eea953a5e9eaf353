import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { preparePerson } from '../../../src/evidence/matching/prepared-person.ts'
import { compareScreened, prepareScreenedBusiness } from '../../../src/evidence/matching/screened-business.ts'
import { compareScreenedPeople } from '../../../src/evidence/matching/screened-person.ts'
import { prepareListed, prepareScreened, screen } from '../../../src/evidence/matching/screening.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'

const parties: readonly ListedParty[] = [
  { id: '1', type: 'entity', name: 'VOSTOK PETROKHIM TRADING LTD', aliases: [{ name: 'PETROKHIM-VOSTOK' }, { name: 'VPT', weak: true }] },
  { id: '2', type: 'entity', name: 'ZARIA', aliases: [] },
  { id: '3', type: 'individual', name: 'AL-HASHIMI, Muhammad Yusuf', aliases: [{ name: 'ABU YUSUF', weak: true }] },
  { id: '4', type: 'individual', name: 'KOROLENKO, Sergei Anatolyevich', aliases: [] },
  { id: '5', type: 'vessel', name: 'OCEAN STAR', aliases: [] },
  { id: '6', type: 'entity', name: 'KOROLENKO SHIPYARD', aliases: [] },
  { id: '7', type: 'unknown', name: 'ADRIANO JESUS REYNOSO', aliases: [] },
  { id: '8', type: 'unknown', name: 'REYNOSO CORDAGE WORKS', aliases: [] },
  { id: '9', type: 'unknown', name: 'LING BAO METALS', aliases: [] },
]
const index = screeningIndex(parties)
const hitsOf = (screened: ScreenedName): readonly string[] => index.screen(screened).map((hit) => hit.party.id)

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

for (const mark of [
  'd/b/a',
  'f/k/a',
  'fka',
  'n/k/a',
  'a/k/a',
  'formerly',
  'formerly known as',
  'also known as',
  'now known as',
  'c/o',
  'as agent for',
  '/',
  '; ',
])
  test(`a listed name in full after "${mark}" is found, and its words among others are not`, () => {
    assert.equal(hitsOf({ kind: 'business', name: `Brightwater Ventures LLC ${mark} Vostok Petrokhim` }), ['1'])
    assert.equal(hitsOf({ kind: 'business', name: `Vostok Petrokhim ${mark} Brightwater Ventures LLC` }), ['1'])
    assert.equal(hitsOf({ kind: 'business', name: `Brightwater Ventures LLC ${mark} Vostok Bakery` }), [])
    assert.equal(hitsOf({ kind: 'business', name: `Brightwater Vostok ${mark} Petrokhim Bakery` }), [])
  })

test('the branch of a listed company is found, and a dash in a name parts no words', () => {
  assert.equal(hitsOf({ kind: 'business', name: 'Zaria - Kolmu Branch' }), ['2'])
  assert.equal(hitsOf({ kind: 'business', name: 'Zaria - Kolmu Bakery' }), [])
})

for (const form of [
  'Zrt.',
  'OÜ',
  'PrJSC',
  'FGUP',
  'KGaA',
  'GmbH & Co. KGaA',
  'VOF',
  'V.O.F.',
  'CV',
  'MMC',
  'DWC-LLC',
  'S.à r.l.',
  'Sh.p.k.',
  'Sp. z o.o.',
  'd. d.',
  'Youxian Gongsi',
])
  test(`the legal form ${form} at the end of a name hides no listed business and no person`, () => {
    assert.equal(hitsOf({ kind: 'business', name: `Korolenko Shipyard ${form}` }), ['6'])
    assert.equal(hitsOf({ kind: 'business', name: `Sergei Korolenko ${form}` }), ['4'])
    assert.equal(hitsOf({ kind: 'business', name: `${form} Sergei Bakery Korolenko` }), [])
  })

test('a short word is a legal form only after two others, and a long one inside a name is none', () => {
  const words = (name: string) => prepareScreenedBusiness(name).words.map(({ text }) => text)
  assert.equal(words('Kolmu Vostok CV'), ['kolmu', 'vostok'])
  assert.equal(words('Kolmu CV'), ['kolmu', 'cv'])
  assert.equal(words('Kolmu Nyrt'), ['kolmu'])
  assert.equal(words('Kolmu Nyrt Vostok'), ['kolmu', 'nyrt', 'vostok'])
  assert.equal(words('Nyrt'), ['nyrt'])
})

/** Screens for one name on a list, which is its party's own, an alias, or a weak alias. */
const isHit = (kind: ScreenedName['kind'], name: string, [type, listed]: Listed, quality: Quality = 'name'): boolean => {
  const party =
    quality === 'name'
      ? { name: listed, aliases: [] }
      : { name: 'QUITE ANOTHER', aliases: [{ name: listed, weak: quality === 'weak alias' }] }
  return screen(prepareScreened({ kind, name }), prepareListed({ id: '1', type, ...party })).length > 0
}
type Listed = readonly [ListedParty['type'], string]
type Quality = 'name' | 'alias' | 'weak alias'

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

const readings: readonly (readonly [why: string, name: string, listed: string, hit: boolean])[] = [
  ['a courtesy is no part of a name', 'M/S Kolmu Vostok', 'KOLMU VOSTOK LTD', true],
  ['a courtesy is no part of a name', 'Messrs. Kolmu Vostok', 'KOLMU VOSTOK LTD', true],
  ['an office is no part of a name', 'Zaria Representative Office', 'ZARIA', true],
  ['an office is no part of a name', 'Zaria, Dubai Branch', 'ZARIA', false],
  ['an office is no part of a name', 'Zaria (Branch)', 'ZARIA', true],
  ['the number of an account is no part of a name', 'Zaria A/C 55120', 'ZARIA', true],
  ['the number of an account is no part of a name', 'Zaria #4471', 'ZARIA', true],
  ['the number of a name is', 'Zaria 1905', 'ZARIA', false],
  ['the number of an account is no part of a name', '0012345 Zaria', 'ZARIA', true],
  ['whom a payment is for is told before the name', 'ATTN Zaria', 'ZARIA', true],
  ['whom a payment is for is told before the name', 'Beneficiary: Zaria', 'ZARIA', true],
  ['whom a payment is for is told before the name', 'c/o Zaria', 'ZARIA', true],
  ['a word of a name is no courtesy', 'Name Zaria', 'ZARIA', false],
  ['a currency and a remark are no part of a name', 'Zaria USD', 'ZARIA', true],
  ['a currency and a remark are no part of a name', 'Zaria Regd.', 'ZARIA', true],
  ['a currency and a remark are no part of a name', 'Zaria, attn accounts', 'ZARIA', true],
  ['an address is no part of a name', 'Zaria, 12 Main Street, Kolmu', 'ZARIA', true],
  ['an address is no part of a name', 'Zaria Ltd PO Box 1433', 'ZARIA', true],
  ['an address is no part of a name', 'Zaria, Office 304, Al Maktoum Road', 'ZARIA', true],
  ['a number with an ordinary word is a name', 'Zaria Unit 731', 'ZARIA', false],
  ['a number with an ordinary word is a name', 'Military Ministry', 'MILITARY UNIT 34435', false],
  ['a country at the end says where', 'Kolmu Vostok Iran', 'KOLMU VOSTOK', true],
  ['a country at the end says where', 'Kolmu Vostok LLC Hong Kong', 'KOLMU VOSTOK', true],
  ['a country before other words tells', 'Iran Kolmu', 'KOLMU', false],
  ['a legal form before a place is a form', 'Kolmu Vostok SA - Dubai', 'KOLMU VOSTOK', true],
  ['a legal form behind an article is a form', 'The OOO Kolmu Vostok', 'KOLMU VOSTOK', true],
  ['UTF-8 that was read as Latin-1 is repaired', 'PetrokhÃ­m ZÃ¡ryan', 'PETROKHIM ZARYAN', true],
  ['letters of Latin-1 are no UTF-8', 'Petrokhím Âyan', 'PETROKHIM AYAN', true],
  ['a web page writes & otherwise', 'Kolmu &amp; Zaryan', 'KOLMU AND ZARYAN', true],
  ['a web page writes & otherwise', 'Kolmu&#39;s Zaryan', "KOLMU'S ZARYAN", true],
  ['a name is read without what stands in brackets', 'Zaria (HK)', 'ZARIA', true],
  ['a name is read without what stands in brackets', 'Zaria', 'ZARIA (PVT) LTD', true],
  ['a name is read without what stands in brackets', 'Mechanical Construction Factory', 'MECHANICAL CONSTRUCTION FACTORY (MCF)', true],
  ['a place in brackets tells common words apart', 'International Bank (Djibouti)', 'INTERNATIONAL BANK', false],
  ['two telling words in brackets are a name', 'Kolmu Zaryan', 'ZMT (KOLMU ZARYAN COMPANY)', true],
  ['a place or a form in brackets is no name', 'Zaryan (Hong Kong) Ltd', 'KOLMU (HONG KONG) LTD', false],
  ['a place or a form in brackets is no name', 'Zaryan (Joint Stock Company)', 'KOLMU (JOINT STOCK COMPANY)', false],
  ['a long name may be cut', 'Petrokhim Directorate of Mili', 'PETROKHIM DIRECTORATE OF MILITARY COUNTERINTELLIGENCE', true],
  [
    'a short name is not the beginning of a longer one',
    'Petrokhim Directorate',
    'PETROKHIM DIRECTORATE OF MILITARY COUNTERINTELLIGENCE',
    false,
  ],
  ['a shorter one may be cut inside a word', 'Petrokhim Directo', 'PETROKHIM DIRECTORATE OF MILITARY COUNTERINTELLIGENCE', true],
  ['a shorter one may be cut inside a word', 'JSC Kolmutelekommunik', 'KOLMUTELEKOMMUNIKATSII JSC', true],
  [
    'a long one may be cut inside its form',
    'Kolmu Vostok Zaryan Petrokhim Limited Lia',
    'KOLMU VOSTOK ZARYAN PETROKHIM LIMITED LIABILITY COMPANY',
    true,
  ],
  ['a shorter one may be cut inside a word', 'Petrokhim Dir', 'PETROKHIM DIRECTORATE OF MILITARY COUNTERINTELLIGENCE', false],
  ['ordinary words that are cut tell nothing', 'Golden Summit Adven', 'GOLDEN SUMMIT ADVENTURE WORLD', false],
  ['legal forms are no beginning', 'Aktsionernoe Obshchestvo Kol', 'AKTSIONERNOE OBSHCHESTVO KOLNET VOSTOK', false],
  ['an ordinary word may be misspelt where all others agree', 'Agrcultural Bank', 'AGRICULTURAL BANK', true],
  ['an ordinary word may be misspelt where all others agree', 'Voicr of Europe', 'VOICE OF EUROPE', true],
  ['another ordinary word is no misspelling', 'Horticultural Bank', 'AGRICULTURAL BANK', false],
  ['a word of another language is the same word', 'Zaria Banque', 'ZARIA BANK', true],
  ['letters that look like one are one error', 'Petrokhirn Zaryan', 'PETROKHIM ZARYAN', true],
  ['one telling word may lack a letter', 'Zarinor Ltd', 'ZARINTOR', true],
  ['another letter in one telling word is another name', 'Zarinpor', 'ZARINTOR', true],
  ['another letter in one telling word is another name', 'Kolnen Ltd', 'KOLNET', false],
  ['a digit for a letter is the letter', 'PROMSVYAZ8ANK', 'PROMSVYAZBANK', true],
]
for (const [why, name, listed, hit] of readings)
  test(`${why}: "${name}" ${hit ? 'hits' : 'does not hit'} ${listed}`, () => {
    assert.is(isHit('business', name, ['entity', listed]), hit)
    const [party] = screeningIndex([{ id: '1', type: 'entity', name: listed, aliases: [] }]).screen({ kind: 'business', name })
    assert.is(party !== undefined, hit)
  })

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

/** What a reviewer reads about the names of two businesses, and how far they agree. */
const businesses: readonly (readonly [string, string, score: number, explanation: string])[] = [
  ['Petrokhim LLC', 'PETROKHIM LLC', 1, 'the same name'],
  ['Sun Belt', 'SUNBELT', 1, 'the same name'],
  ['!!!', '???', 0, 'a name without letters'],
  ['!!!', 'PETROKHIM', 0, 'a name without letters'],
  ['PETROKHIM', '!!!', 0, 'a name without letters'],
  // Legal forms, wherever they are and however they are cut.
  ['Petrokhim LLC', 'PETROKHIM JSC', 1, 'the same words, but for the legal form'],
  ['Petrokhim', 'PETROKHIM JSC', 1, 'the same words, but for the legal form'],
  ['Trading LLC', 'TRADING', 1, 'the same words, but for the legal form'],
  ['The Trading LLC', 'TRADING LLC', 1, 'the same words, but for the legal form'],
  ['Trading LLC', 'TRADING JSC', 0, 'common words alone'],
  ['Trading House', 'HOUSE TRADING', 0, 'common words alone'],
  ['Petrokhim Trading', 'TRADING', 0, 'common words alone'],
  ['The Trading Limted', 'TRADING LIMTED', 1, 'the same words, but for the legal form'],
  ['Trading Limted', 'TRADING COMPNY', 0, 'common words alone'],
  ['LLC', 'JSC', 0, 'no words in common; only common words agree'],
  ['The Vostok Trading', 'VOSTOK TRADING', 1, 'the same words, but for the legal form'],
  ['Vostok Constr', 'VOSTOK CONSTRUCTION', 1, 'the same words, but for the legal form'],
  ['Security Code Com', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Code Co', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Comp LLC', 'SECURITY', 1, 'the same words, but for the legal form'],
  ['Security Comp Limted', 'SECURITY', 1, 'the same words, but for the legal form'],
  ['Security Code Compny', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Code Stck', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['As Security Code', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Llc Code', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Gmbh Code', 'SECURITY CODE', 1, 'the same words, but for the legal form'],
  ['Security Comp Code', 'SECURITY CODE', 0.714, '"comp" only in the one; only ordinary words agree, beside others'],
  ['Security Code Xompany', 'SECURITY CODE', 0.714, '"xompany" only in the one; only ordinary words agree, beside others'],
  ['Security Code Clos', 'SECURITY CODE', 0.714, '"clos" only in the one; only ordinary words agree, beside others'],
  ['Security Sal Code', 'SECURITY CODE', 0.714, '"sal" only in the one; only ordinary words agree, beside others'],
  ['Security As Code', 'SECURITY CODE', 0.714, '"as" only in the one; only ordinary words agree, beside others'],
  // Abbreviations of common words.
  ['Vostok Trdg', 'VOSTOK TRADING', 0.98, '"trdg" for "trading"'],
  ['Vostok Trd', 'VOSTOK TRADING', 0.8, '"trd" for "trading"; an ordinary word, spelt correctly, for another'],
  ['Vostok Tr', 'VOSTOK TRADING', 0.5, '"tr" only in the one; "trading" only in the other; one short telling word, beside others'],
  ['Vostok Tad', 'VOSTOK TRADING', 0.5, '"tad" only in the one; "trading" only in the other; one short telling word, beside others'],
  ['Vostok Xrdg', 'VOSTOK TRADING', 0.5, '"xrdg" only in the one; "trading" only in the other; one short telling word, beside others'],
  ['Vostok Trdgq', 'VOSTOK TRADING', 0.5, '"trdgq" only in the one; "trading" only in the other; one short telling word, beside others'],
  ['VOSTOK TRADING', 'Vostok Trdg', 0.98, '"trdg" for "trading"'],
  ['Vostok Trading', 'VOSTOK TRD', 0.8, '"trd" for "trading"; an ordinary word, spelt correctly, for another'],
  ['Vostok Trdng', 'VOSTOK TRADING', 0.98, '"trdng" for "trading"'],
  ['Vostok Tadg', 'VOSTOK TRADING', 0.98, '"tadg" for "trading"'],
  ['Vostok Radng', 'VOSTOK TRADING', 0.5, '"radng" only in the one; "trading" only in the other; one short telling word, beside others'],
  ['Vostok Tra', 'VOSTOK TRADING', 0.8, '"tra" for "trading"; an ordinary word, spelt correctly, for another'],
  ['Vostok Agc', 'VOSTOK AGENCY', 0.8, '"agc" for "agency"; an ordinary word, spelt correctly, for another'],
  ['Vostok Far', 'VOSTOK FARM', 0.8, '"far" against "farm"; an ordinary word, spelt correctly, for another'],
  ['Vostok Orgn', 'VOSTOK OREGON', 0.463, '"orgn" only in the one; "oregon" only in the other; one short telling word, beside others'],
  // Two words for one.
  ['Sun Belt', 'SUNBALT', 0.88, '"sun belt" against "sunbalt"'],
  ['Qu Zo Group', 'QUZO', 0.925, '"qu zo" against "quzo"; "group" only in the one'],
  ['Qu Zo LLC', 'QUZO JSC', 0.98, '"qu zo" against "quzo"'],
  ['Qu Zoo LLC', 'QUZOO JSC', 0.98, 'the same letters with other spaces'],
  // Too little agrees.
  [
    'Exclusive Garden',
    'EXCLUSIVE GARDENS CENTER',
    0.8,
    '"garden" against "gardens"; "center" only in the other; only ordinary words agree, beside others',
  ],
  [
    'Horizonx Center',
    'HORIZON CENTER SHIPPING',
    0.8,
    '"horizonx" against "horizon"; "shipping" only in the other; only ordinary words agree, beside others',
  ],
  ['Rising Sun Trading', 'RISING SUN TRADING CONSULTING', 0.8, '"consulting" only in the other; only ordinary words agree, beside others'],
  ['Future Hope Bridge Ministries', 'FUTURE HOPE BRIDGE', 0.96, '"ministries" only in the one'],
  ['Schneider Group', 'SCHNEIDER GROUP HOLDINGS', 0.8, '"holdings" only in the other; only ordinary words agree, beside others'],
  ['Golden Star', 'GOLDEN STAR SHIPPING', 0.8, '"shipping" only in the other; one short telling word, beside others'],
  ['Sun Properties', 'SUN PROPERTIES GROUP', 0.954, '"group" only in the other'],
  ['Sun Properties', 'SUN PROPERTIES MOSCOW', 0.94, '"moscow" only in the other'],
  ['Sun Properties', 'SUN PROPERTIES DENTAL', 0.8, '"dental" only in the other; only ordinary words agree, beside others'],
  ['Petrokhim Properties', 'PETROKHIM PROPERTIES DENTAL', 0.909, '"dental" only in the other'],
  ['Petrokhi Properties', 'PETROKHI PROPERTIES DENTAL', 0.909, '"dental" only in the other'],
  ['Petrokh Properties', 'PETROKH PROPERTIES DENTAL', 0.8, '"dental" only in the other; one short telling word, beside others'],
  [
    'Petrokhim Dental',
    'PETROKHIM BAKERY',
    0.714,
    '"dental" only in the one; "bakery" only in the other; one telling word, and either name has more',
  ],
  [
    'Petrokhim Trading Dental',
    'PETROKHIM TRADING BAKERY',
    0.758,
    '"dental" only in the one; "bakery" only in the other; one telling word, and either name has more',
  ],
  ['Petrokhim Vostok Dental', 'PETROKHIM VOSTOK BAKERY', 0.833, '"dental" only in the one; "bakery" only in the other'],
  [
    'Petrokhim Group',
    'PETROKHIM HOLDINGS',
    0.8,
    '"group" only in the one; "holdings" only in the other; one telling word, and either name has more',
  ],
  ['M Petrokhim', 'MOGO PETROKHIM', 0.8, '"m" against "mogo"; an initial, beside one telling word'],
  ['M Petrokhim Zaryan', 'MOGO PETROKHIM ZARYAN', 0.94, '"m" against "mogo"'],
  [
    'M Petrokhim Zaryan',
    'MOGO PETROKHIM ZARYAN GROUP',
    0.8,
    '"m" against "mogo"; "group" only in the other; an initial, beside other words',
  ],
  ['Kolnet', 'KOLNEN', 0.8, '"kolnet" against "kolnen"; the one telling word is misspelt'],
  ['Kolnet Bank', 'KOLNEN BANK', 0.8, '"kolnet" against "kolnen"; the one telling word is misspelt'],
  ['Kolnet Vostok', 'KOLNEN VOSTOK', 0.925, '"kolnet" against "kolnen"'],
  ['Kolnets', 'KOLNENS', 0.8, '"kolnets" against "kolnens"; the one telling word is misspelt'],
  ['Kolnetsk', 'KOLNENSK', 0.888, '"kolnetsk" against "kolnensk"'],
  ['Kolnetska', 'KOLMETSKU', 0.8, '"kolnetska" against "kolmetsku"'],
  ['Kolm Vostok', 'KOLOM VOSTOK', 0.8, '"kolm" against "kolom"; the one telling word is misspelt'],
  ['Kolmi Vostok', 'KOLMU VOSTOK', 0.91, '"kolmi" against "kolmu"'],
  ['Bom Vostak', 'BLOM VOSTOK', 0.775, '"vostak" against "vostok"; "bom" against "blom"'],
  ['Bom Vostok', 'BLOM VOSTOK', 0.8, '"bom" against "blom"; the one telling word is misspelt'],
  ['Bom Vostok Trading', 'BLOM VOSTOK TRADING', 0.8, '"bom" against "blom"; the one telling word is misspelt'],
  ['Bom Vostok Trading House', 'BLOM VOSTOK TRADING HOUSE', 0.88, '"bom" against "blom"'],
  ['Store 12', 'STORE 21', 0.207, '"12" only in the one; "21" only in the other; only common words agree'],
  ['Verso II', 'VERSO III', 0.51, '"ii" only in the one; "iii" only in the other; one short telling word, beside others'],
  ['Verso Bow', 'VERSO BEW', 0.8, '"bow" against "bew"; the one telling word is misspelt'],
  ['Verso Qu', 'VERSO QA', 0.385, '"qu" only in the one; "qa" only in the other; one short telling word, beside others'],
  ['Verso Qu', 'VERSO QUA', 0.385, '"qu" only in the one; "qua" only in the other; one short telling word, beside others'],
  ['Bank Bow', 'BANK BEW', 0.135, '"bow" only in the one; "bew" only in the other; only common words agree'],
  // The same words, nearly.
  ['Petrokhim Zaryan', 'ZARYAN PETROKHIM', 0.98, 'the same words in another order'],
  ['Petrokhim Petrokhim', 'PETROKHIM', 0.667, '"petrokhim" only in the one'],
  ['Night Owls Zaryan', 'NIGHTOWL ZARYAN', 0.94, '"night owls" against "nightowl"'],
  ['Verso Farms', 'VERSO FARM', 0.994, '"farms" against "farm"'],
  ['Zaryan', 'ZARYANS', 0.97, '"zaryan" against "zaryans"'],
  ['Xaryan Verso', 'ZARYAN VERSO', 0.908, '"xaryan" against "zaryan"'],
  ['Smith LLC dba Petrokhim', 'SMITH LLC DBA PETROKHIM', 1, 'the same name'],
  ['Smith LLC dba Petrokhim', 'PETROKHIM', 1, 'the same name; one of the names in it'],
  ['Smith LLC', 'PETROKHIM DBA SMITH', 1, 'the same words, but for the legal form; one of the names in it'],
  ['Smith LLC dba Petrokhim', 'VOSTOK DBA PETROKHIM', 1, 'the same name; one of the names in it'],
]
for (const [one, other, score, explanation] of businesses)
  test(`the business "${one}" scores ${score} against ${other}: ${explanation}`, () =>
    assert.equal(compareScreened(prepareScreenedBusiness(one), prepareScreenedBusiness(other)), { score, explanation }))

/** One word of each ending that ordinary words have: it points to none of the businesses that have it. */
const ordinaryWords =
  'navigations agreements fondness velocity amenities fragrances offerings regionals creatives drinkable edibles momentous fearful flawless fellowships optimism cyclists robotics tannery advisory mythology typography commerce nacion calidad suavemente labranza woodfords brightons ashevilles oakwoods springfields lancashire edinburgh rutlands treehouses moonlights keystones ainsworth cambridge seabrook rockfalls handcrafts clockworks riverside airlines flashpoints colours naturally organized analysed'
test('a word of an ordinary ending finds no longer name that has it', () => {
  const finds = (word: string) => isHit('business', `${word} LLC`, ['entity', `${word} GARANTEX IMPORT`])
  assert.equal(ordinaryWords.split(' ').filter(finds), [])
  assert.equal(
    ['Stankogomel', 'Woodfordia', 'Landsgard', 'Garantexo'].filter((word) => !finds(word)),
    [],
  )
})

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

test('a name in Arabic script finds a common name that has more', () => {
  assert.ok(isHit('person', 'محمد علي', ['individual', 'ALI, Muhammad Hasan']))
  assert.not.ok(isHit('person', 'Muhammad Ali', ['individual', 'ALI, Muhammad Hasan']))
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
