// Settings of an account that concern liens and monitors, for the operator's command line (records.md, Account settings).
import { z } from 'zod'
import { parseAddress } from '../../evidence/matching/addresses.ts'
import {
  allowMonitorTypes,
  chooseWatchlists,
  limitSourceAge,
  longestCollateral,
  longestSourceAge,
  monitorTypes,
  pinInterfaceVersion,
  setLienDefaults,
  setTwoPersonRule,
  watchlistsInUse,
} from '../../inner/account-settings.ts'
import type { ProbityApp } from '../../inner/framework/environment.ts'
import { accountOf, type Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import type { LoadedLists } from '../../inner/loaded-data.ts'
import { SetTwoPersonRule } from '../../interface/proposals.ts'
import { SecuredPartyItem } from '../../interface/requests/liens.ts'
import { body } from '../validation.ts'
import { operatorSender } from './desk.ts'

const DefaultParty = SecuredPartyItem.refine(
  ({ organization_name, name, first_name, last_name }) => organization_name || name || (first_name && last_name),
  { path: ['organization_name'], error: 'is required, or first_name and last_name' },
)
  .refine(({ addresses }) => (addresses?.length ?? 0) > 0, { path: ['addresses'], error: 'must hold at least one address' })
  .refine(({ addresses }) => (addresses ?? []).every((each) => !('full_address' in each) || parseAddress(each).address?.state), {
    path: ['addresses'],
    error: 'must be readable as street, city and state: 1 Main St, Reno, NV 89501',
  })

const Defaults = z.object({
  secured_parties: z.array(DefaultParty).max(100),
  collateral: z.string().trim().min(1).max(longestCollateral).nullable(),
})

const SourceAge = z.object({ days: z.int().min(1).max(longestSourceAge) })

const Pinned = z.object({ version: z.string() })

const Types = z.object({ monitor_types: z.array(z.enum(monitorTypes)) })

/** null: all that are loaded. */
const Chosen = z.object({ watchlists: z.array(z.string()).nullable() })

/** `routes` is behind the operator's token. */
export const accountSettings = (routes: ProbityApp, inner: Sending & Reads & LoadedLists): void => {
  routes.get('/accounts/:id/defaults', async (c) => c.json((await accountOf(inner, c.req.param('id'))).lien_defaults))

  routes.put('/accounts/:id/defaults', body(Defaults), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    const { secured_parties, collateral } = c.req.valid('json')
    const parties = secured_parties.map((item) => ({ ...item, organization_name: item.organization_name ?? item.name }))
    await setLienDefaults(operatorSender(inner, c, id), { parties, collateral })
    return c.json((await accountOf(inner, id)).lien_defaults)
  })

  routes.put('/accounts/:id/source_age', body(SourceAge), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    await limitSourceAge(operatorSender(inner, c, id), String(c.req.valid('json').days))
    return c.json(await accountOf(inner, id))
  })

  routes.put('/accounts/:id/interface_version', body(Pinned), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    await pinInterfaceVersion(operatorSender(inner, c, id), c.req.valid('json').version)
    return c.json(await accountOf(inner, id))
  })

  routes.get('/accounts/:id/watchlists', async (c) => {
    const { watchlists: chosen } = await accountOf(inner, c.req.param('id'))
    const lists = await watchlistsInUse(inner)
    const data = lists.map(({ abbr, version, title, agency, country }) => ({ abbr, version, title, agency, country }))
    return c.json({ watchlists: chosen, data })
  })

  routes.put('/accounts/:id/watchlists', body(Chosen), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    await chooseWatchlists(operatorSender(inner, c, id), c.req.valid('json').watchlists)
    return c.json(await accountOf(inner, id))
  })

  routes.put('/accounts/:id/two_person_rule', body(SetTwoPersonRule), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    await setTwoPersonRule(inner, operatorSender(inner, c, id), c.req.valid('json'))
    return c.json(await accountOf(inner, id))
  })

  routes.put('/accounts/:id/monitor_types', body(Types), async (c) => {
    const { id } = await accountOf(inner, c.req.param('id'))
    await allowMonitorTypes(operatorSender(inner, c, id), c.req.valid('json').monitor_types)
    return c.json(await accountOf(inner, id))
  })
}
