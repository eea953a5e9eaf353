// Names operations (`operationId`) for the interface description, and so for generated clients: a verb and its object, from method and path. `GET /v1/businesses/{business_id}/liens` is `listBusinessLiens`.

/** Paths that end with a verb. */
const namedByTheirEnd: Readonly<Record<string, string>> = {
  '/oauth/revoke': 'revokeOauthToken',
  '/v1/agent/jurisdictions/search': 'searchAgentJurisdictions',
  '/v1/api_keys/{id}/rotate': 'rotateApiKey',
  '/v1/identities/autocomplete': 'autocompleteIdentities',
  '/v1/monitoring/bulk_disable': 'bulkDisableMonitoring',
  '/v1/prefill/businesses': 'prefillBusiness',
  '/v1/proposals/{id}/confirm': 'confirmProposal',
  '/v1/proposals/{id}/refuse': 'refuseProposal',
  '/v1/proposals/{id}/withdraw': 'withdrawProposal',
  '/v1/runs/{id}/resume': 'resumeRun',
  '/v1/runs/{id}/stream': 'streamRun',
  '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver': 'redeliverWebhookDelivery',
  '/v1/webhooks/{id}/rotate_secret': 'rotateWebhookSecret',
  '/v1/webhooks/{id}/test': 'testWebhook',
}

/** Where a record can be both replaced and changed. */
const replacements: ReadonlySet<string> = new Set(['/v1/webhooks/{id}'])

const verbs: Readonly<Record<string, string>> = { get: 'get', post: 'create', put: 'update', patch: 'update', delete: 'delete' }

/**
 * `isList`: the response is a list.
 * @example
 * operationName('get', '/v1/businesses/{business_id}/liens', true) // => 'listBusinessLiens'
 */
export const operationName = (method: string, path: string, isList: boolean): string => {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1')
  const words = parts.flatMap((part, index) => {
    if (part.startsWith('{')) return []
    const isWhole = method === 'get' && index === parts.length - 1
    return [isWhole ? part : singular(part)]
  })
  const isReplacement = method === 'put' && replacements.has(path)
  const verb = isReplacement ? 'replace' : method === 'get' && isList ? 'list' : (verbs[method] ?? method)
  return namedByTheirEnd[path] ?? verb + words.map(pascal).join('')
}

/**
 * @example
 * singular('business_batches') // => 'business_batch'
 */
export const singular = (collection: string): string => collection.replace(/ies$/, 'y').replace(/(?<=ss|ch)es$|(?<!s)s$/, '')

/**
 * @example
 * pascal('add_sources') // => 'AddSources'
 */
export const pascal = (words: string) => words.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())
