// How each webhook is made to happen with objects of the sandbox: a recipe for each topic, for `trigger`.
import type { WebhookEventType } from '../interface/webhook-topics.ts'
import { OperatorError } from './connection.ts'
import { submitAsGuest } from './guest-form.ts'
import type { Record_, Steps } from './trigger-steps.ts'

type Recipe = (steps: Steps) => Promise<unknown>

const place = '1 Main St, Portland, OR 97201'
const unlike = { full_address: '323 Grand St., New York, NY 10013' }
/** Made up, with valid check digits. */
const lei = '529900SANDBOXONE0055'

const company = (name = 'Triggered LLC', more: object = {}) => ({ name, addresses: [{ full_address: place }], ...more })

/** The business that the webhook is about. */
const business = (steps: Steps, name?: string, more?: object): Promise<Record_> =>
  steps.post('/v1/businesses', steps.main(company(name, more)))

const verified = async (steps: Steps, { id }: Record_): Promise<Record_> => {
  await steps.until('its orders are completed', async () => {
    const { data } = await steps.get(`/v1/businesses/${id}/orders`)
    return data.every(({ status }: Record_) => status === 'completed')
  })
  return steps.get(`/v1/businesses/${id}`)
}

/** A business that something else is made for, once it is verified. */
const beside = async (steps: Steps): Promise<Record_> => verified(steps, await steps.post('/v1/businesses', company()))

const ordered = async (steps: Steps, of: Record_, product: string): Promise<Record_> => {
  await verified(steps, of)
  await steps.post(`/v1/businesses/${of.id}/orders`, { product })
  return verified(steps, of)
}

/** A second search, for what changes with it. */
const lookedAtAgain = async (steps: Steps, made: Record_, changes?: object): Promise<Record_> => {
  if (changes) {
    await verified(steps, made)
    await steps.patch(`/v1/businesses/${made.id}`, changes)
  }
  return ordered(steps, made, 'business_verification_verify')
}

const decided =
  (status: string, name?: string): Recipe =>
  async (steps) => {
    const { id } = await verified(steps, await business(steps, name))
    await steps.patch(`/v1/businesses/${id}`, { status })
  }

const people = { people: [{ name: 'Ann Smith', title: 'President' }] }
/** The registry names Ann Smith as a member, too. */
const otherOwner = { ...people, ownership: [{ person: { name: 'Bob Jones' }, percentage: 100 }] }
const vanished: Recipe = async (steps) =>
  lookedAtAgain(steps, await business(steps, 'Vanished Business', { ...people, addresses: [unlike] }))

const hitOf = async (steps: Steps, made: Record_): Promise<Record_> => {
  const { watchlist } = await verified(steps, made)
  return watchlist.lists.flatMap(({ results }: Record_) => results)[0]
}

const dismissed = async (steps: Steps, made: Record_): Promise<Record_> => {
  const { id } = await hitOf(steps, made)
  return steps.post('/v1/actions', {
    object_type: 'watchlist_result',
    object_id: id,
    type: 'dismissal',
    payload: { reason: 'another party' },
  })
}

const lien = async (steps: Steps): Promise<Record_> => {
  const { id } = await beside(steps)
  const address = { full_address: place }
  return steps.post(
    `/v1/businesses/${id}/liens`,
    steps.main({
      state: 'OR',
      debtors: [{ organization_name: 'Triggered LLC', addresses: [address] }],
      secured_parties: [{ organization_name: 'Sandbox Bank', addresses: [address] }],
      collateral: 'All inventory',
    }),
  )
}

const lienThat = async (steps: Steps, status: string): Promise<Record_> => {
  const made = await lien(steps)
  const listed = async () => {
    const { data } = await steps.get(`/v1/businesses/${made.business_id}/liens`)
    return data.find((each: Record_) => each.id === made.id && each.status === status)
  }
  await steps.until(`the lien is ${status}`, listed)
  return made
}

const monitored = async (steps: Steps): Promise<Record_> => {
  const { id } = await beside(steps)
  await steps.post(`/v1/businesses/${id}/monitor`, steps.main({ event_types: ['*'] }))
  return id
}

const submitted = async (steps: Steps, name?: string): Promise<void> => {
  const body = { state: 'OR', email: 'ann@example.com', company_name: name ?? 'Triggered Company', external_id: crypto.randomUUID() }
  const request = await steps.post('/v1/partner/registration_requests', steps.main({ ...body, tax_registration_types: ['annual_filing'] }))
  await submitAsGuest(request.invite_link)
}

const lettered = async (steps: Steps): Promise<Record_> => {
  const body = { legal_name: 'Lettered Company', external_id: crypto.randomUUID(), formation_state: 'OR' }
  const { id } = await steps.post('/v1/partner/companies', steps.main(body))
  return steps.until('the letter has arrived', async () => {
    const { data } = await steps.get('/v1/partner/mail')
    return data.find(({ company }: Record_) => company?.id === id)
  })
}

/** What the account requires a second person for. */
const proposed = async (steps: Steps): Promise<Record_> => {
  const rule = await steps.get('/v1/two_person_rule')
  const why = { status_reason: 'made by trigger' }
  if (rule.override || rule.approval !== null) {
    const made = await business(steps, 'Watchlist Business')
    await verified(steps, made)
    return steps.patch(`/v1/businesses/${made.id}`, { status: 'approved', ...why })
  }
  if (rule.dismissal) return dismissed(steps, await business(steps, 'Watchlist Business'))
  throw new OperatorError(
    'nothing becomes a proposal in this account: its two-person rule requires a second person neither for approvals nor for dismissals (Settings, Two pairs of eyes)',
  )
}

export const triggers: Readonly<Record<WebhookEventType, Recipe>> = {
  'business.created': (steps) => business(steps),
  'business.updated': async (steps) => {
    const { id } = await business(steps)
    await steps.patch(`/v1/businesses/${id}`, { tags: ['triggered'] })
  },
  'business.approved': decided('approved'),
  'business.rejected': decided('rejected'),
  'order.completed': (steps) => business(steps),
  'tin.retried': (steps) => business(steps, 'Triggered LLC', { tin: { tin: '000000003' } }),
  'registration.created': (steps) => business(steps),
  'registration.updated': vanished,
  'lei_record.created': (steps) => business(steps, 'Triggered LLC', { lei }),
  'lei_record.updated': async (steps) =>
    lookedAtAgain(steps, await business(steps, 'Triggered LLC', { lei }), { name: 'Triggered Renamed LLC' }),
  'lei_record.deleted': async (steps) => lookedAtAgain(steps, await business(steps, 'Merged Business', { lei })),
  'owner_discrepancy.created': (steps) => business(steps, 'Triggered LLC', otherOwner),
  'owner_discrepancy.overdue': (steps) => business(steps, 'Overdue Business', otherOwner),
  'owner_discrepancy.resolved': async (steps) => {
    const { id } = await verified(steps, await business(steps, 'Triggered LLC', otherOwner))
    const { discrepancies } = await steps.get(`/v1/businesses/${id}/ownership`)
    await steps.post(`/v1/businesses/${id}/ownership/discrepancies/${discrepancies[0].id}/resolution`, { reason: 'the register is late' })
  },
  'address.created': (steps) => business(steps, 'Triggered LLC', { addresses: [unlike] }),
  'address.deleted': vanished,
  'name.created': (steps) => business(steps, 'Similar Name Business'),
  'name.deleted': async (steps) =>
    lookedAtAgain(steps, await business(steps, 'Vanished Business', { names: [{ name: 'Similar Name Business' }] })),
  'person.created': (steps) => business(steps, 'Triggered LLC', people),
  'person.deleted': vanished,
  'tin.retrieved': (steps) => business(steps, 'Triggered LLC', { tin: { tin: '123456789' } }),
  'watchlist_result.created': (steps) => business(steps, 'Watchlist Business'),
  'watchlist_result.updated': async (steps) => dismissed(steps, await business(steps, 'Watchlist Business')),
  'watchlist_result.deleted': async (steps) =>
    lookedAtAgain(steps, await business(steps, 'Watchlist Business'), { name: 'Triggered Renamed LLC' }),
  'bankruptcy.created': async (steps) => ordered(steps, await business(steps, 'Bankrupt Business'), 'bankruptcies'),
  'bankruptcy.updated': async (steps) => {
    const made = await business(steps, 'Bankrupt Business')
    await ordered(steps, made, 'bankruptcies')
    await steps.patch(`/v1/businesses/${made.id}`, { name: 'BANKRUPT BUSINESS' })
    await ordered(steps, made, 'bankruptcies')
  },
  'certification.created': (steps) => business(steps, 'Certified Business'),
  'lien.found': async (steps) => ordered(steps, await business(steps, 'Liened Business'), 'liens'),
  'lien.created': lien,
  'lien.updated': lien,
  'lien.terminated': async (steps) => {
    const { id } = await lienThat(steps, 'open')
    await steps.post(`/v1/liens/${id}/termination`)
  },
  'monitor.created': monitored,
  'monitor.updated': async (steps) => {
    const id = await monitored(steps)
    await steps.put(`/v1/businesses/${id}/monitor`, { event_types: ['tin'] })
  },
  'note.created': async (steps) => {
    const { id } = await beside(steps)
    await steps.post(`/v1/businesses/${id}/notes`, steps.main({ text: 'made by trigger' }))
  },
  'signal.created': (steps) => steps.post('/v1/signals', steps.main({ name: 'Triggered LLC', addresses: [place] })),
  'business_batch.completed': (steps) => {
    const csv = Buffer.from(`name,address\nTriggered LLC,"${place}"\n`).toString('base64')
    return steps.post('/v1/business_batches', steps.main({ name: 'Triggered', filename: 'triggered.csv', csv }))
  },
  'registration_request.submitted': submitted,
  'registration_request.updated': submitted,
  'agent_info_request.created': (steps) => submitted(steps, 'Questioned Company'),
  'agent_info_request.updated': (steps) => submitted(steps, 'Questioned Company'),
  'mail.created': lettered,
  'mail.updated': async (steps) => {
    const { id } = await lettered(steps)
    await steps.patch(`/v1/partner/mail/${id}`, ['notice'])
  },
  'proposal.created': proposed,
  'proposal.updated': async (steps) => {
    const { id } = await proposed(steps)
    await steps.post(`/v1/proposals/${id}/withdraw`)
  },
  'review.due': decided('approved', 'Overdue Business'),
  'review.overdue': decided('approved', 'Overdue Business'),
  'notice.created': async (steps) => {
    const { id } = await verified(steps, await business(steps, 'Unregistered Business'))
    await steps.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reasons: [{ code: 'not_registered', findings: ['name'] }] })
    await steps.post(`/v1/businesses/${id}/decision/notice`)
  },
  'run.completed': async (steps) => {
    const { id } = await beside(steps)
    await steps.post('/v1/runs', steps.main({ type: 'business_verification', business_id: id }))
  },
}
