// The reasons that a business can be rejected for, in the words for the applicant. The default list is that of sample form C-1 of Regulation B
// (12 CFR 1002, appendix C), adapted to accounts of businesses.
import { type DecisionReason, decisionReasons, type StatedReason } from '../events/decisions.ts'
import type { NoticeSettings } from '../events/notice.ts'
import { type DecidedStatus, reasonWords } from './decision-words.ts'
import { unprocessable } from './errors.ts'
import type { ErrorEntry } from './messages.ts'

export type ListedReason = { readonly code: string; readonly text: string }

/** The reason whose text each decision states itself, as "Other, specify" of form C-1. */
export const otherReason = 'other'

const formC1 = {
  application_incomplete: 'Application incomplete',
  identity_not_verified: 'Unable to verify the identity of the business',
  owners_not_verified: 'Unable to verify the owners or controlling persons of the business',
  address_not_verified: 'Unable to verify the business address',
  temporary_address: 'Temporary business address',
  operations_not_verified: 'Unable to verify the operations of the business',
  time_in_business: 'Length of time in business',
  not_registered: 'Business not registered, or registration not active',
  tax_number_not_verified: 'Unable to verify the taxpayer identification number',
  industry_not_served: 'Type of business that we do not serve',
  sanctions: 'Match with a government sanctions list',
  public_records: 'Unfavorable public records about the business or its owners',
  references_insufficient: 'Insufficient number of credit references provided',
  references_unacceptable: 'Unacceptable type of credit references provided',
  references_not_verified: 'Unable to verify credit references',
  income_insufficient: 'Business income insufficient for the account requested',
  income_not_verified: 'Unable to verify business income',
  excessive_obligations: 'Excessive obligations in relation to business income',
  no_credit_file: 'No credit file',
  limited_credit_experience: 'Limited credit experience',
  poor_performance_with_us: 'Poor performance of accounts with us',
  delinquent_obligations: 'Delinquent past or present obligations with others',
  collection_or_judgment: 'Collection action or judgment',
  garnishment_or_attachment: 'Garnishment, attachment or lien',
  foreclosure_or_repossession: 'Foreclosure or repossession',
  bankruptcy: 'Bankruptcy',
  recent_inquiries: 'Number of recent inquiries on the credit report',
  collateral_insufficient: 'Value or type of collateral not sufficient',
} as const

const reasonsByDefault: readonly ListedReason[] = Object.entries(formC1).map(([code, text]) => ({ code, text }))

/** What the short reason of a rejection means for the applicant. `other` is not specific. */
const shortReasons: { readonly [Short in DecisionReason]?: keyof typeof formC1 } = {
  sanctions_hit: 'sanctions',
  identity_not_confirmed: 'identity_not_verified',
  not_registered: 'not_registered',
  tin_does_not_match: 'tax_number_not_verified',
  prohibited_industry: 'industry_not_served',
  adverse_records: 'public_records',
  documents_missing: 'application_incomplete',
}

/** The reasons to choose from: for rejections those of the account. */
export const listedReasons = (status: DecidedStatus, { reasons }: NoticeSettings): readonly ListedReason[] =>
  status === 'rejected'
    ? (reasons ?? reasonsByDefault)
    : decisionReasons[status].filter((code) => code !== otherReason).map((code) => ({ code, text: reasonWords[code] }))

/** Codes that the list for the decision lacks, with what is wrong; `other` needs a text of its own, which a list of codes does not have. */
export const unlistedReasons = (
  { status, reasons = [] }: { readonly status: DecidedStatus; readonly reasons?: readonly string[] | undefined },
  settings: NoticeSettings,
): readonly { readonly index: number; readonly message: string }[] => {
  const known = listedReasons(status, settings).map(({ code }) => code)
  return reasons.flatMap((code, index) => (known.includes(code) ? [] : [{ index, message: noSuchReason(code, known) }]))
}

const noSuchReason = (code: string, known: readonly string[]): string =>
  `there is no reason “${code}” for this decision; reasons are ${known.join(', ')}`

type ChosenReason = { readonly code: string; readonly text?: string | null | undefined; readonly findings?: readonly string[] | undefined }

/** The chosen reasons with their texts. @throws ApiError */
export const statedReasons = (
  chosen: readonly ChosenReason[],
  status: DecidedStatus,
  settings: NoticeSettings,
): readonly StatedReason[] => {
  const texts = new Map(listedReasons(status, settings).map(({ code, text }) => [code, text]))
  const problems: ErrorEntry[] = []
  const stated = chosen.map(({ code, text: own, findings = [] }, index) => {
    const parameter = `status_reasons.${index}`
    const text = code === otherReason ? own : texts.get(code)
    if (code === otherReason && !own) problems.push({ message: 'the other reason needs a text', parameter: `${parameter}.text` })
    else if (!text) problems.push({ message: noSuchReason(code, [...texts.keys(), otherReason]), parameter: `${parameter}.code` })
    else if (code !== otherReason && own)
      problems.push({ message: 'a listed reason has its text from the list', parameter: `${parameter}.text` })
    else if (chosen.findIndex((each) => each.code === code && each.text === own) < index)
      problems.push({ message: 'the same reason is stated twice', parameter: `${parameter}.code` })
    return { code, text: text ?? '', findings: [...new Set(findings)] }
  })
  if (problems.length > 0) throw unprocessable(problems)
  return stated
}

/** The most reasons that a notice states: more are not likely to help (commentary on 12 CFR 1002.9(b)(2), paragraph 1). */
const mostPrincipal = 4

/** What a notice of the rejection states, the most important first; none where the rejection names no specific reason. */
export const principalReasons = ({
  reason,
  reasons,
}: {
  readonly reason?: DecisionReason | undefined
  readonly reasons?: readonly StatedReason[] | undefined
}): readonly ListedReason[] => {
  if (reasons) return reasons.slice(0, mostPrincipal).map(({ code, text }) => ({ code, text }))
  const short = reason && shortReasons[reason]
  return short ? [{ code: short, text: formC1[short] }] : []
}
