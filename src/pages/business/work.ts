// The actions on a business's page: place an order, assign a user, dismiss a watchlist hit, file a lien.
import { html } from 'hono/html'
import { keysOf } from '../../events/keys-of.ts'
import type { UserDocument } from '../../inner/users.ts'
import { type Product, productRules } from '../../interface/requests/business.ts'
import { area, freshForm, type Sent } from '../framework/fields.ts'
import { badge, card, type Markup, nothing, time, words } from '../framework/markup.ts'
import { assigneeName, choosable } from './assignee.ts'
import { businessesPath } from './frame.ts'
import type { BusinessRecord } from './record.ts'

/** `form`: places another order. */
export const orders = ({ orders: placed }: BusinessRecord, form: Markup): Markup => {
  const one = ({ product, status, completed_at }: NonNullable<typeof placed>[number]) =>
    html`<div class="item"><div class="event-head"><strong>${words(product)}</strong>${badge(status)}</div>${completed_at ? html`<span class="quiet">${time(completed_at)}</span>` : nothing}</div>`
  return card('Orders', html`${placed?.length ? placed.map(one) : html`<p class="empty">No orders yet.</p>`}${form}`)
}

/** A product alone, or with one of its subproducts or options: `website`, `website+web_analysis`. */
const choicesOf = (product: Product): readonly string[] => {
  const { subproducts, options } = productRules[product]
  return [product, ...[...subproducts, ...options].map((each) => `${product}+${each}`)]
}

const choiceText = (choice: string): string => choice.split('+').map(words).join(', with ')

export const orderForm = (action: string, hidden: Markup): Markup => {
  const products = keysOf(productRules)
  const group = (title: string, { needsIdentity }: { readonly needsIdentity: boolean }) => {
    const own = products.filter((product) => productRules[product].needsIdentity === needsIdentity).flatMap(choicesOf)
    return html`<optgroup label="${title}">${own.map((choice) => html`<option value="${choice}">${choiceText(choice)}</option>`)}</optgroup>`
  }
  return html`<form method="post" action="${action}" class="row">${hidden}
<label>Product<select name="product">${group('At any time', { needsIdentity: false })}${group('After identity verification', { needsIdentity: true })}</select></label><button>Order</button></form>`
}

/** The order for a choice in the form. The API refuses unknown products. */
export const orderFrom = (choice: string) => {
  const [product = '', part] = choice.split('+')
  if (part === undefined) return { product }
  const { options = [] } = (productRules as Readonly<Record<string, { readonly options: readonly string[] } | undefined>>)[product] ?? {}
  return options.includes(part) ? { product, options: { [part]: true } } : { product, subproducts: [part] }
}

type Assigning = {
  /** The address of the forms, and their hidden fields; null for a user who may not write. */
  readonly action: string
  readonly hidden: Markup | null
  readonly assigned: string | null
  readonly users: readonly UserDocument[]
  /** The user who looks at the page. */
  readonly self: string
}

/** The assigned user, with forms to change it. Readers see none. */
export const assigneeCard = ({ action, hidden, assigned, users, self }: Assigning): Markup => {
  const [name = 'Nobody'] = users.filter(({ id }) => id === assigned).map(assigneeName)
  if (!hidden) return card('Assigned to', html`<p>${name}</p>`)
  const option = (userId: string, of: string) =>
    html`<option value="${userId}"${userId === (assigned ?? '') ? html` selected` : ''}>${of}</option>`
  const take =
    assigned === self
      ? nothing
      : html`<form method="post" action="${action}">${hidden}<input type="hidden" name="assignee" value="${self}"><p><button data-key="m">Assign to me <kbd>m</kbd></button></p></form>`
  return card(
    'Assigned to',
    html`${take}<form method="post" action="${action}" class="row">${hidden}
<label>User<select name="assignee">${option('', 'Nobody')}${choosable(users, assigned).map((each) => option(each.id, assigneeName(each)))}</select></label><button>Assign</button></form>`,
  )
}

type Hit = { readonly id: string; readonly entity_name: string }

const scopes = [
  { scope: 'hit', text: 'This hit, until its listed entry changes' },
  { scope: 'party', text: 'All hits that this party has now, until an entry or the party’s own data change' },
] as const

/** Stays open after a refusal. */
export const dismissalForm = (action: string, hit: Hit, { sent, hidden }: { sent: Sent | undefined; hidden: Markup }): Markup => {
  const given = sent?.formState.scope === 'dismissal' && sent.formState.value('hit') === hit.id ? sent.formState : undefined
  const scope = `dismissal-${hit.id}`
  const formState = given ? { ...given, scope } : freshForm({}, scope)
  return html`<details class="confirm"${given ? html` open` : nothing}><summary class="button" data-key="d">Dismiss<span class="unseen"> ${hit.entity_name}</span></summary>
<form method="post" action="${action}" class="stack">${hidden}<input type="hidden" name="hit" value="${hit.id}">
${area(formState, 'reason', 'Why it is a different party', { more: html` maxlength="10000" required` })}
<fieldset><legend>Dismiss</legend>${scopes.map(
    ({ scope, text }) =>
      html`<label class="check"><input type="radio" name="scope" value="${scope}"${(given?.value('scope') || 'hit') === scope ? html` checked` : nothing}> ${text}</label>`,
  )}</fieldset><button class="danger">Dismiss hit</button></form></details>`
}

export const liensCard = (id: string): Markup =>
  card('Filings', html`<a class="button" href="${businessesPath}/${id}/liens/new">File a lien</a>`, { id: 'filings' })
