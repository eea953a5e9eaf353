// The forms as PDF: what stands on them is read back from the drawn text.
import { PDFDocument } from 'pdf-lib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { renderUccForm } from '../../../src/documents/forms/ucc.ts'
import { pdfText } from '../../../src/evidence/registrations/pdf-text.ts'
import type { LienDocument } from '../../../src/projections/liens.ts'
import { filled } from '../../filled.ts'
import { mainStreet } from '../../main-street.ts'
import { company, fullLien as lien } from './full-lien.ts'

const at = new Date('2026-11-23T00:00:00Z')

/** What stands on all pages, and how many there are. */
const read = async (bytes: Uint8Array): Promise<{ readonly pages: number; readonly text: string }> => ({
  pages: (await PDFDocument.load(bytes)).getPageCount(),
  text: await pdfText(bytes),
})

test('a financing statement shows its parties, collateral and numbers on one page', async () => {
  const { pages, text } = await read(await renderUccForm('ucc-1', lien, at))
  assert.is(pages, 1)
  for (const part of ['Acme Widgets LLC', 'First Bank', 'All inventory', 'Portland', 'Packet P-1, principal $1.00', 'File number: 2026-7'])
    assert.ok(text.includes(part), part)
})

test('the space for the filing office is empty until the office has filed', async () => {
  const unfiled: LienDocument = { ...lien, file_number: null, filing_date: null }
  const { text } = await read(await renderUccForm('ucc-1', unfiled, at))
  const [, below = ''] = text.split(/FOR FILING OFFICE USE ONLY \(TN\)/)
  assert.match(below, /^\s+1\. DEBTOR'S NAME/)
  assert.not.match(text, /File number|Filed/)
})

test('names keep every Latin letter, and one of another script is seen to be missing', async () => {
  const debtors = [{ ...company(''), organization_name: null, first_name: 'Zoë', last_name: 'Wałęsa-Nguyễn' }, company('Ромашка LLC')]
  const { text } = await read(await renderUccForm('ucc-1', { ...lien, debtors }, at))
  assert.ok(text.includes('Zoë') && text.includes('Wałęsa-Nguyễn') && text.includes('??????? LLC'))
})

test('nothing is left off: further debtors and the longest collateral go onto addenda', async () => {
  const debtors = Array.from({ length: 25 }, (_, index) => company(`Debtor ${index + 1} LLC`))
  const collateral = Array.from({ length: 1_000 }, (_, index) => `item-${String(index).padStart(4, '0')}`).join(' ')
  const { pages, text } = await read(await renderUccForm('ucc-1', { ...lien, debtors, collateral }, at))
  assert.ok(pages > 4)
  for (const { organization_name } of debtors) assert.ok(text.includes(organization_name ?? ''), organization_name ?? '')
  for (const item of filled(collateral.split(' '))) assert.ok(text.includes(item), item)
})

test('further parties have the item of their kind on the addendum, and none has that of the collateral', async () => {
  const parties = (name: string) => ['one', 'two', 'three', 'four'].map((each) => company(`${name} ${each}`))
  const changed = { ...lien, debtors: parties('Debtor'), secured_parties: parties('Secured') }
  const { text } = await read(await renderUccForm('ucc-1', changed, at))
  const items = [...text.matchAll(/([\d.]+)\. ADDITIONAL (DEBTOR|SECURED PARTY)'S NAME/g)].map(([, item, kind]) => `${item} ${kind}`)
  assert.equal(items, ['10 DEBTOR', '10.2 DEBTOR', '11 SECURED PARTY', '11.2 SECURED PARTY', '11.3 SECURED PARTY'])
})

const longName = (words: number) => Array.from({ length: words }, (_, index) => `Part${index}`).join(' ')
const longAddress = {
  ...mainStreet,
  full_address: '14200 Northwest Old Industrial Boulevard, Building 17, Suite 400, Llanfairpwllgwyngyll, Minneapolis, MN 55401',
  address_line1: null,
}

for (const [form, addendum] of [
  ['ucc-1', 'UCC FINANCING STATEMENT ADDENDUM'],
  ['ucc-3', 'UCC FINANCING STATEMENT AMENDMENT ADDENDUM'],
] as const)
  test(`a name or address that is too long for its box of ${form} is never cut: it stands on the addendum in full`, async () => {
    const organization = longName(45)
    const drawn = async (change: Partial<LienDocument>) => read(await renderUccForm(form, { ...lien, ...change }, at))
    const named = await drawn({ debtors: [{ ...company(organization), addresses: [longAddress] }] })
    assert.is(named.pages, 2)
    for (const part of [addendum, 'See addendum', ...organization.split(' '), ...longAddress.full_address.split(' ')])
      assert.ok(named.text.includes(part), part)
    const [onForm, ...onAddendum] = named.text.split(addendum)
    assert.not.ok(onForm?.includes('Part0 '), 'no part of the name stands where the name belongs')
    assert.not.ok(onAddendum.join().includes('See addendum'), 'the addendum does not refer to itself')
    const number = form === 'ucc-1' ? '1' : '6'
    const person = { ...company(''), organization_name: null, first_name: 'Wolfeschlegel'.repeat(7), last_name: longName(14) }
    const { text } = await drawn({ debtors: [person] })
    for (const part of [`${number}b. INDIVIDUAL'S SURNAME`, `${number}b. FIRST PERSONAL NAME`]) assert.ok(text.includes(part), part)
    assert.ok(text.replaceAll('\n', '').includes(person.first_name), 'a word that is wider than the page breaks, and no letter gets lost')
  })

test('a termination names the filing that it ends', async () => {
  const { pages, text } = await read(await renderUccForm('ucc-3', lien, at))
  assert.is(pages, 1)
  for (const part of ['UCC FINANCING STATEMENT AMENDMENT', '2026-7', 'Packet P-2, terminates packet P-1'])
    assert.ok(text.includes(part), part)
})

test.run()
