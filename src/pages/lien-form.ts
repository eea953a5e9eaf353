// The form that files a lien on a business through the API. Empty fields use the account's defaults.
import { html } from 'hono/html'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { states } from '../interface/records/common.ts'
import { alternativeDesignations } from '../interface/requests/liens.ts'
import { businessesPath, ownBusiness } from './business/frame.ts'
import { area, choice, type FormState, freshForm, input, type Sent } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { card, type Markup, nothing } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { designationWords } from './lien-words.ts'

const path = '/businesses/:id/liens/new'

const mount = (pages: Pages) => {
  const { get, post, show, goOn, api } = pages

  const page = (c: ProbityContext, { id, name }: BusinessDocument, formState: FormState) => ({
    title: 'File a lien',
    subtitle: html`<p>on <a href="${businessesPath}/${id}">${name || 'a business without a name'}</a></p>`,
    content: html`<form method="post" action="${businessesPath}/${id}/liens/new" class="stack">${formFields(c.get('signedIn').session.token)}
${card('Filing', filingFields(formState))}${card('Debtor', partyFields(formState, 'debtor'))}
${card('Secured party', html`<p class="quiet">If empty, the account’s <a href="/settings/defaults">defaults</a> apply.</p>${partyFields(formState, 'secured_party')}`)}
<button class="primary">File the lien</button></form>`,
  })

  const overview = async (c: ProbityContext, sent?: Sent) => {
    const business = await ownBusiness(pages, c)
    const [address] = business.submitted.addresses
    const first = { debtor_name: business.name ?? '', debtor_address: address?.full_address ?? '', state: address?.state ?? '' }
    return show(c, '/liens', page(c, business, sent?.formState ?? freshForm(first)), sent)
  }

  get(path, 'write', (c) => overview(c))

  post(path, { access: 'write', places, again: overview }, async (c, form) => {
    const business = await ownBusiness(pages, c)
    const body = requestFrom(form)
    await api(c, { method: 'POST', path: `/v1/businesses/${business.id}/liens`, body, mode: business.mode, idempotencyKey: form.key })
    return goOn(c, '/liens', { kind: 'good', text: `The lien on ${business.name || 'the business'} is queued for filing.` })
  })
}

const places = {
  state: 'state',
  collateral: 'collateral',
  loan_principal_amount_cents: 'amount',
  packet_number: 'packet_number',
  alternative_designation: 'alternative_designation',
  debtors: 'debtor_name',
  'debtors.0.addresses': 'debtor_address',
  secured_party: 'secured_party_name',
  'secured_party.addresses': 'secured_party_address',
  secured_parties: 'secured_party_name',
  'secured_parties.0.addresses': 'secured_party_address',
}

const filingFields = (formState: FormState): Markup => html`<div class="stack"><div class="two">
${choice(formState, 'state', 'State', [['', 'Please choose'], ...states.map((state) => [state, state] as const)])}
${input(formState, 'amount', 'Loan principal, USD (optional)', { hint: 'Tennessee taxes filings by this amount.' })}
${choice(formState, 'alternative_designation', 'Names for the parties (optional)', [['', 'Debtor, secured party'], ...alternativeDesignations.map((each) => [each, designationWords(each)] as const)])}
${input(formState, 'packet_number', 'Packet number (optional)', { hint: 'If empty, one is generated.' })}</div>
${area(formState, 'collateral', 'Collateral', { hint: 'If empty, the account’s default applies.' })}</div>`

/** The debtor is required; the secured party defaults to the account's. */
const partyFields = (formState: FormState, party: 'debtor' | 'secured_party'): Markup => {
  const more = party === 'debtor' ? html` required` : nothing
  return html`<div class="two">
${input(formState, `${party}_name`, 'Organization', { more })}
${input(formState, `${party}_address`, 'Address', { hint: 'Such as 1 Main St, Reno, NV 89501', more })}</div>`
}

const requestFrom = (form: FormFields): object => {
  const some = (name: string, make: (value: string) => object) => (form.text(name) === '' ? {} : make(form.text(name)))
  const party = (name: string) => ({
    organization_name: form.text(`${name}_name`) || null,
    addresses: form.text(`${name}_address`) === '' ? [] : [{ full_address: form.text(`${name}_address`) }],
  })
  const isEmpty = form.text('secured_party_name') === '' && form.text('secured_party_address') === ''
  return {
    ...some('state', (state) => ({ state })),
    ...some('collateral', (collateral) => ({ collateral })),
    ...some('amount', (amount) => ({ loan_principal_amount_cents: cents(amount) })),
    ...some('packet_number', (packet_number) => ({ packet_number })),
    ...some('alternative_designation', (alternative_designation) => ({ alternative_designation })),
    debtors: [party('debtor')],
    ...(isEmpty ? {} : { secured_parties: [party('secured_party')] }),
  }
}

/** `1,250.50` in cents. The API refuses anything that is not an amount. */
const cents = (amount: string): number | string => {
  const plain = amount.replaceAll(/[$,\s]/g, '')
  return /^\d{1,13}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : amount
}

export const lienFormPage: Page = { entry: null, needs: '/v1/businesses/:business_id/liens', mount }
