// The national forms as PDF, with the boxes of the originals: the financing statement (UCC1) with its addendum for further parties and long
// collateral, and the amendment (UCC3) as a termination.
import type { LienParty } from '../../events/lien.ts'
import { partyName } from '../../interface/resources/liens.ts'
import type { LienDocument } from '../../projections/liens.ts'
import { type Form, type FormPage, inner, lineHeight, linesOf, margin, newForm } from './page.ts'
import type { UccForm } from './ucc-forms.ts'

/** @param at when it is rendered */
export const renderUccForm = async (form: UccForm, lien: LienDocument, at: Date): Promise<Uint8Array> => {
  const title =
    form === 'ucc-1' ? `UCC financing statement ${lien.packet_number}` : `UCC termination ${lien.termination?.packet_number ?? ''}`
  const pages = await newForm({ title, at })
  if (form === 'ucc-1') financingStatement(pages, lien)
  else termination(pages, lien)
  leftOut(pages, form, lien)
  return pages.bytes()
}

const heading = (page: FormPage, { title, lien }: { title: string; lien: LienDocument }) => {
  page.title(title)
  page.text('FOLLOW INSTRUCTIONS', { x: margin, y: 60, size: 6.5 })
  const [filer] = lien.secured_parties
  page.box({
    x: margin,
    y: 66,
    w: inner / 2,
    h: 22,
    label: 'A. NAME & PHONE OF CONTACT AT FILER (optional)',
    value: filer ? partyName(filer) : null,
    size: 9,
  })
  page.box({ x: margin, y: 88, w: inner / 2, h: 22, label: 'B. E-MAIL CONTACT AT FILER (optional)' })
  page.box({
    x: margin,
    y: 110,
    w: inner / 2,
    h: 62,
    label: 'C. SEND ACKNOWLEDGMENT TO: (Name and Address)',
    value: filer ? `${partyName(filer)}\n${filer.addresses[0]?.full_address ?? ''}` : null,
    size: 9,
  })
  page.box({
    x: margin + inner / 2,
    y: 66,
    w: inner / 2,
    h: 106,
    label: `THE SPACE ABOVE IS FOR FILING OFFICE USE ONLY (${lien.state})`,
    // What the office has stamped, and nothing of the filer's.
    value: [lien.file_number && `File number: ${lien.file_number}`, lien.filing_date && `Filed: ${lien.filing_date}`]
      .filter(Boolean)
      .join('\n'),
    size: 9,
  })
}

/** Boxes a (organization), b (individual) and c (mailing address) of one party; as high as `partyHeight`. */
const partyHeight = 74

const partyBoxes = (page: FormPage, y: number, { number, role, party }: { number: string; role: string; party: LienParty | undefined }) => {
  page.text(`${number}. ${role}`, { x: margin, y: y + 8, size: 7, bold: true })
  const organization = party?.organization_name ?? null
  const person = organization === null ? party : undefined
  const [address] = party?.addresses ?? []
  page.box({ x: margin, y: y + 11, w: inner, h: 21, label: `${number}a. ORGANIZATION'S NAME`, value: organization })
  page.box({ x: margin, y: y + 32, w: 216, h: 21, label: `${number}b. INDIVIDUAL'S SURNAME`, value: person?.last_name ?? null })
  page.box({
    x: margin + 216,
    y: y + 32,
    w: 160,
    h: 21,
    label: 'FIRST PERSONAL NAME',
    item: `${number}b`,
    value: person?.first_name ?? null,
  })
  page.box({ x: margin + 376, y: y + 32, w: inner - 376, h: 21, label: 'ADDITIONAL NAME(S)/INITIAL(S)   SUFFIX' })
  const street = address && [address.address_line1, address.address_line2].filter(Boolean).join(', ')
  const isSplit = Boolean(street && address?.city)
  page.box({
    x: margin,
    y: y + 53,
    w: 236,
    h: 21,
    label: `${number}c. MAILING ADDRESS`,
    value: isSplit ? street : address?.full_address,
    size: 9,
  })
  page.box({ x: margin + 236, y: y + 53, w: 130, h: 21, label: 'CITY', item: `${number}c`, value: isSplit ? address?.city : null, size: 9 })
  page.box({ x: margin + 366, y: y + 53, w: 40, h: 21, label: 'STATE', value: isSplit ? address?.state : null, size: 9 })
  page.box({ x: margin + 406, y: y + 53, w: 74, h: 21, label: 'POSTAL CODE', value: isSplit ? address?.postal_code : null, size: 9 })
  page.box({ x: margin + 480, y: y + 53, w: inner - 480, h: 21, label: 'COUNTRY', value: address ? 'USA' : null, size: 9 })
}

const designations: readonly (readonly [name: NonNullable<LienDocument['alternative_designation']>, label: string])[] = [
  ['lessee_lessor', 'Lessee/Lessor'],
  ['consignee_consignor', 'Consignee/Consignor'],
  ['buyer_seller', 'Seller/Buyer'],
  ['bailee_bailor', 'Bailee/Bailor'],
  ['licensee_licensor', 'Licensee/Licensor'],
]

const collateralSize = 9
const collateralBox = { w: inner - 8, h: 210 }

const financingStatement = (form: Form, lien: LienDocument) => {
  const [first, second, ...furtherDebtors] = lien.debtors
  const [secured, ...furtherSecured] = lien.secured_parties
  const page = form.page()
  heading(page, { title: 'UCC FINANCING STATEMENT', lien })
  partyBoxes(page, 178, { number: '1', role: "DEBTOR'S NAME: Provide only one Debtor name (1a or 1b)", party: first })
  partyBoxes(page, 258, { number: '2', role: "DEBTOR'S NAME: Provide only one Debtor name (2a or 2b)", party: second })
  partyBoxes(page, 338, {
    number: '3',
    role: "SECURED PARTY'S NAME (or NAME of ASSIGNEE of ASSIGNOR SECURED PARTY): Provide only one name (3a or 3b)",
    party: secured,
  })

  const collateral = linesOf(lien.collateral ?? '', { w: collateralBox.w, size: collateralSize })
  const room = Math.floor((collateralBox.h - 14) / (collateralSize * lineHeight))
  const isLong = collateral.length > room
  page.box({
    x: margin,
    y: 418,
    w: inner,
    h: collateralBox.h,
    label: '4. COLLATERAL: This financing statement covers the following collateral:',
    value: isLong ? [...collateral.slice(0, room - 1), '(continued on the addendum)'].join('\n') : collateral.join('\n'),
    size: collateralSize,
  })
  page.text('5. Check only if applicable: Collateral is', { x: margin, y: 642, size: 7 })
  page.check({ x: margin + 140, y: 636, label: 'held in a Trust', checked: false })
  page.check({ x: margin + 230, y: 636, label: "being administered by a Decedent's Personal Representative", checked: false })
  page.text('6. Check only if applicable:', { x: margin, y: 660, size: 7 })
  for (const [index, label] of [
    'Public-Finance',
    'Manufactured-Home',
    'Transmitting Utility',
    'Agricultural Lien',
    'Non-UCC Filing',
  ].entries())
    page.check({ x: margin + 100 + index * 88, y: 654, label, checked: false })
  page.text('7. ALTERNATIVE DESIGNATION:', { x: margin, y: 678, size: 7 })
  for (const [index, [name, label]] of designations.entries())
    page.check({ x: margin + 115 + index * 86, y: 672, label, checked: lien.alternative_designation === name })
  page.box({
    x: margin,
    y: 688,
    w: inner,
    h: 24,
    label: '8. OPTIONAL FILER REFERENCE DATA',
    value: [
      `Packet ${lien.packet_number}`,
      lien.loan_principal_amount_cents === null ? null : `principal ${dollars(lien.loan_principal_amount_cents)}`,
    ]
      .filter(Boolean)
      .join(', '),
    size: 9,
  })
  page.text('FILING OFFICE COPY - UCC FINANCING STATEMENT (after Form UCC1)', { x: margin, y: 730, size: 7 })

  furtherParts(form, lien, {
    parties: [
      ...furtherDebtors.map((party, index) => ({ number: itemOf('10', index), role: "ADDITIONAL DEBTOR'S NAME", party })),
      ...furtherSecured.map((party, index) => ({ number: itemOf('11', index), role: "ADDITIONAL SECURED PARTY'S NAME", party })),
    ],
    collateral: isLong ? collateral.slice(room - 1) : [],
  })
}

/** The addendum has one item for each kind of party, and 12 is the collateral: the second party of a kind is `10.2`. */
const itemOf = (item: string, index: number): string => (index === 0 ? item : `${item}.${index + 1}`)

const linesOnAddendum = 56
const partiesOnAddendum = 7

/** Further parties, and the rest of the collateral that did not fit the first page. */
const furtherParts = (
  form: Form,
  lien: LienDocument,
  { parties, collateral }: { parties: readonly Parameters<typeof partyBoxes>[2][]; collateral: readonly string[] },
) => {
  for (let from = 0; from < parties.length; from += partiesOnAddendum) {
    const page = addendum(form, 'ucc-1', lien)
    for (const [index, each] of parties.slice(from, from + partiesOnAddendum).entries())
      partyBoxes(page, 92 + index * (partyHeight + 14), each)
  }
  further(collateral, '12. ADDITIONAL SPACE FOR ITEM 4 (Collateral):', () => addendum(form, 'ucc-1', lien))
}

const addenda = {
  'ucc-1': {
    title: 'UCC FINANCING STATEMENT ADDENDUM',
    first: '9. NAME OF FIRST DEBTOR: same as line 1a or 1b on the financing statement',
    foot: 'FILING OFFICE COPY - UCC FINANCING STATEMENT ADDENDUM (after Form UCC1Ad)',
    space: '12. ADDITIONAL SPACE: what did not fit its box, in full',
  },
  'ucc-3': {
    title: 'UCC FINANCING STATEMENT AMENDMENT ADDENDUM',
    first: '13. NAME OF DEBTOR on related financing statement',
    foot: 'FILING OFFICE COPY - UCC FINANCING STATEMENT AMENDMENT ADDENDUM (after Form UCC3Ad)',
    space: '14. ADDITIONAL SPACE: what did not fit its box, in full',
  },
} as const satisfies { readonly [Each in UccForm]: object }

const addendum = (form: Form, kind: UccForm, { debtors: [debtor] }: LienDocument): FormPage => {
  const { title, first, foot } = addenda[kind]
  const page = form.page()
  page.title(title)
  page.box({ x: margin, y: 58, w: inner, h: 34, label: first, value: debtor ? partyName(debtor) : null })
  page.text(foot, { x: margin, y: 770, size: 7 })
  return page
}

/** Lines under a heading, on as many pages as they take. */
const further = (lines: readonly string[], heading: string, begin: () => FormPage) => {
  for (let from = 0; from < lines.length; from += linesOnAddendum) {
    const page = begin()
    page.text(heading, { x: margin, y: 100, size: 7, bold: true })
    page.lines(lines.slice(from, from + linesOnAddendum), { x: margin + 4, y: 114, size: collateralSize })
  }
}

/** A name or address that is too long for its box stands on an addendum in full, each once. */
const leftOut = (form: Form, kind: UccForm, lien: LienDocument) => {
  const values = new Map(form.leftOut().map(({ label, value }) => [label, value]))
  const lines = [...values].flatMap(([label, value]) => [label, ...linesOf(value, { w: collateralBox.w, size: collateralSize }), ' '])
  further(lines, addenda[kind].space, () => addendum(form, kind, lien))
}

const termination = (form: Form, lien: LienDocument) => {
  const [debtor] = lien.debtors
  const [secured] = lien.secured_parties
  const page = form.page()
  heading(page, { title: 'UCC FINANCING STATEMENT AMENDMENT', lien })
  page.box({
    x: margin,
    y: 178,
    w: inner / 2,
    h: 30,
    label: '1a. INITIAL FINANCING STATEMENT FILE NUMBER',
    value: lien.file_number,
    size: 11,
  })
  page.box({
    x: margin + inner / 2,
    y: 178,
    w: inner / 2,
    h: 30,
    label: '1b. To be filed [for record] (or recorded) in the REAL ESTATE RECORDS',
  })
  page.check({
    x: margin,
    y: 220,
    label:
      '2. TERMINATION: Effectiveness of the Financing Statement identified above is terminated with respect to the security\ninterest(s) of Secured Party authorizing this Termination Statement',
    checked: true,
  })
  for (const [index, label] of ['3. ASSIGNMENT (full or partial)', '4. CONTINUATION', '5. PARTY INFORMATION CHANGE'].entries())
    page.check({ x: margin, y: 246 + index * 16, label, checked: false })
  partyBoxes(page, 316, { number: '6', role: 'CURRENT RECORD INFORMATION: the debtor on record', party: debtor })
  partyBoxes(page, 404, {
    number: '9',
    role: 'NAME OF SECURED PARTY OF RECORD AUTHORIZING THIS AMENDMENT: Provide only one name (9a or 9b)',
    party: secured,
  })
  page.box({
    x: margin,
    y: 490,
    w: inner,
    h: 24,
    label: '10. OPTIONAL FILER REFERENCE DATA',
    value: `Packet ${lien.termination?.packet_number ?? ''}, terminates packet ${lien.packet_number}`,
    size: 9,
  })
  page.text('FILING OFFICE COPY - UCC FINANCING STATEMENT AMENDMENT (after Form UCC3)', { x: margin, y: 530, size: 7 })
}

const dollars = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
