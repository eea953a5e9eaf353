// The text of a document that has any: plain text, or the text layer of a PDF. Scans have none.
import { type Apart, readersApart, readingFor } from '../apart/apart.ts'

/** `isUnread`: there may be text, but it could not be read. */
export type DocumentText = { readonly text: string; readonly isUnread: boolean }

/** Characters. */
const longest = 500_000

const apart = readersApart()

/**
 * Never fails. A PDF is read apart from the service, within limits, in the turn of this account.
 * @example
 * await textOf('text/plain', Buffer.from('Dear Sirs')) // => { text: 'Dear Sirs', isUnread: false }
 */
export const textOf = async (
  contentType: string,
  bytes: Uint8Array,
  { pdf = apart.pdf, account = '' }: Partial<Pick<Apart, 'pdf'>> & { readonly account?: string } = {},
): Promise<DocumentText> => {
  if (contentType.startsWith('text/')) return { text: Buffer.from(bytes).toString('utf8').slice(0, longest), isUnread: false }
  if (contentType !== 'application/pdf') return { text: '', isUnread: false }
  const read = await readingFor(account, () => pdf(bytes))
  return 'value' in read ? { text: read.value, isUnread: false } : { text: '', isUnread: true }
}
