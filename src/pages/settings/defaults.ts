// Settings: the default parties and collateral of liens, the allowed monitor types, and from when on a source is old.
import { html } from 'hono/html'
import {
  addSecuredParty,
  allowMonitorTypes,
  type LienDefaults,
  limitSourceAge,
  longestCollateral,
  monitorTypes,
  removeSecuredParty,
  setCollateral,
} from '../../inner/account-settings.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { ownAccount } from '../../inner/framework/reading.ts'
import { senderOf } from '../../inner/framework/sending.ts'
import { badRequest } from '../../interface/errors.ts'
import { SecuredPartyItem } from '../../interface/requests/liens.ts'
import { may } from '../framework/access.ts'
import { confirmed } from '../framework/confirmed.ts'
import { area, type FormState, formIn, input, type Sent } from '../framework/fields.ts'
import { type FormFields, formFields } from '../framework/forms.ts'
import { card, join, type Markup, nothing, words } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { requireSeen, seenSettings } from '../framework/seen.ts'

const path = '/settings/defaults'

const mount = ({ get, post, show, goOn, inner }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent) => {
    const { lien_defaults: defaults, monitor_types: types, source_age_limit_days: days } = await ownAccount(inner, c)
    const hidden = may(c.get('signedIn'), 'operate') ? formFields(c.get('signedIn').session.token) : null
    const given = {
      party: formIn(sent, 'party'),
      collateral: formIn(sent, 'lien', { collateral: defaults.collateral ?? '' }),
      age: formIn(sent, 'age', { days: String(days) }),
    }
    const content = html`${card('Default secured parties', partiesOf(defaults, given.party, hidden))}
${card('Default collateral', collateralOf(defaults, given.collateral, hidden))}
${card('Monitor types', html`<p class="quiet">The changes that businesses of this account can be monitored for.</p>${typesOf(types, hidden)}`)}
${card('Age of sources', ageOf(days, given.age, hidden))}`
    return show(c, path, { title: 'Defaults', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const options = { access: 'operate', back: path } as const
  const saved = (c: ProbityContext, text: string) => goOn(c, path, { kind: 'good', text })

  const partyForm = { access: 'operate', scope: 'party', places: { name: 'name', address: 'address' } } as const

  post(`${path}/parties`, { ...partyForm, again: overview }, async (c, form) => {
    await addSecuredParty(inner, senderOf(inner, c), partyOf(form))
    return saved(c, 'The secured party is added.')
  })

  post(`${path}/parties/:id/remove`, options, async (c) => {
    await removeSecuredParty(inner, senderOf(inner, c), c.req.param('id') ?? '')
    return saved(c, 'The secured party is removed.')
  })

  post(
    `${path}/collateral`,
    { access: 'operate', scope: 'lien', places: { collateral: 'collateral' }, again: overview },
    async (c, form) => {
      const wanted = form.text('collateral') || null
      requireSeen(form, { now: (await ownAccount(inner, c)).lien_defaults.collateral, wanted })
      await setCollateral(inner, senderOf(inner, c), wanted)
      return saved(c, 'The collateral is saved.')
    },
  )

  post(`${path}/sources`, { access: 'operate', scope: 'age', places: { days: 'days' }, again: overview }, async (c, form) => {
    requireSeen(form, { now: (await ownAccount(inner, c)).source_age_limit_days, wanted: Number(form.text('days')) })
    await limitSourceAge(senderOf(inner, c), form.text('days'))
    return saved(c, 'Age limit saved. It applies to new reviews.')
  })

  post(`${path}/monitors`, options, async (c, form) => {
    const wanted = monitorTypes.filter((type) => form.all('types').includes(type))
    requireSeen(form, { now: (await ownAccount(inner, c)).monitor_types, wanted })
    await allowMonitorTypes(senderOf(inner, c), wanted)
    return saved(c, 'The monitor types are saved.')
  })
}

/** @throws ApiError */
const partyOf = (form: FormFields) => {
  const [name, address] = [form.text('name'), form.text('address')]
  if (name === '') throw badRequest('enter a name', 'name')
  if (address === '') throw badRequest('enter an address', 'address')
  const parsed = SecuredPartyItem.safeParse({ organization_name: name, addresses: [{ full_address: address }] })
  if (!parsed.success) throw badRequest('enter the full address, such as 1 Main St, Reno, NV 89501', 'address')
  return parsed.data
}

const partiesOf = ({ secured_parties: parties }: LienDefaults, formState: FormState, hidden: Markup | null): Markup => {
  const one = ({ id, organization_name, first_name, last_name, addresses }: LienDefaults['secured_parties'][number]) => {
    const name = organization_name ?? [first_name, last_name].filter(Boolean).join(' ')
    const remove = hidden
      ? confirmed('Remove', {
          action: `${path}/parties/${id}/remove`,
          hidden,
          about: name,
          question: 'New liens will no longer include this party.',
        })
      : nothing
    return html`<div class="item"><div class="event-head"><strong>${name}</strong>${remove}</div><span class="quiet">${addresses.map(({ full_address }) => full_address).join('; ')}</span></div>`
  }
  const form = hidden
    ? html`<form method="post" action="${path}/parties" class="row">${hidden}${input(formState, 'name', 'Name', { more: html` required maxlength="500"` })}${input(formState, 'address', 'Address', { more: html` required maxlength="500"` })}<button class="primary">Add</button></form>`
    : nothing
  return html`${parties.length === 0 ? html`<p class="empty">No default secured parties.</p>` : join(parties.map(one))}${form}`
}

const collateralOf = ({ collateral }: LienDefaults, formState: FormState, hidden: Markup | null): Markup =>
  hidden
    ? html`<form method="post" action="${path}/collateral" class="stack">${hidden}${seenSettings(collateral)}${area(formState, 'collateral', 'Collateral', { rows: 4, hint: 'For liens without their own collateral.', more: html` maxlength="${longestCollateral}"` })}<button class="primary">Save</button></form>`
    : html`<p class="text">${collateral ?? html`<span class="quiet">None.</span>`}</p>`

const typesOf = (allowed: readonly string[], hidden: Markup | null): Markup => {
  const check = (type: string) =>
    html`<label class="check"><input type="checkbox" name="types" value="${type}"${allowed.includes(type) ? html` checked` : ''}${hidden ? '' : html` disabled`}>${words(type)}</label>`
  const checks = html`<div class="checks">${monitorTypes.map(check)}</div>`
  return hidden
    ? html`<form method="post" action="${path}/monitors" class="stack">${hidden}${seenSettings(allowed)}${checks}<button class="primary">Save</button></form>`
    : checks
}

const ageOf = (days: number, formState: FormState, hidden: Markup | null): Markup => {
  const about = html`<p class="quiet">Reviews show the date of each source and warn about sources older than this.</p>`
  return hidden
    ? html`${about}<form method="post" action="${path}/sources" class="stack">${hidden}${seenSettings(days)}${input(formState, 'days', 'Days', { more: html` inputmode="numeric" maxlength="5"` })}<button class="primary">Save</button></form>`
    : html`${about}<p class="text">${days} days</p>`
}

export const defaultsPage: Page = { entry: { path, title: 'Defaults', section: 'Settings' }, mount }
