// Screening of businesses: what belongs to a name and what does not, and what a reviewer reads of two names.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareScreened, prepareScreenedBusiness } from '../../../src/evidence/matching/screened-business.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'
import { hitsOf, isHit } from './screened.ts'

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

test.run()
