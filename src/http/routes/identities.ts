// Identities for a name as it is typed, and prefills for a form (specification 4.11).
import type { Routes } from '../../inner/framework/environment.ts'
import type { IdentityLookUp } from '../../inner/shown-connections.ts'
import { badRequest } from '../../interface/errors.ts'
import { listOf, wholeList } from '../../interface/lists.ts'
import { BusinessIdentity, PrefillBusiness } from '../../interface/records/identities.ts'
import {
  Autocomplete,
  identityQuestion,
  isNameAlone,
  PrefillBusinessRequest,
  prefillQuestion,
} from '../../interface/requests/identities.ts'
import { identityResource, prefillResource } from '../../interface/resources/identities.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

const tag = 'Identities'

export const identityRoutes =
  ({ identities }: IdentityLookUp): Routes =>
  (app) => {
    app.post(
      '/identities/autocomplete',
      describe({ summary: 'Businesses whose name begins as typed', tag, responses: { 200: listOf(BusinessIdentity) } }),
      body(Autocomplete),
      async (c) => {
        const found = await identities(c.get('principal').mode).autocomplete(identityQuestion(c.req.valid('json')))
        return c.json(wholeList(found.map(identityResource), '/v1/identities/autocomplete'))
      },
    )

    app.post(
      '/prefill/businesses',
      describe({
        summary: 'What is known of a business, to fill a form with',
        description: 'Found by an autocomplete result, a TIN, a name with an address, or a website.',
        tag,
        responses: { 200: PrefillBusiness },
      }),
      body(PrefillBusinessRequest),
      async (c) => {
        const question = prefillQuestion(c.req.valid('json'))
        if (!question) throw badRequest('one of names, tin, website_url or autocomplete_result_id is required')
        if (isNameAlone(question)) throw badRequest('addresses is required beside names', 'addresses')
        return c.json(prefillResource(await identities(c.get('principal').mode).prefill(question)))
      },
    )
  }
