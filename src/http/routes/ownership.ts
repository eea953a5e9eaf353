// Who owns a business: read it, replace it, certify it, and export it.
import { z } from 'zod'
import { updateBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { bodsOf, certifyOwnership, ownershipOf, resolveDiscrepancy } from '../../inner/ownership.ts'
import { AnyObject } from '../../interface/records/common.ts'
import { OwnerDiscrepancy, Ownership, OwnershipCertification } from '../../interface/records/ownership.ts'
import { CertifyOwnership, ReplaceOwnership, ResolveDiscrepancy } from '../../interface/requests/ownership.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, query } from '../validation.ts'

const path = '/businesses/:business_id/ownership'
const tag = 'Ownership'
const moment = query(z.object({ as_of: asOf.optional() }))

export const ownershipRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      path,
      describe({
        summary: 'Who owns and controls a business, through chains of companies, now or as it stood',
        description:
          'Percentages along a chain are multiplied, and ways are added up. Beneficial owners are people with 25 percent or more, or with control. `listed` is the aggregate of parties with watchlist hits after OFAC’s 50 Percent Rule.',
        tag,
        responses: { 200: Ownership },
        errors: [404],
      }),
      moment,
      async (c) => c.json(await ownershipOf(inner, c, c.req.param('business_id'), c.req.valid('query').as_of)),
    )

    app.put(
      path,
      describe({ summary: 'Replace what is known of the owners', tag, responses: { 200: Ownership }, errors: [404] }),
      body(ReplaceOwnership),
      async (c) => {
        const id = await updateBusiness(inner, c, c.req.param('business_id'), c.req.valid('json'))
        return c.json(await ownershipOf(inner, c, id))
      },
    )

    app.post(
      `${path}/certifications`,
      describe({
        summary: 'Certify the ownership: someone at the business confirms it as it stands',
        tag,
        responses: { 201: OwnershipCertification },
        errors: [404],
      }),
      body(CertifyOwnership),
      async (c) => {
        const { certifications } = await certifyOwnership(inner, c, c.req.param('business_id'), c.req.valid('json'))
        return c.json(certifications[0], 201)
      },
    )

    app.post(
      `${path}/discrepancies/:discrepancy_id/resolution`,
      describe({
        summary: 'Resolve a difference between submitted and found owners, with a reason',
        tag,
        responses: { 200: OwnerDiscrepancy },
        errors: [404],
      }),
      body(ResolveDiscrepancy),
      async (c) => {
        const { reason } = c.req.valid('json')
        return c.json(await resolveDiscrepancy(inner, c, c.req.param('business_id'), { id: c.req.param('discrepancy_id'), reason }))
      },
    )

    app.get(
      `${path}/bods`,
      describe({
        summary: 'The ownership in the Beneficial Ownership Data Standard 0.4',
        tag,
        responses: { 200: z.array(AnyObject).meta({ id: 'BodsStatements' }) },
        errors: [404],
      }),
      moment,
      async (c) => c.json(await bodsOf(inner, c, c.req.param('business_id'), c.req.valid('query').as_of)),
    )
  }
