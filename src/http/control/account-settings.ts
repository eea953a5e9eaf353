// Settings of an account that concern liens and monitors, for the operator's command line (records.md, Account settings).
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type AccountCommand, account } from '../../commands/account.ts'
import { longestCollateral } from '../../commands/lien-rules.ts'
import { monitorTypes } from '../../events/monitor.ts'
import { parseAddress } from '../../evidence/matching/addresses.ts'
import type { ProbityApp, ProbityContext } from '../../inner/environment.ts'
import { accountOf } from '../../inner/reading.ts'
import type { Service } from '../../inner/service.ts'
import { partyFrom, SecuredPartyItem } from '../../interface/requests/liens.ts'
import type { AccountDocument } from '../../projections/accounts.ts'
import { body } from '../validation.ts'
import { sendAsOperator } from './desk.ts'

const DefaultParty = SecuredPartyItem.refine(
  ({ organization_name, name, first_name, last_name }) => organization_name || name || (first_name && last_name),
  { path: ['organization_name'], error: 'is required, or first_name and last_name' },
)
  .refine(({ addresses }) => (addresses?.length ?? 0) > 0, { path: ['addresses'], error: 'must hold at least one address' })
  .refine(({ addresses = [] }) => addresses?.every((each) => !('full_address' in each) || parseAddress(each).address?.state), {
    path: ['addresses'],
    error: 'must be readable as street, city and state: 1 Main St, Reno, NV 89501',
  })

const Defaults = z.object({
  secured_parties: z.array(DefaultParty).max(100),
  collateral: z.string().trim().min(1).max(longestCollateral).nullable(),
})

const Types = z.object({ monitor_types: z.array(z.enum(monitorTypes)) })

/** `routes` is behind the operator's token. */
export const accountSettings = (routes: ProbityApp, service: Service): void => {
  const send = async (c: ProbityContext, { id }: AccountDocument, command: AccountCommand): Promise<AccountDocument> => {
    await sendAsOperator(service, c, { accountId: id, aggregate: account, id, command })
    return accountOf(service, id)
  }

  routes.get('/accounts/:id/defaults', async (c) => c.json((await accountOf(service, c.req.param('id'))).lien_defaults))

  routes.put('/accounts/:id/defaults', body(Defaults), async (c) => {
    const held = await accountOf(service, c.req.param('id'))
    const { secured_parties, collateral } = c.req.valid('json')
    const parties = secured_parties.map((item) => partyFrom({ ...item, organization_name: item.organization_name ?? item.name }, uuidv7()))
    const changed = await send(c, held, { type: 'SetLienDefaults', defaults: { secured_parties: parties, collateral } })
    return c.json(changed.lien_defaults)
  })

  routes.put('/accounts/:id/monitor_types', body(Types), async (c) => {
    const held = await accountOf(service, c.req.param('id'))
    const wanted = new Set(c.req.valid('json').monitor_types)
    return c.json(await send(c, held, { type: 'AllowMonitorTypes', monitorTypes: monitorTypes.filter((type) => wanted.has(type)) }))
  })
}
