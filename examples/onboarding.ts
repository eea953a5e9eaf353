// Onboards one merchant: creates a business, waits for its review, and lets the verdict decide.
//   PROBITY_KEY=bvs_test_... node examples/onboarding.ts "Acme Widgets LLC" "123 Main St, Portland, OR 97201"
import { setTimeout as pause } from 'node:timers/promises'

const { PROBITY_URL = 'http://127.0.0.1:3000', PROBITY_KEY = '' } = process.env
const [name = 'Acme Widgets LLC', address = '123 Main St, Portland, OR 97201'] = process.argv.slice(2)

/** Ends the program with one line that says what is wrong. */
const fail = (problem: string): never => {
  console.error(problem)
  process.exit(1)
}
if (PROBITY_KEY === '') fail('PROBITY_KEY is not set')

type Task = { readonly label: string; readonly status: string; readonly message: string }
type Business = { readonly id: string; readonly status: string; readonly review: { readonly tasks: readonly Task[] } | null }

const probity = async (method: string, path: string, body?: object, headers = {}): Promise<Business> => {
  const response = await fetch(`${PROBITY_URL}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${PROBITY_KEY}`, 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(({ cause }) => fail(`no answer from ${PROBITY_URL}: ${cause?.message || cause?.code}`))
  type Answer = Business & { readonly errors?: readonly { readonly message: string }[] }
  // A proxy in place of the service does not answer with JSON.
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (response.ok && answer) return answer
  return fail(answer?.errors?.map(({ message }) => message).join('; ') || `${PROBITY_URL} answered ${response.status}, not as the service does`)
}

// The same key with the same body never makes a second business, so a request that broke off may be sent again.
const key = { 'Idempotency-Key': `merchant-42-${name}` }
let business = await probity('POST', '/businesses', { name, addresses: [{ full_address: address }] }, key)

while (['open', 'pending'].includes(business.status)) {
  await pause(250)
  business = await probity('GET', `/businesses/${business.id}`)
}

const concerns = (business.review?.tasks ?? []).filter(({ status }) => status === 'failure' || status === 'warning')
for (const { label, message } of concerns) console.log(`${label}: ${message}`)
if (business.status === 'in_review' && concerns.length === 0)
  business = await probity('PATCH', `/businesses/${business.id}`, { status: 'approved' })
console.log(`${business.id} ${business.status}`)
