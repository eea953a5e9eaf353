// The files that the pages of a business offer, named after the business.

import { attachment } from '../../inner/framework/attachment.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'

/** The name of the business, and what of it the file holds; the business itself when absent. */
type About = { readonly name: string; readonly what?: string }

export const pdfFile = (c: ProbityContext, about: About, bytes: Uint8Array): Response =>
  attachment(c, { filename: fileName(about, 'pdf'), content_type: 'application/pdf' }, bytes)

export const jsonFile = (c: ProbityContext, about: About, record: unknown): Response =>
  attachment(
    c,
    { filename: fileName(about, 'json'), content_type: 'application/json' },
    new TextEncoder().encode(JSON.stringify(record, null, 2)),
  )

/** Without what would lead into another folder. */
export const fileName = ({ name, what }: About, ending: string): string =>
  `${[name || 'business', what].filter(Boolean).join(' ')}.${ending}`.replaceAll(/[/\\]/g, '_')
