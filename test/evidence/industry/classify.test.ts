import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { classifyIndustry, riskyKeywords } from '../../../src/evidence/industry/classify.ts'
import { industries } from '../../../src/evidence/industry/industries.ts'
import { readRiskLists } from '../../../src/evidence/industry/risk-lists.ts'
import { sectorOf } from '../../../src/evidence/industry/sectors.ts'
import type { IndustryFinding } from '../../../src/evidence/ports.ts'
import { filled } from '../../filled.ts'

const shipped = await readRiskLists(null)
const classify = (name: string, websiteText = '', lists = shipped) =>
  classifyIndustry({ names: [name], websiteText, found: [], sources: [] }, lists)

test('the name gives the line of business away', () => {
  for (const [name, naics, mcc] of [
    ["Joe's Pizza LLC", '722513', '5814'],
    ['Acme Plumbing & Heating Inc', '238220', '1711'],
    ['Smith & Sons Roofing', '238160', '1761'],
    ['Bright Smile Dental', '621210', '8021'],
    ['Lopez Law Firm PLLC', '541110', '8111'],
    ['Sunrise Bakery', '311811', '5462'],
    ['Northside Trucking', '484121', '4214'],
    ['Green Thumb Landscaping', '561730', '0780'],
  ] as const) {
    const [first, ...rest] = classify(name)
    assert.is(first?.classification_system, 'NAICS')
    assert.equal(first?.naics_codes, [naics], name)
    assert.ok(
      rest.some(({ classification_system, mcc_codes }) => classification_system === 'MCC' && mcc_codes[0] === mcc),
      name,
    )
  }
})

test('a line of business that words suggest says of which text they are; one that a source says is no suggestion', () => {
  const drawn = (name: string, text = '') => classify(name, text).map(({ drawn_from }) => drawn_from)
  assert.equal(new Set(drawn("Joe's Pizza LLC")), new Set(['the name']))
  const text = 'Our roofers repair every roof. Roofing since 1990. Free roof inspection, gutters and siding.'
  assert.is(drawn('Zebra Alpha Nine', text)[0], 'the website')
  assert.is(drawn('Smith Roofing', text)[0], 'the name and the website')
  const { drawn_from: _, ...told } = classify('Smith Roofing')[0] as IndustryFinding
  const [first] = classifyIndustry({ names: ['Smith Roofing'], websiteText: '', found: [{ ...told, score: 0.95 }], sources: [] }, shipped)
  assert.equal([first?.naics_codes, first?.drawn_from], [['238160'], undefined])
})

test('the text of a website tells what a name does not, and both together score higher', () => {
  assert.equal(classify('Zebra Holdings Nine'.replace('Holdings', 'Alpha')), [])
  const text = 'Our roofers repair every roof. Roofing since 1990. Free roof inspection, gutters and siding.'
  const [byText] = classify('Zebra Alpha Nine', text)
  assert.equal(byText?.naics_codes, ['238160'])
  const [byBoth] = classify('Zebra Roofing', text)
  assert.ok((byBoth?.score ?? 0) > (byText?.score ?? 1))
  assert.ok((byBoth?.score ?? 1) < 1)
})

test('every phrase of the table is found in a name, in the plural too', () => {
  for (const { naics, words } of industries)
    for (const name of filled(words.flatMap((phrase) => [`Zebra ${phrase} Nine`, `Zebra ${phrase}s Nine`]))) {
      const codes = classify(name).flatMap(({ classification_system, naics_codes }) =>
        classification_system === 'NAICS' ? naics_codes : [],
      )
      assert.ok(codes.includes(naics) || codes.length === 3, `${name}: ${codes}`)
    }
})

test('what other evidence says goes by its score, and the merchant category follows from the code', () => {
  const registry = {
    classification_system: 'NAICS' as const,
    name: 'Offices of Dentists',
    sector: null,
    category: 'Offices of Dentists',
    high_risk: false,
    naics_codes: ['621210'],
    sic_codes: [],
    mcc_codes: [],
    prohibited_labels: [],
    sources: [],
  }
  const told = (score: number) =>
    classifyIndustry({ names: ['Smith Roofing'], websiteText: '', found: [{ ...registry, score }], sources: [] }, shipped).map(
      ({ classification_system, naics_codes, mcc_codes }) => (classification_system === 'MCC' ? mcc_codes[0] : naics_codes[0]),
    )
  assert.equal(told(0.95), ['621210', '238160', '8021', '1761'])
  assert.equal(told(0.4), ['238160', '621210', '1761', '8021'])
})

test('high-risk lines are marked, and words inside other words are not taken for them', () => {
  assert.is(classify('Lucky Star Casino')[0]?.high_risk, true)
  assert.is(classify('Vape Kingdom')[0]?.high_risk, true)
  assert.ok(filled(classify('Therapy Thcentre Barber')).every(({ high_risk }) => !high_risk))
  assert.equal(riskyKeywords(['Acme'], 'We sell firearms and ammunition.', shipped), ['firearms', 'ammunition'])
  assert.equal(riskyKeywords(['Acme'], 'We sell flowers.', shipped), [])
})

test('a prohibited line is told with its label', () => {
  const found = classify('Premier Escort Service').find(({ classification_system }) => classification_system === 'Prohibited')
  assert.equal(found?.prohibited_labels, ['Escort services'])
  const inText = classify('Nice Papers', 'Buy your fake passport here. A fake passport in two days.')
  assert.ok(inText.some(({ prohibited_labels }) => prohibited_labels.includes('Counterfeit goods and documents')))
  assert.equal(
    classify('Nice Papers', 'How to spot a fake passport.').filter(({ prohibited_labels }) => prohibited_labels.length > 0),
    [],
  )
})

test('an operator may bring lists of their own, and a list that does not parse is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'risk-lists-'))
  try {
    const file = join(folder, 'lists.json')
    writeFileSync(file, JSON.stringify({ high_risk: [{ label: 'Roofs', naics: ['238160'], mcc: [], words: [] }], prohibited: [] }))
    assert.is(classify('Smith Roofing', '', await readRiskLists(file))[0]?.high_risk, true)
    const problems: [string, RegExp][] = [
      ['{', /lists\.json is no JSON/],
      [
        '{"high_risk": [{"label": "x", "naics": ["nine"], "mcc": [], "words": []}], "prohibited": []}',
        /high_risk\.0\.naics\.0 must be two to six digits/,
      ],
      ['{"high_risk": []}', /prohibited/],
    ]
    for (const [text, message] of problems) {
      writeFileSync(file, text)
      await readRiskLists(file).then(
        () => assert.unreachable(),
        (error: Error) => assert.match(error.message, message),
      )
    }
    await readRiskLists(join(folder, 'absent.json')).then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, /absent\.json cannot be read: ENOENT/),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every code of the table is of six and four digits, once, in a sector', () => {
  assert.is(new Set(industries.map(({ naics }) => naics)).size, industries.length)
  for (const { naics, mcc, title } of industries) {
    assert.match(naics, /^\d{6}$/)
    assert.match(mcc, /^\d{4}$/)
    assert.ok(sectorOf(naics), title)
  }
})

test.run()
