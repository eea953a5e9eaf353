// The text of a notice of an adverse action, after sample form C-1 of Regulation B (12 CFR 1002, appendix C; 12 CFR 1002.9). Paragraphs are apart by a
// blank line; the first is the title.
import type { NoticeSettings } from '../events/notice.ts'

/** For creditors that no other agency supervises (12 CFR 1002, appendix A). */
export const agencyByDefault = 'Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580'

type Noticed = {
  readonly creditor: { readonly name: string; readonly address: string }
  readonly agency: NoticeSettings['agency']
  readonly applicant: { readonly name: string; readonly address: string | null }
  /** Days as 2026-11-23. */
  readonly date: string
  readonly decidedOn: string
  readonly reasons: readonly string[]
}

export const noticeText = ({ creditor, agency, applicant, date, decidedOn, reasons }: Noticed): string =>
  [
    'Notice of action taken',
    [creditor.name, creditor.address].join('\n'),
    `Date: ${inWords(date)}`,
    ['To:', applicant.name, ...(applicant.address ? [applicant.address] : [])].join('\n'),
    `Thank you for your application for a business account. On ${inWords(decidedOn)} we decided on it. We are unable to open the account.`,
    `The principal ${reasons.length === 1 ? 'reason' : 'reasons'} for this decision:`,
    reasons.map((each, index) => `${index + 1}. ${each}`).join('\n'),
    'If you have questions about this notice, write to us at the address above.',
    `Notice: The Federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The Federal agency that administers compliance with this law concerning this creditor is: ${agency ?? agencyByDefault}.`,
  ].join('\n\n')

const inWords = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' })
