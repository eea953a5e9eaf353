import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareNames, type NameComparison, normaliseName, splitDba } from '../../../src/evidence/matching/names.ts'
import { similarFrom } from '../../../src/evidence/matching/thresholds.ts'

type Kind = NameComparison['kind']

const pairs: readonly (readonly [string, string, Kind])[] = [
  // Nothing differs but the way of writing
  ['Acme, L.L.C.', 'ACME LLC', 'exact'],
  ['Acme L L C', 'Acme Limited Liability Company', 'exact'],
  ['Acme Limited Liability Co', 'acme llc', 'exact'],
  ['Widget Mfg. Co.', 'WIDGET MANUFACTURING COMPANY', 'exact'],
  ['Pacific Intl. Corp.', 'Pacific International Corporation', 'exact'],
  ['Café Olé Inc', 'CAFE OLE, INC.', 'exact'],
  ['Müller GmbH', 'Muller G.m.b.H.', 'exact'],
  ['Smith & Sons', 'Smith and Sons', 'exact'],
  ['Smith + Sons', 'Smith & Sons', 'exact'],
  ["Joe's Diner", 'Joes Diner', 'exact'],
  ['Joe´s Diner', 'Joes Diner', 'exact'],
  ['Joe’s Diner', "JOE'S DINER", 'exact'],
  ['Joe`s Diner', "JOE'S DINER", 'exact'],
  ['Joe′s Diner', "JOE'S DINER", 'exact'],
  ['Joeꞌs Diner', "JOE'S DINER", 'exact'],
  ['Joe\u0092s Diner', "JOE'S DINER", 'exact'],
  ['A.B.C. Services', 'A B C Svcs', 'exact'],
  ['Saint Mary Hospital', 'St. Mary Hosp', 'exact'],
  ['Johnson Bros.', 'Johnson Brothers', 'exact'],
  ['Mt. Hood Realty', 'Mount Hood Realty', 'exact'],
  ['Rock ’n’ Roll Pizza', 'Rock and Roll Pizza', 'exact'],
  ['Two Rivers Dental PC', '2 Rivers Dental P.C.', 'exact'],
  ['First National Title', '1st National Title', 'exact'],
  ['Constructor Supply LLC', 'CONSTRUCTOR SUPPLY, L.L.C.', 'exact'],
  ['Banco Exterior S.A.', 'BANCO EXTERIOR SA', 'exact'],
  ['Fondiaria S.p.A.', 'FONDIARIA SpA', 'exact'],
  ['Łódź Trading Sp. z o.o.', 'Lodz Trading Sp z o o', 'exact'],
  ['Smith, Jones & Partners LLP', 'SMITH JONES AND PARTNERS LLP', 'exact'],
  ['LLC', 'llc', 'exact'],

  // The same words
  ['Acme', 'Acme LLC', 'equivalent'],
  ['The Acme Company', 'Acme', 'equivalent'],
  ['Acme Inc', 'Acme Corporation', 'equivalent'],
  ['Acme Co., Inc.', 'Acme Inc', 'exact'],
  ['Acme Ltd', 'Acme Inc.', 'equivalent'],
  ['OOO Vektor', 'Vektor LLC', 'equivalent'],
  ['PT Maju Jaya', 'Maju Jaya', 'equivalent'],
  ['Sons & Smith Plumbing', 'Smith and Sons Plumbing', 'equivalent'],
  ['Plumbing Kowalski', 'Kowalski Plumbing', 'equivalent'],
  ['SunBelt Properties', 'Sun Belt Properties LLC', 'equivalent'],
  ['Wal-Mart Logistics', 'Walmart Logistics', 'equivalent'],
  ['Blue Sky Bakery', 'BlueSky Bakery', 'equivalent'],
  ['Bank of Harney', 'Harney Bank', 'equivalent'],
  ['Cascade Falls Inn, LLC', 'Inn at Cascade Falls', 'equivalent'],
  ['Smith Holdings LLC d/b/a Joe’s Diner', "Joe's Diner", 'exact'],
  ['Smith Holdings LLC DBA Joes Diner', 'Smith Holdings, LLC', 'exact'],
  ['Smith Holdings doing business as Harvest Table', 'Harvest Table LLC', 'equivalent'],
  ['Kestrel Designs', 'Kestrel Design', 'equivalent'],

  // Worth a look
  ['Acme LLC', 'Acme Inc', 'similar'],
  ['Kestrel Partners LP', 'Kestrel Partners Inc', 'similar'],
  ['Acme Constrution', 'Acme Construction', 'similar'],
  ['Kestrell Plumbing', 'Kestrel Plumbing', 'similar'],
  ['Ketsrel Plumbing', 'Kestrel Plumbing', 'similar'],
  ['Willamete Vineyards', 'Willamette Vineyards', 'similar'],
  ['Hendersen Orthopedics', 'Henderson Orthopaedics', 'similar'],
  ['J Kowalski Plumbing', 'Jan Kowalski Plumbing', 'similar'],
  ['Kestrel Plumbing', 'Kestrel Plumbing & Heating', 'similar'],
  ['Kestrel', 'Kestrel Services', 'similar'],
  ['Kestrel Landscaping of Oregon', 'Kestrel Landscaping', 'similar'],
  ['Martin Construction', 'Marvin Construction', 'similar'],
  ['Quality Kestrel Roofing', 'Kestrel Roofing', 'similar'],

  // Different businesses
  ['ABC Services', 'XYZ Services', 'different'],
  ['ABC Services LLC', 'ABD Services LLC', 'different'],
  ['Lane LLC', 'Lake LLC', 'different'],
  ['Ace LLC', 'Ice LLC', 'different'],
  ['Smith Holdings II', 'Smith Holdings III', 'different'],
  ['Route 66 Diner', 'Route 67 Diner', 'different'],
  ['Store 12 LLC', 'Store 21 LLC', 'different'],
  ['CIP18 Verso Owner', 'CIP19 Verso Owner', 'different'],
  ['1st Street Cafe', '2nd Street Cafe', 'different'],
  ['Pacific Construction', 'Atlantic Construction', 'different'],
  ['Portland Home Care', 'Salem Home Care', 'different'],
  ['Johnson Brothers Plumbing', 'Jackson Brothers Plumbing', 'different'],
  ['Best Home Care LLC', 'Home Care LLC', 'different'],
  ['Acme Plumbing', 'Acme Roofing', 'different'],
  ['Kestrel Painting', 'Kestrel Printing', 'different'],
  ['Global Consulting Group', 'National Consulting Group', 'different'],
  ['Oregon Real Estate', 'Oregon Estate Sales', 'different'],
  ['Luxe Nail Spa', 'Luxe Hair Salon', 'different'],
  ['Blue River Farms', 'Red River Farms', 'different'],
  ['International Holdings LLC', 'Kestrel International Holdings LLC', 'different'],
  ['Trust', 'Corporation', 'different'],
  ['Kestrel', 'Falcon', 'different'],
  ['AB Trucking', 'AC Trucking', 'different'],
  ['Green Leaf Wellness', 'Green Life Wellness', 'different'],
  ['Hernandez Family Farm', 'Fernandez Family Trust', 'different'],
  ['Mountain View Dental', 'Lake View Dental', 'different'],
  ['', 'Acme', 'different'],
  ['!!!', '???', 'different'],
]

for (const [a, b, kind] of pairs) {
  test(`"${a}" and "${b}" are ${kind}`, () => {
    const comparison = compareNames(a, b)
    assert.is(comparison.kind, kind, JSON.stringify(comparison))
    assert.ok(comparison.score >= 0 && comparison.score <= 1)
    assert.ok(comparison.explanation.length > 0)
  })

  test(`"${b}" and "${a}" score the same in either order`, () => {
    assert.ok(Math.abs(compareNames(a, b).score - compareNames(b, a).score) < 0.001)
  })
}

/** What a reviewer is told: how far two names agree, and what differs. From 0.97 on a name counts as verified, from 0.8 on as similar. */
const told: readonly (readonly [string, string, score: number, explanation: string])[] = [
  ['Kestrel Plumbing', 'Kestrel Plumbing', 1, 'the same name'],
  ['Kestrel Plumbing LLC', 'Kestrel Plumbing', 0.98, 'the same words; legal form LLC on one side only'],
  ['Kestrel Plumbing Inc', 'Kestrel Plumbing Corp', 0.96, 'the same words; legal form Inc against Corp'],
  ['Kestrel Plumbing Inc', 'Kestrel Plumbing LLC', 0.93, 'the same words; legal form Inc against LLC'],
  ['The Kestrel Plumbing', 'Kestrel Plumbing', 1, 'the same words'],
  ['Plumbing Kestrel', 'Kestrel Plumbing', 0.98, 'the same words in another order'],
  ['Night Owl Software', 'Nightowl Software', 0.98, 'the same letters with other spaces'],
  ['Night Owl Software Consulting', 'Nigthowl Software Consulting', 0.92, '"night owl" against "nigthowl"'],
  ['Kestrel', 'Kestrel Services', 0.889, '"services" only in the other'],
  ['Kestrel Plumbing', 'Kestrel Heating', 0.714, '"plumbing" only in the one; "heating" only in the other'],
  ['Kestrel Heating Reno', 'Kestrel Heating', 0.714, '"reno" only in the one'],
  ['Kestrel 2', 'Kestrel 3', 0.581, '"2" only in the one; "3" only in the other'],
  ['Kestrel Plumbing', 'Heron Roofing', 0, 'no words in common'],
  ['Kestrell Plumbing', 'Kestrel Plumbing', 0.91, '"kestrell" against "kestrel"'],
  ['Xestrel Plumbing', 'Kestrel Plumbing', 0.874, '"xestrel" against "kestrel"'],
  ['Kestrel Salvage Bow', 'Kestrel Salvage Bew', 0.9, '"bow" against "bew"'],
  ['Kestrel Farms', 'Kestrel Farm', 0.994, '"farms" against "farm"'],
  ['', 'Acme', 0, 'a name without letters'],
  ['--', '--', 0, 'a name without letters'],
  ['Smith Holdings LLC dba Joes Diner', 'Joes Diner', 1, 'the same name; one of the names joined by "doing business as"'],
  ['Luxe Day Spa', 'Luxe Day', 0.941, '"spa" only in the one'],
  ['Fondiaria S. p. A.', 'Fondiaria SpA', 1, 'the same name'],
  ['Fondiaria S.p.A', 'Fondiaria SpA', 1, 'the same name'],
  ['Fondiaria S.p. A., Roma', 'Fondiaria Roma', 0.941, '"spa" only in the one'],
  ['Ironwood Bank, N.A.', 'Ironwood Bank NA', 1, 'the same name'],
  ['Ironwood Bank N.A. Trading', 'Ironwood Bank NA Trading', 1, 'the same name'],
  ['U.S. Steelworks', 'US Steelworks', 1, 'the same name'],
  ['A B.C. Services', 'ABC Services', 0.135, '"bc" only in the one; "abc" only in the other'],
  ['St.Clair Foods', 'St Clair Foods', 1, 'the same name'],
  ['Ab Cd', 'Abcd', 0.98, '"ab cd" against "abcd"'],
  ['Ab Cde', 'Abcde', 0.98, 'the same letters with other spaces'],
  ['Kestrel  --  Farms', 'Kestrel Farms', 1, 'the same name'],
  ['R.1.V Kestrel', 'R1V Kestrel', 0.98, 'the same letters with other spaces'],
  ['X dba', 'X', 0.545, '"dba" only in the one'],
  ['Plumbing Kestrel Reno', 'Kestrel Plumbing', 0.714, '"reno" only in the one'],
  ['Kestrel Plumbing', 'Plumbing Kestrel Reno', 0.714, '"reno" only in the other'],
  ['Kestrel Trdg', 'Kestrel Trading', 0.5, '"trdg" only in the one; "trading" only in the other'],
  ['Sun Ark Bakery', 'Sunirk Bakery', 0.094, '"sun", "ark" only in the one; "sunirk" only in the other'],
  ['Sun Belt Bakery', 'Sunbalt Bakery', 0.904, '"sun belt" against "sunbalt"'],
  ['Kestrel', 'Kastrol Kestral', 0.581, '"kestrel" against "kestral"; "kastrol" only in the other'],
  ['Kestrel', 'Kestral Kastrol', 0.581, '"kestrel" against "kestral"; "kastrol" only in the other'],
  ['Sun Bel Way', 'Sunbel Belway', 0.377, '"sun bel" against "sunbel"; "way" only in the one; "belway" only in the other'],
  ['Sunbel Belway', 'Sun Bel Way', 0.377, '"sun bel" against "sunbel"; "belway" only in the one; "way" only in the other'],
  ['Kestrel Lantern7', 'Kestrel Lanterns', 0.439, '"lantern7" only in the one; "lanterns" only in the other'],
  ['Ab Kestrel', 'Abs Kestrel', 0.385, '"ab" only in the one; "abs" only in the other'],
  ['Zaryan America', 'Zaryan American', 0.581, '"america" only in the one; "american" only in the other'],
  ['Acme', '', 0, 'a name without letters'],
  ['Fondiaria SpA', 'Fondiaria', 0.98, 'the same words; legal form SpA on one side only'],
  ['Kestrel Plumbing LLC', 'Kestrel Heating Inc', 0.664, '"plumbing" only in the one; "heating" only in the other'],
  ['Smith LLC dba Joes', 'Smith LLC dba Joes', 1, 'the same name'],
  ['Kowalski & Sons Inc', 'Sons and Kowalski LLC', 0.911, 'the same words in another order; legal form Inc against LLC'],
]
for (const [a, b, score, explanation] of told)
  test(`"${a}" against "${b}" scores ${score}: ${explanation}`, () => {
    const compared = compareNames(a, b)
    assert.equal([compared.score, compared.explanation], [score, explanation])
  })

test('a name falls into core words and legal form', () => {
  assert.equal(normaliseName('The Kestrel Mfg. Co., L.L.C.'), {
    text: 'the kestrel manufacturing llc',
    tokens: ['the', 'kestrel', 'manufacturing', 'llc'],
    legalForm: 'LLC',
    core: ['kestrel', 'manufacturing'],
  })
  assert.equal(
    ['Kestrel LLC of Nevada', 'OOO Vostok', 'Trading Co. LLC', 'Kestrel S.p.A.', "A. B. Kestrel's"].map((name) => normaliseName(name).text),
    ['kestrel of nevada llc', 'vostok ooo', 'trading llc', 'kestrel spa', 'ab kestrels'],
  )
  assert.is(normaliseName('Corporation').core[0], 'corporation')
  for (const name of ['Luxe Nail Spa', 'Joint Venture Kestrel Bakery']) assert.is(normaliseName(name).legalForm, null, name)
  assert.is(normaliseName('Kestrel Limited Liability Company of Nevada').text, 'kestrel of nevada llc')
})

/** Each legal form in one of its longer spellings. */
const forms: Readonly<Record<string, string>> = {
  LLC: 'Ltd. Liability Co.',
  PLLC: 'Professional Limited Liability Company',
  LC: 'L.C.',
  Inc: 'Incorporated',
  Corp: 'Benefit Corp.',
  Co: 'Compañía',
  Ltd: 'Co., Limited',
  'Pty Ltd': 'Proprietary Limited',
  'Pvt Ltd': 'Private Limited Company',
  'Sdn Bhd': 'Sendirian Berhad',
  LP: 'Limited Partnership',
  LLP: 'Limited Liability Partnership',
  LLLP: 'Limited Liability Limited Partnership',
  GP: 'General Partnership',
  PC: 'Professional Corporation',
  PA: 'Professional Association',
  PSC: 'P.S.C.',
  GmbH: 'Ges.mbH',
  AG: 'Aktiengesellschaft',
  KG: '& Co. KG',
  SA: 'S.A. de C.V.',
  SAS: 'Société par actions simplifiée',
  SAL: 'SAL (Offshore)',
  SARL: 'Société à responsabilité limitée',
  SRL: 'S. de R.L. de C.V.',
  SL: 'Sociedad Limitada',
  SpA: 'Società per azioni',
  Ltda: 'Cía. Ltda.',
  BV: 'Besloten Vennootschap',
  NV: 'N.V.',
  AB: 'Aktiebolag',
  AS: 'Aktieselskab',
  Oy: 'Oyj',
  'AS (Turkey)': 'Anonim Şirketi',
  OOO: 'Obshchestvo s ogranichennoy otvetstvennostyu',
  JSC: 'Public Joint Stock Company',
  DOO: 'Sp. z o.o.',
  PT: 'Perseroan Terbatas',
  FZE: 'Free Zone Establishment',
  KK: 'Kabushiki Kaisha',
  Coop: 'Co-operative',
}
for (const [form, spelling] of Object.entries(forms))
  test(`"Kestrel ${spelling}" is a ${form}`, () => {
    const { legalForm, core } = normaliseName(`Kestrel ${spelling}`)
    assert.equal([legalForm, core], [form, ['kestrel']])
  })

test('the core is never empty while the name has letters', () => {
  for (const name of ['LLC', 'The', 'Inc Inc', 'The LLC', 'A', 'of the', 'PT', 'PT PT'])
    assert.ok(normaliseName(name).core.length > 0, name)
})

test('a name and the names it trades under are told apart', () => {
  assert.equal(splitDba('Smith Holdings LLC, d/b/a Joe’s Diner'), { name: 'Smith Holdings LLC', dbas: ['Joe’s Diner'] })
  assert.equal(splitDba('X Inc dba One dba Two'), { name: 'X Inc', dbas: ['One', 'Two'] })
  assert.equal(splitDba('Adba Foods'), { name: 'Adba Foods', dbas: [] })
  assert.equal(splitDba('DBA Foods'), { name: 'Foods', dbas: [] })
  assert.equal(splitDba('Smith (dba Joe (East))'), { name: 'Smith', dbas: ['Joe (East)'] })
  assert.equal(splitDba('Smith dba Joe (East)'), { name: 'Smith', dbas: ['Joe (East)'] })
  assert.equal(splitDba('Smith (dba Joe (East) Diner)'), { name: 'Smith', dbas: ['Joe (East) Diner'] })
  assert.equal(splitDba('DBA'), { name: '', dbas: [] })
  assert.equal(splitDba('Smith ((dba ,; "Joe\'s")'), { name: 'Smith', dbas: ["Joe's"] })
  assert.equal(splitDba(' dba X dba '), { name: 'X', dbas: [] })
  for (const mark of ['t/a', 'a.k.a.', 'aka:', 'A / K / A', 'd.b.a.', 'D / B / A', 'trading as', 'also doing business as'])
    assert.equal(splitDba(`One ${mark} Two`), { name: 'One', dbas: ['Two'] }, mark)
})

test('names are similar from the very score on that says so, and different below it', () => {
  const { score, kind } = compareNames('Supply Acme', 'Supply Acne')
  assert.equal([score, kind], [similarFrom, 'similar'])
  const below = compareNames('Supply Acme LLC', 'Supply Acne')
  assert.equal([below.score < similarFrom, below.kind], [true, 'different'])
})

test('trade names are compared without their legal form', () => {
  assert.is(compareNames('Acme LLC', 'Acme Inc', { ignoreLegalForm: true }).kind, 'equivalent')
})

test.run()
