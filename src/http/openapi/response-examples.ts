// The examples of answers in the interface description: real ones, which a test keeps in a file and
// compares with fresh answers. `KEEP_EXAMPLES=1 npm test -- journeys/examples` renews those that have other members. They stand in the file by the name of the schema, or by the operation where the schema has none.
import { readFileSync } from 'node:fs'

type Content = { readonly schema?: { readonly $ref?: string }; examples?: object }
type Responses = { readonly [status: string]: { readonly content?: { readonly 'application/json'?: Content } } }
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly responses?: Responses } } }
  readonly components?: object
}

const file = new URL('./response-examples.json', import.meta.url)

/** The document with an example for each answer, each of them once. */
export const withExamples = <Whole extends object>(document: Whole): Whole => {
  const { paths, components } = document as Document
  const kept: { readonly [place: string]: unknown } = JSON.parse(readFileSync(file, 'utf8'))
  const used: { [name: string]: { readonly value: unknown } } = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses = {} }] of Object.entries(methods))
      for (const [status, { content }] of Object.entries(responses)) {
        const json = content?.['application/json']
        if (!json || !status.startsWith('2')) continue
        const place = json.schema?.$ref?.split('/').at(-1) ?? `${method} ${path} ${status}`
        if (!(place in kept)) continue
        const name = place.replaceAll(/[^\w.-]+/g, '_')
        used[name] = { value: kept[place] }
        json.examples = { answer: { $ref: `#/components/examples/${name}` } }
      }
  return { ...document, components: { ...components, examples: used } }
}
