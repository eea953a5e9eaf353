// The text of a document that has any: plain text, or the text layer of a PDF. Scans have none.
import { type Apart, readersApart } from '../apart/apart.ts'

/** `isUnread`: there may be text, but it could not be read. */
export type DocumentText = { readonly text: string; readonly isUnread: boolean }

/** Characters. */
const longest = 500_000

const apart = readersApart()

/**
 * Never fails. A PDF is read apart from the service, within limits.
 * @example
 * await textOf('text/plain', Buffer.from('Dear Sirs')) // => { text: 'Dear Sirs', isUnread: false }
 */
export const textOf = async (contentType: string, bytes: Uint8Array, { pdf }: Pick<Apart, 'pdf'> = apart): Promise<DocumentText> => {
  if (contentType.startsWith('text/')) return { text: Buffer.from(bytes).toString('utf8').slice(0, longest), isUnread: false }
  if (contentType !== 'application/pdf') return { text: '', isUnread: false }
  const read = await pdf(bytes)
  return 'value' in read ? { text: read.value, isUnread: false } : { text: '', isUnread: true }
}
