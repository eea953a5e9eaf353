// One product from two places: whoever the operator has plugged in, and the open data that is loaded. Either answers where the other has
// nothing to say; where both answer, a record that both have is the vendor's.
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
