// What a change of the interface consists of: what it says to clients, where it shows, and how clients of the version before it are still served.

export type JsonObject = { readonly [member: string]: unknown }

export type Change = {
  /** What is different and what a client does about it. */
  readonly title: string
  /** The paths whose requests and answers differ; `:id` stands for one part. */
  readonly paths: readonly string[]
  /** The schemas of the interface description that differ. */
  readonly schemas: readonly string[]
  /** The body of a request of the version before, as the newer one takes it. */
  readonly request: (body: JsonObject) => JsonObject
  /** A record of an answer, as the version before has it. */
  readonly answer: (record: JsonObject) => JsonObject
  /** A message or the path of a field, in the words of the version before. */
  readonly words: (text: string) => string
  /** A schema of the interface description, as the version before has it. */
  readonly schema: (schema: JsonObject) => JsonObject
}

type Renamed = Pick<Change, 'title' | 'paths' | 'schemas'> & { readonly from: string; readonly to: string }

/**
 * A member that got another name. The two names change places, so that a client that uses the wrong one of them is told so in either version.
 * @example
 * const { answer } = renamed({ title: 'Words', paths: [], schemas: [], from: 'old', to: 'new' })
 * answer({ id: 1, new: 2 }) // => { id: 1, old: 2 }
 */
export const renamed = ({ from, to, ...change }: Renamed): Change => {
  const other = (name: string): string => (name === from ? to : name === to ? from : name)
  const swapped = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [other(name), value]))
  const names = new RegExp(`\\b(?:${from}|${to})\\b`, 'g')
  return {
    ...change,
    request: swapped,
    answer: swapped,
    words: (text) => text.replaceAll(names, other),
    schema: (schema) => withMembers(schema, { swapped, other }),
  }
}

const withMembers = (
  schema: JsonObject,
  { swapped, other }: { readonly swapped: (object: JsonObject) => JsonObject; readonly other: (name: string) => string },
): JsonObject => {
  const { properties, required, examples } = schema as {
    readonly properties?: JsonObject
    readonly required?: readonly string[]
    readonly examples?: readonly JsonObject[]
  }
  return {
    ...schema,
    ...(properties && { properties: swapped(properties) }),
    ...(required && { required: required.map(other) }),
    ...(examples && { examples: examples.map(swapped) }),
  }
}
