// Combines two sources for one product: the operator's vendor and the loaded open data. Each answers where the other has nothing.
// Where both answer, the vendor's copy of a shared record counts.
import type { FoundRecord, ProductSource } from './products.ts'

export const bothSources = (vendors: ProductSource, openData: ProductSource): ProductSource => ({
  answers: (product) => vendors.answers(product) || openData.answers(product),

  search: async (product, subject, signal) => {
    if (!openData.answers(product)) return vendors.search(product, subject, signal)
    if (!vendors.answers(product)) return openData.search(product, subject, signal)
    const [told, open] = await Promise.all([vendors.search(product, subject, signal), openData.search(product, subject, signal)])
    if (open.outcome === 'unavailable') return told
    if (told.outcome === 'unavailable') {
      const { reason, passing } = told
      return { ...open, gap: { reason: [reason, open.gap?.reason].filter(Boolean).join('; '), passing, stands: true } }
    }
    const held = new Set(told.records.map(sameLien))
    return {
      outcome: 'searched',
      records: [...told.records, ...open.records.filter((record) => !held.has(sameLien(record)))],
      sources: [...told.sources, ...open.sources],
    }
  },
})

/** Filing offices number their liens. */
const sameLien = ({ kind, content }: FoundRecord): string => JSON.stringify([kind, content.state, content.file_number])
