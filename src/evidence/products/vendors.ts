// The operator's vendors (SOURCES_CONFIG): one file names them all, and each implements the port for what it provides.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { headersWith } from '../vendor-templates.ts'
import { wrongMembers } from '../wrong-members.ts'
import { type DocumentSource, noDocumentSource } from './documents.ts'
import { DocumentsConfig, vendorDocuments } from './http-documents.ts'
import { ProductsConfig, vendorSearches } from './http-products.ts'
import { noProductSource, type ProductSource } from './products.ts'
import { askVendor, type Vendor, WrongSourcesConfig } from './vendor.ts'

const SourcesConfig = z.strictObject({
  products: ProductsConfig.default({}),
  documents: DocumentsConfig.optional(),
  /** For how long after an order was placed an unanswered vendor is asked again. */
  patience_seconds: z.number().min(0).max(86_400).default(600),
})
export type SourcesConfig = z.input<typeof SourcesConfig>

export type Vendors = {
  readonly products: ProductSource
  readonly documents: DocumentSource
  readonly patienceMs: number
}

export const noVendors: Vendors = { products: noProductSource, documents: noDocumentSource, patienceMs: 0 }

type Options = {
  readonly environment?: { readonly [name: string]: string | undefined }
  /** Whether vendors may be on the machine itself, for tests and trials. */
  readonly allowLoopback?: boolean
}

/** @throws WrongSourcesConfig naming the file */
export const readVendors = (file: string, options: Options): Vendors => {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new WrongSourcesConfig(`SOURCES_CONFIG: ${file} cannot be read as JSON (${error instanceof Error ? error.message : error})`)
  }
  try {
    return vendorsFrom(given as SourcesConfig, options)
  } catch (error) {
    throw new WrongSourcesConfig(`SOURCES_CONFIG: ${file} ${error instanceof Error ? error.message : error}`)
  }
}

/** @throws WrongSourcesConfig */
export const vendorsFrom = (config: SourcesConfig, { environment = {}, allowLoopback = false }: Options = {}): Vendors => {
  const parsed = SourcesConfig.safeParse(config)
  if (!parsed.success) throw new WrongSourcesConfig(wrongMembers(parsed.error))
  const ask = askVendor({ allowLoopback })
  const armed = <Configured extends Vendor>(vendors: Configured | readonly Configured[] | undefined): Configured[] =>
    [vendors ?? []]
      .flat()
      .map((vendor) => ({ ...(vendor as Configured), headers: headersWith((vendor as Configured).headers, environment) }))
  const { products, documents, patience_seconds } = parsed.data
  return {
    products: vendorSearches(Object.fromEntries(Object.entries(products).map(([product, given]) => [product, armed(given)])), ask),
    documents: documents === undefined ? noDocumentSource : vendorDocuments(armed(documents), ask),
    patienceMs: patience_seconds * 1000,
  }
}
