// The kind of an entity in words, for pages and documents.
import { type EntityType, entityTypeName, filedWords } from '../events/entity-types.ts'

/**
 * The kind of entity or, where it is none of those, the registry's wording.
 * @example
 * entityTypeWords({ entity_type: 'CORPORATION' }) // => 'Corporation'
 * entityTypeWords({ entity_type: null, filed_as: 'ASSUMED BUSINESS NAME' }) // => 'Assumed business name'
 */
export const entityTypeWords = (
  told: { readonly entity_type?: EntityType | null | undefined; readonly filed_as?: string | null | undefined } | null | undefined,
): string => (told?.entity_type ? entityTypeName(told.entity_type) : filedWords(told?.filed_as ?? ''))
