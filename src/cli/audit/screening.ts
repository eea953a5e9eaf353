// npm run audit -- screening: checks the certificate of a screening offline, and repeats the screening with the lists that are kept.
import { join } from 'node:path'
import { isCertifiedBy } from '../../audit/certificates.ts'
import { type RepeatedHit, repeatScreening } from '../../evidence/reference/repeat-screening.ts'
import { screeningRule } from '../../evidence/reference/screening-rule.ts'
import { ScreeningCertificate } from '../../interface/records/screening-certificates.ts'
import { counted, printJson } from '../output.ts'
import type { AuditCommand } from './auditing.ts'
import { certificateIn, publicKeyIn } from './input-files.ts'

export type Check = {
  readonly signed: boolean
  /** null: not tried, because the signature is wrong or nobody asked for it. */
  readonly repeated: boolean | null
  readonly findings: readonly string[]
}

/** `folder`: of the reference data; null: the screening is not repeated. `publicKey`: PEM. */
export const checkCertificate = (
  certificate: unknown,
  { publicKey, folder }: { readonly publicKey: string | undefined; readonly folder: string | null },
): Check => {
  const { wrong, notes } = signatureOf(certificate as ScreeningCertificate, publicKey)
  if (wrong) return { signed: false, repeated: null, findings: [wrong, ...notes] }
  if (folder === null) return { signed: true, repeated: null, findings: notes }
  const differences = repetitionOf(certificate, folder)
  return { signed: true, repeated: differences.length === 0, findings: [...notes, ...differences] }
}

const signatureOf = (certificate: ScreeningCertificate, publicKey: string | undefined): { wrong?: string; notes: readonly string[] } => {
  const isOwn = isCertifiedBy(certificate, certificate.public_key)
  if (publicKey === undefined) {
    const notes = ['no public key was given: the signature is only checked against the key in the certificate']
    return isOwn ? { notes } : { wrong: 'the content is not what was signed: the certificate was changed', notes }
  }
  if (isCertifiedBy(certificate, publicKey)) return { notes: [] }
  return {
    wrong: isOwn ? 'signed with another key than the one given' : 'the content is not what was signed: the certificate was changed',
    notes: [],
  }
}

/** Why the repetition is not bit for bit the same; empty when it is. */
const repetitionOf = (content: unknown, folder: string): readonly string[] => {
  const read = ScreeningCertificate.safeParse(content)
  if (!read.success) return ['this program does not know this form of certificate']
  const { mode, screened, lists, index, rule, found } = read.data
  if (mode === 'test') return ['a screening of the sandbox: its lists are made up, and there is nothing to repeat']
  if (!screened || !index || !rule) return ['the screening is older than the record of names and rule, so it cannot be repeated']
  const current = screeningRule().matching
  if (rule.matching !== current)
    return [
      `this program compares names by other rules (${current.slice(0, 12)}) than the screening (${rule.matching.slice(0, 12)}): repeat it with the version of Probity of that time`,
    ]
  const repeated = repeatScreening(folder, { screened, index, lists })
  if ('problems' in repeated) return repeated.problems
  // Dates of birth and numbers of the screened are not in the certificate, so what they changed is not repeated. They hide no hit.
  const [was, is] = [found.map((hit) => textOf({ ...hit, ...hit.by_name })).sort(), repeated.hits.map(textOf).sort()]
  return [
    ...was.filter((hit) => !is.includes(hit)).map((hit) => `certified, but not found again: ${hit}`),
    ...is.filter((hit) => !was.includes(hit)).map((hit) => `found again, but not certified: ${hit}`),
  ]
}

type Hit = Omit<RepeatedHit, 'entry_id'> & { readonly entry_id: string | null }

const textOf = ({ party_id, screened_name, list, entry_id, entity_name, matched_name, score, explanation }: Hit): string =>
  JSON.stringify({ party_id, screened_name, list, entry_id, entity_name, matched_name, score, explanation })

export const screeningCommand: AuditCommand = {
  usage: 'screening CERTIFICATE',
  reads: ['CERTIFICATE', '--public-key'],
  readsFolders: ['--lists'],
  about: 'checks the certificate of a screening offline, and repeats the screening with the kept lists, bit for bit',
  options: ['json', 'public-key', 'lists', 'signature-only'],
  examples: ['screening certificate.json --public-key public-key.pem', 'screening certificate.json --lists /media/mine/reference'],
  run: async ({ config }, [file = ''], options) => {
    const certificate = certificateIn(file)
    const publicKey = options['public-key'] ? publicKeyIn(options['public-key']) : undefined
    const folder = options['signature-only'] ? null : (options.lists ?? join(config.dataDir, 'reference'))
    const check = checkCertificate(certificate, { publicKey, folder })
    if (options.json) printJson(check)
    else console.log([...verdictOf(check, certificate as ScreeningCertificate), ...check.findings].join('\n'))
    return check.signed && check.repeated !== false ? 0 : 1
  },
}

const verdictOf = ({ signed, repeated }: Check, { screening, business, lists, found }: ScreeningCertificate): readonly string[] => {
  if (!signed) return ['NOT VALID']
  const said = `valid: ${business.name || business.id} screened at ${screening.screened_at} against ${counted(lists.length, 'list')}, ${found.length === 0 ? 'nothing found' : counted(found.length, 'hit')}`
  if (repeated === null) return [said]
  return [said, repeated ? 'repeated: bit for bit the same' : 'NOT REPEATED']
}
