// The interface description as clients of an older version need it: the document of the newest one, with the changes since taken back.
import type { JsonObject } from '../../interface/version-changes.ts'
import { asOlder, changesAfter } from '../../interface/versions.ts'

type Schemas = { readonly [name: string]: JsonObject }
type Examples = { readonly [name: string]: { readonly value: unknown } }

/** @param document of the newest version */
export const documentOfVersion = <Whole extends { readonly components?: object; readonly info?: object }>(
  document: Whole,
  version: string,
): Whole => {
  const { schemas = {}, examples = {} } = (document.components ?? {}) as { readonly schemas?: Schemas; readonly examples?: Examples }
  const changesOf = (name: string) => changesAfter(version).filter((change) => change.schemas.includes(name))
  const olderSchema = ([name, schema]: [string, JsonObject]) => [
    name,
    changesOf(name).reduceRight((older, change) => change.schema(older), schema),
  ]
  // The example of a list has records of the schema that it is a list of.
  const olderExample = ([name, { value }]: [string, { readonly value: unknown }]) => [
    name,
    { value: asOlder(changesOf(name.replace(/List$/, '')), value) },
  ]
  return {
    ...document,
    info: { ...document.info, version },
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).map(olderSchema)),
      ...(Object.keys(examples).length > 0 && { examples: Object.fromEntries(Object.entries(examples).map(olderExample)) }),
    },
  }
}
