// How risky an e-mail address is: its spelling, whether its domain accepts mail (RFC 5321, section 5.1), and whether it is disposable.
import { Resolver } from 'node:dns/promises'
import { z } from 'zod'

export type EmailFinding = {
  readonly valid: boolean
  readonly domain: string | null
  /** null: the name service did not answer. */
  readonly takes_mail: boolean | null
  readonly address_type: 'disposable' | 'free' | 'private'
}

/** The queries to the name service. @throws an error with `code`, as node:dns does */
export type MailNames = {
  readonly resolveMx: (domain: string) => Promise<readonly { readonly exchange: string }[]>
  readonly resolve4: (domain: string) => Promise<readonly string[]>
  readonly resolve6: (domain: string) => Promise<readonly string[]>
}

export const mailNames = (): MailNames => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return {
    resolveMx: (domain) => resolver.resolveMx(domain),
    resolve4: (domain) => resolver.resolve4(domain),
    resolve6: (domain) => resolver.resolve6(domain),
  }
}

/** Providers where anyone can get an address. */
const free = new Set(
  'gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com aol.com icloud.com me.com mac.com proton.me protonmail.com gmx.com gmx.net mail.com zoho.com yandex.com fastmail.com tutanota.com hey.com comcast.net att.net verizon.net sbcglobal.net'.split(
    ' ',
  ),
)

const EmailAddress = z.email()

const absent = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

/** Unnamed service, only the address itself is checked. */
export const assessEmail = async (email: string, names: MailNames | null): Promise<EmailFinding> => {
  const valid = EmailAddress.safeParse(email).success
  const domain = valid ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : null
  if (domain === null) return { valid, domain, takes_mail: false, address_type: 'private' }
  const parts = domain.split('.')
  // Loaded with the first address, because the list is long and few installations order the product.
  const { default: mailchecker } = await import('mailchecker')
  const thrownAway = parts.some((_, index) => mailchecker.blacklist().has(parts.slice(index).join('.')))
  return {
    valid,
    domain,
    takes_mail: names ? await takesMail(domain, names) : true,
    address_type: thrownAway ? 'disposable' : free.has(domain) ? 'free' : 'private',
  }
}

const takesMail = async (domain: string, names: MailNames): Promise<boolean | null> => {
  const answer = async <Each>(asked: Promise<readonly Each[]>): Promise<readonly Each[] | null> => {
    try {
      return await asked
    } catch (error) {
      return absent.has((error as { code?: string }).code ?? '') ? [] : null
    }
  }
  const exchangers = await answer(names.resolveMx(domain))
  if (exchangers === null) return null
  // A single exchanger without a name means that the domain accepts no mail (RFC 7505).
  if (exchangers.length > 0) return exchangers.some(({ exchange }) => exchange !== '' && exchange !== '.')
  const hosts = await Promise.all([answer(names.resolve4(domain)), answer(names.resolve6(domain))])
  if (hosts.some((found) => found !== null && found.length > 0)) return true
  return hosts.includes(null) ? null : false
}
