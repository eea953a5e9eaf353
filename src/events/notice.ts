// The notice of an adverse action for the applicant (Regulation B, 12 CFR 1002.9). Its event is in the stream of the business, so erasing the business
// erases the text.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'

export const noticeEvents = {
  /** The actor in the metadata issued it. The service sends it to nobody. */
  NoticeIssued: z.object({
    notice_id: z.uuid(),
    /** The event of the rejection that it is about. */
    decision_id: z.uuid(),
    /** Codes of the reasons that it states. */
    reasons: z.array(z.string()).min(1),
    text: personal(z.string()),
    /** SHA-256 (hex) of the text in UTF-8. */
    sha256: z.string(),
  }),
}
export type NoticeEvent = EventOf<typeof noticeEvents>

/** What an account says in its notices, and the reasons that it rejects for. null: what the service has by default. */
export const NoticeSettings = z.object({
  creditor_name: z.string().nullable(),
  creditor_address: z.string().nullable(),
  agency: z.string().nullable(),
  reasons: z
    .array(z.object({ code: z.string(), text: z.string() }))
    .min(1)
    .nullable(),
})
export type NoticeSettings = z.output<typeof NoticeSettings>

export const noNoticeSettings: NoticeSettings = { creditor_name: null, creditor_address: null, agency: null, reasons: null }
