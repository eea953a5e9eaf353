// What is read apart: each reader by its name. All of them run in a process of their own (reading-process.ts), never in the service's.
import { pdfText } from '../registrations/pdf-text.ts'
import { type PageContent, readPage } from '../website/page.ts'
import { sitemapAddresses } from '../website/sitemap-addresses.ts'

export type Readers = {
  readonly pdf: (bytes: Uint8Array) => Promise<string>
  readonly page: (page: { readonly url: string; readonly html: string; readonly isHome: boolean }) => PageContent
  readonly sitemap: (xml: string) => ReturnType<typeof sitemapAddresses>
}

export const readers: Readers = {
  pdf: pdfText,
  page: ({ url, html, isHome }) => readPage(url, html, { isHome }),
  sitemap: sitemapAddresses,
}
