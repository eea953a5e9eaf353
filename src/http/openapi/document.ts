// The interface description (OpenAPI): what the routes say of themselves, with what follows from their method, path and credentials.
import { generateSpecs } from 'hono-openapi'
import type { z } from 'zod'
import type { ProbityApp } from '../../inner/framework/environment.ts'
import { tidied } from '../../interface/json-schema.ts'
import { operationName, singular } from '../../interface/operation-names.ts'
import { newestVersion } from '../../interface/versions.ts'
import { scopeOf } from '../middleware/key-scope.ts'
import { components, type ErrorStatus, headersOf, reference } from './components.ts'
import { documentOfVersion } from './document-of-version.ts'
import { introduction } from './introduction.ts'
import { response } from './openapi.ts'
import { withExamples } from './response-examples.ts'
import { type Section, sections } from './sections.ts'
import { callsSection, webhookCalls } from './webhook-calls.ts'
import { withWords } from './words/property-words.ts'

export type OpenApiDocument = Awaited<ReturnType<typeof generateSpecs>>

export type DocumentOptions = {
  /** Where clients reach the service; relative to the document when absent. */
  readonly baseUrl?: string | undefined
  /** The version of the interface; the newest when absent. */
  readonly version?: string | undefined
  /** The bodies of the calls that the service makes, by type of event. */
  readonly webhooks?: { readonly [type: string]: z.ZodType }
  /** The header of webhook calls with the plain signature. */
  readonly signatureHeader?: string | undefined
}

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly properties?: { readonly object?: { readonly const?: string } }
}

type Parameter = { name?: string; in?: string; description?: string; $ref?: string; schema?: Schema; style?: string; explode?: boolean }

type Operation = {
  /** Absent: the route says nothing of itself, because it is not for clients of the API (the operator's, pages). */
  readonly summary?: string
  /** Its section. */
  readonly tags?: readonly [Section]
  description?: string
  operationId?: string
  security?: readonly unknown[]
  /** Of a restricted key. The names of scopes in `security` are for OAuth alone. */
  'x-required-scope'?: string
  /** Where it is read, the answer has a tag. Not in the document. */
  'x-tagged'?: true
  parameters?: (Parameter | undefined)[]
  responses?: Record<
    string,
    {
      readonly $ref?: string
      readonly content?: { readonly 'application/json'?: { readonly schema?: Schema }; readonly 'text/event-stream'?: unknown }
    }
  >
}

export const openApiDocument = async (
  app: ProbityApp,
  { baseUrl, webhooks = {}, signatureHeader, version = newestVersion }: DocumentOptions = {},
): Promise<OpenApiDocument> => {
  const document = await generateSpecs(app, {
    defaultValidationErrorResponse: false,
    documentation: {
      info: {
        title: 'Probity',
        version,
        description: introduction,
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' } as { name: string },
        contact: { name: 'The operator of this service' },
      },
      servers: [{ url: baseUrl === undefined || isLocal(baseUrl) ? '/' : baseUrl }],
      security: [{ bearer: [] }, { basic: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
          basic: { type: 'http', scheme: 'basic', description: 'An API key as the user name, with an empty password.' },
        },
        ...structuredClone(components),
      },
    },
  })
  const tags = new Set<Section>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations) as [keyof typeof operations, Operation][]) {
      if (operation.summary === undefined) delete operations[method]
      else complete(method, path, operation, document.components?.schemas as Schemas)
      for (const tag of operation.tags ?? []) tags.add(tag)
    }
    if (Object.keys(operations).length === 0) delete document.paths[path]
  }
  const calls = await webhookCalls(webhooks, signatureHeader)
  const hasCalls = Object.keys(calls.webhooks).length > 0
  const newest = withExamples(
    withWords(
      tidied({
        ...document,
        tags: [...[...tags].map((name) => ({ name, description: sections[name].about })), ...(hasCalls ? [callsSection] : [])],
        ...(hasCalls && { webhooks: calls.webhooks as never }),
        components: { ...document.components, schemas: { ...(calls.schemas as Record<string, never>), ...document.components?.schemas } },
      }),
    ),
  )
  return documentOfVersion(newest, version)
}

/** Such an address leads elsewhere from another machine; the document's own address never does. */
const isLocal = (url: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)

type Schemas = { readonly [name: string]: Schema } | undefined

/** Adds what follows from an operation's method, path, credentials and query. */
const complete = (method: string, path: string, operation: Operation, schemas: Schemas) => {
  for (const parameter of operation.parameters ?? []) {
    if (parameter?.in === 'path' && parameter.name !== undefined) {
      const named = namedBy(parameter.name, path)
      parameter.description ??= `Id of the ${named}.`
      if (!alsoNamed.has(named)) parameter.schema = { type: 'string', format: 'uuid' }
    }
    // Those that are given several times have brackets in their names (`states[]`).
    const isCommaSeparated = parameter?.in === 'query' && parameter.schema?.type === 'array' && !parameter.name?.endsWith('[]')
    if (isCommaSeparated) Object.assign(parameter, { style: 'form', explode: false })
  }

  const secured = operation.security?.length !== 0
  const hasQuery = operation.parameters?.some((parameter) => parameter?.in === 'query') ?? false
  const mayBeRepeated = secured && method === 'post'
  const implied: readonly ErrorStatus[] = [
    ...(hasQuery ? ([400] as const) : []),
    ...(mayBeRepeated ? ([400, 408, 413, 422] as const) : []),
    ...(secured ? ([401, 403, 429] as const) : []),
    ...(secured && method !== 'get' ? ([412] as const) : []),
    431,
    500,
    503,
  ]
  const [section] = operation.tags ?? []
  const scope = secured && section ? scopeOf(section, method) : null
  const isList = answersWithList(operation, schemas)
  operation.description = descriptionOf(operation, { scope, isList, mayBeRepeated })
  if (scope) operation['x-required-scope'] = scope
  operation.operationId = operationName(method, path, isList)
  operation.responses = { ...Object.fromEntries(implied.map((status) => [status, reference(status)])), ...operation.responses }
  if (operation['x-tagged'] && method === 'get') describeTag(operation)
  delete operation['x-tagged']
  const headers = [...(mayBeRepeated ? ['Idempotency-Key'] : []), ...(isStream(operation) ? ['Last-Event-ID'] : [])]
  const parameters = [...(operation.parameters ?? []), ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
  if (parameters.length > 0) operation.parameters = parameters
}

const isStream = ({ responses }: Operation): boolean => 'text/event-stream' in (responses?.['200']?.content ?? {})

/** The request for the answer's tag, the tag, and the answer without a body. */
const describeTag = (operation: Operation) => {
  const { 200: answer, ...others } = operation.responses ?? {}
  const tagged = headersOf(['ETag'])
  operation.parameters = [{ $ref: '#/components/parameters/If-None-Match' }, ...(operation.parameters ?? [])]
  operation.responses = { ...others, 200: { ...answer, ...tagged }, 304: { ...response(304, null), ...tagged } }
}

/** The route's own words, then what follows from its kind. */
const descriptionOf = (
  { description, summary = '' }: Operation,
  { scope, isList, mayBeRepeated }: { readonly scope: string | null; readonly isList: boolean; readonly mayBeRepeated: boolean },
): string =>
  [
    description ?? `${summary.replace(/\.$/, '')}.`,
    ...(isList ? ['The answer is one page of a list: see Lists.'] : []),
    ...(mayBeRepeated ? ['Safe to repeat with an `Idempotency-Key`.'] : []),
    ...(scope ? [`A restricted key needs the scope \`${scope}\`.`] : []),
  ].join(' ')

const answersWithList = ({ responses }: Operation, schemas: Schemas): boolean => {
  const schema = responses?.['200']?.content?.['application/json']?.schema
  const named = schema?.$ref === undefined ? schema : schemas?.[schema.$ref.slice('#/components/schemas/'.length)]
  return named?.properties?.object?.const === 'list'
}

/** What a path also names otherwise than by its id: an agent by its type, a screening as `latest`. */
const alsoNamed: ReadonlySet<string> = new Set(['agent', 'screening'])

/** What a path parameter is the id of: `lien_id` of a lien, `id` in `/v1/business_batches/{id}` of a business batch. */
const namedBy = (parameter: string, path: string): string => {
  const collection =
    path
      .slice(0, path.indexOf(`/{${parameter}}`))
      .split('/')
      .at(-1) ?? ''
  const name = parameter === 'id' ? singular(collection) : parameter.replace(/_id$/, '')
  return name.replaceAll('_', ' ')
}
