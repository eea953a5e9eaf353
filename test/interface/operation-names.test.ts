import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operationName, singular } from '../../src/interface/operation-names.ts'

const item = false
const list = true
for (const [method, path, answer, name] of [
  ['get', '/healthz', item, 'getHealthz'],
  ['get', '/v1/businesses', list, 'listBusinesses'],
  ['post', '/v1/businesses', item, 'createBusiness'],
  ['patch', '/v1/businesses/{id}', item, 'updateBusiness'],
  ['get', '/v1/businesses/{business_id}/policy_results', list, 'listBusinessPolicyResults'],
  ['get', '/v1/businesses/{business_id}/orders/{id}', item, 'getBusinessOrder'],
  ['post', '/v1/businesses/{business_id}/liens/batch', list, 'createBusinessLienBatch'],
  ['get', '/v1/events', item, 'getEvents'],
  ['get', '/v1/webhooks/{id}/deliveries', list, 'listWebhookDeliveries'],
  ['post', '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', item, 'redeliverWebhookDelivery'],
  ['post', '/v1/partner/companies', item, 'createPartnerCompany'],
  ['delete', '/v1/partner/registration_requests/{id}', item, 'deletePartnerRegistrationRequest'],
] as const)
  test(`${method} ${path} is called ${name}`, () => assert.is(operationName(method, path, answer), name))

test('a collection is known by one of its things', () => {
  const names = ['businesses', 'business_batches', 'companies', 'deliveries', 'liens', 'mail', 'address']
  assert.equal(names.map(singular), ['business', 'business_batch', 'company', 'delivery', 'lien', 'mail', 'address'])
})

test.run()
