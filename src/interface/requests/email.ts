// E-mail addresses in requests: the usual form of RFC 5322 (dot-atoms), at a domain name with several parts.
import { z } from 'zod'
import { memberLimits as limits } from '../limits.ts'

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

export const Email = z
  .string()
  .trim()
  .max(limits.email.most)
  .regex(new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i'), 'must be an e-mail address')
  .meta({ format: 'email' })
