// Whether the account is there that the settings name for those who sign in at the OpenID Connect provider.
import { firstSlug } from '../bootstrap.ts'
import { slugClaim } from '../commands/account.ts'
import { ownerOf } from '../commands/claims.ts'
import type { Load } from '../commands/handler.ts'
import type { Config } from '../config.ts'
import { toldBack, WrongSetting } from '../setting-values.ts'

/** Only where people sign in: the command that makes the account starts with the same settings. @throws WrongSetting */
export const requireOpenIdAccount = async (load: Load, { openId, roles }: Pick<Config, 'openId' | 'roles'>): Promise<void> => {
  const slug = openId?.account ?? null
  // The first start makes the first one, here or on another instance.
  if (slug === null || slug === firstSlug || !roles.includes('api')) return
  if ((await ownerOf(load, '', slugClaim(slug))) !== null) return
  const told = toldBack('OIDC_ACCOUNT', slug)
  throw new WrongSetting(`OIDC_ACCOUNT must be the slug of an account, as npm run account -- list shows it, but is ${told}`)
}
