// The partner's routes: companies, applications, registration requests and information requests (specification 4.9).
import { z } from 'zod'
import { partnerApplication } from '../../commands/partner-application.ts'
import { refused } from '../../commands/refused.ts'
import { registrationRequest } from '../../commands/registration-request.ts'
import type { Jurisdiction } from '../../evidence/registrations/jurisdictions.ts'
import { agenciesOf, payrollTypesOf } from '../../evidence/registrations/registration.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { ownAccount, ownDocument, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { type GuestLinking, linksFor } from '../../inner/guest-links.ts'
import { openInformationRequestPage } from '../../inner/information-requests.ts'
import { companiesOfRecords, companyOfExternalId, companyOfId, createCompany, ownCompanyId } from '../../inner/partner-companies.ts'
import {
  type KnownJurisdictions,
  ownRegistrationRequest,
  type RegistrationRequestDocument,
  registrationRequestPage,
} from '../../inner/registration-requests.ts'
import { ApiError, badRequest } from '../../interface/errors.ts'
import { memberLimits as limits } from '../../interface/limits.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import {
  AgentCompany,
  AgentInformationRequest,
  CreateApplicationResponse,
  GetRegistrationRequestGuestDashboardResponse,
  RegistrationRequest,
} from '../../interface/records/partner.ts'
import { CreateApplication, CreateCompany, CreateRegistrationRequest } from '../../interface/requests/partner.ts'
import {
  applicationResource,
  companyResource,
  informationRequestResource,
  registrationRequestResource,
} from '../../interface/resources/partner.ts'
import { partnerApplications } from '../../projections/partner.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Partner'

const nothingElse = {
  dba_name: null,
  ein: null,
  entity_type: null,
  formation_state: null,
  formation_date: null,
  contact_name: null,
  contact_phone_number: null,
} as const

type PartnerDependencies = Sending & Reads & KnownJurisdictions & GuestLinking

export const partnerRoutes =
  (inner: PartnerDependencies): Routes =>
  (app) => {
    companiesAndApplications(app, inner)
    registrationRequests(app, inner)
    oneRegistrationRequest(app, inner)
    exceptions(app, inner)
  }

const companiesAndApplications = (app: ProbityApp, inner: PartnerDependencies) => {
  app.post(
    '/partner/companies',
    describe({
      summary: 'Create a company',
      description: 'Companies are the same when their EIN agrees or, lacking one, their `external_id`: 409 with the one that exists.',
      tag,
      responses: { 201: AgentCompany, 409: AgentCompany },
    }),
    body(CreateCompany),
    async (c) => {
      const { addresses, ...fields } = c.req.valid('json')
      const account = await ownAccount(inner, c)
      const { company, isNew } = await createCompany(inner, c, { ...fields, addresses: addresses ?? [] })
      return c.json(companyResource({ ...company, id: company.company_id }, account), isNew ? 201 : 409)
    },
  )

  app.post(
    '/partner/applications',
    describe({ summary: 'Invite a company to apply', tag, responses: { 201: CreateApplicationResponse } }),
    body(CreateApplication),
    async (c) => {
      const { company_id, company_external_id, redirect_uri, redirect_back_uri } = c.req.valid('json')
      const companyId = await invitedCompany(inner, c, { company_id, company_external_id })
      const id = newId(c, 'application')
      const { mode } = c.get('principal')
      const application = { application_id: id, company_id: companyId, mode, redirect_uri, redirect_back_uri }
      await send(inner, c, { aggregate: partnerApplication, id, command: { type: 'CreateApplication', application } })
      const document = await ownDocument(inner, c, {
        projection: partnerApplications,
        id,
        resource: 'application',
      })
      return c.json(applicationResource(document, linksFor(inner, c).invite({ kind: 'application', id }, document.created_at)), 201)
    },
  )
}

const registrationRequests = (app: ProbityApp, inner: PartnerDependencies) => {
  app.get(
    '/partner/registration_requests',
    describe({ summary: 'List registration requests', tag, responses: { 200: listOf(RegistrationRequest) } }),
    query(z.object(paging)),
    async (c) => {
      const { page, per_page: perPage } = c.req.valid('query')
      const { found, totalCount, hasMore } = await registrationRequestPage(inner, c, { page, perPage })
      const items = found.map((each) => requestResource(inner, c, each))
      return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/partner/registration_requests' }))
    },
  )

  app.post(
    '/partner/registration_requests',
    describe({
      summary: 'Request registrations in a state',
      description: '`company_name` finds the company by `external_id`, or creates it.',
      tag,
      responses: { 201: RegistrationRequest },
    }),
    body(CreateRegistrationRequest, { status: 400 }),
    async (c) => {
      const body = c.req.valid('json')
      const { state, email, external_id, redirect_uri, redirect_back_uri } = body
      const local = jurisdictionsIn(inner.jurisdictions(), state, body.jurisdictions ?? [])
      // Without types or jurisdictions, the request covers the state's payroll registrations.
      const named = body.tax_registration_types ?? []
      const types = [...new Set(named.length > 0 || local.length > 0 ? named : payrollTypesOf(state))]
      const agencies = [...agenciesOf(state, types, local)]
      if (agencies.length === 0) throw badRequest(`${state} levies no tax on wages`, 'tax_registration_types')
      const companyId = await companyFor(inner, c, body)
      const id = newId(c, 'registration_request')
      const request = {
        registration_request_id: id,
        company_id: companyId,
        mode: c.get('principal').mode,
        state,
        email,
        external_id,
        tax_registration_types: types,
        jurisdictions: local.map(({ slug }) => slug),
        agencies,
        redirect_uri,
        redirect_back_uri,
      }
      await send(inner, c, { aggregate: registrationRequest, id, command: { type: 'CreateRequest', request } })
      return c.json(requestResource(inner, c, await ownRegistrationRequest(inner, c, id)), 201)
    },
  )
}

const oneRegistrationRequest = (app: ProbityApp, inner: PartnerDependencies) => {
  app.get(
    '/partner/registration_requests/:id',
    describe({ summary: 'A registration request', tag, responses: { 200: RegistrationRequest }, errors: [404] }),
    async (c) => c.json(requestResource(inner, c, await requestOf(inner, c))),
  )

  app.delete(
    '/partner/registration_requests/:id',
    describe({
      summary: 'Delete a registration request that has not been submitted',
      tag,
      responses: { 200: RegistrationRequest },
      errors: [400, 404],
    }),
    async (c) => {
      const request = await requestOf(inner, c)
      await send(inner, c, { aggregate: registrationRequest, id: request.id, command: { type: 'DeleteRequest' } })
      return c.json(requestResource(inner, c, request))
    },
  )

  app.get(
    '/partner/registration_requests/:id/guest_dashboard',
    describe({
      summary: "A link to the employer's page of a registration request",
      tag,
      responses: { 200: GetRegistrationRequestGuestDashboardResponse },
      errors: [404],
    }),
    query(
      z.object({ section: z.string().max(limits.section.most).optional().meta({ description: 'The section that the page opens with.' }) }),
    ),
    async (c) => {
      const { id } = await requestOf(inner, c)
      const { section } = c.req.valid('query')
      return c.json({ guest_dashboard_url: linksFor(inner, c).guest({ kind: 'registration_request', id }, section) })
    },
  )
}

const exceptions = (app: ProbityApp, inner: PartnerDependencies) => {
  app.get(
    '/partner/exceptions',
    describe({
      summary: 'List what the desk needs to know',
      tag,
      responses: { 200: listOf(AgentInformationRequest, { count: true }) },
    }),
    query(z.object(paging)),
    async (c) => {
      const { page, per_page: perPage } = c.req.valid('query')
      const { found, totalCount, hasMore } = await openInformationRequestPage(inner, c, { page, perPage })
      const companies = await companiesOfRecords(inner, found)
      const data = found.map((each) =>
        informationRequestResource(
          each,
          companies.get(each.company_id),
          linksFor(inner, c).guest({ kind: 'information_request', id: each.id }),
        ),
      )
      return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: '/v1/partner/exceptions', count: true }))
    },
  )
}

const requestOf = (inner: Reads, c: ProbityContext) => ownRegistrationRequest(inner, c, c.req.param('id') ?? '')

const requestResource = (inner: PartnerDependencies, c: ProbityContext, request: RegistrationRequestDocument) => {
  const invited = { kind: 'registration_request', id: request.id } as const
  return registrationRequestResource(request, linksFor(inner, c).invite(invited, request.created_at))
}

/** The jurisdictions with these slugs, each once. @throws ApiError 400 naming each slug that is not in the state */
const jurisdictionsIn = (
  known: ReturnType<KnownJurisdictions['jurisdictions']>,
  state: string,
  slugs: readonly string[],
): readonly Jurisdiction[] => {
  const found = slugs.map((slug) => known.bySlug(slug))
  const unfit = slugs.flatMap((slug, index) => {
    const there = found[index]?.state
    if (there === state) return []
    const message = there === undefined ? `there is no jurisdiction ${slug}` : `${slug} is not in ${state}`
    return [{ message, parameter: `jurisdictions.${index}` }]
  })
  if (unfit.length > 0) throw new ApiError(400, unfit)
  return [...new Set(found)].filter((each) => each !== undefined)
}

type CompanyNames = Pick<z.output<typeof CreateApplication>, 'company_id' | 'company_external_id'>

/** The company that an application names. @throws Refused when there is none, or the two names are of two companies */
const invitedCompany = async (inner: PartnerDependencies, c: ProbityContext, names: CompanyNames): Promise<string> => {
  const { company_id: id, company_external_id: externalId } = names
  const found = id === null ? await companyOfExternalId(inner, c, externalId) : await ownCompanyId(inner, c, id)
  if (found === null) throw refused('company_unknown', id === null ? 'company_external_id' : 'company_id')
  if (id !== null && externalId !== null && (await companyOfId(inner, found))?.external_id !== externalId)
    throw refused('company_contradictory', 'company_external_id')
  return found
}

/** The company with this id or external id. It is created if the external id is unknown. @throws ApiError 400 */
const companyFor = async (
  inner: PartnerDependencies,
  c: ProbityContext,
  { company_id, company_name, external_id, email }: z.output<typeof CreateRegistrationRequest>,
): Promise<string> => {
  if (company_id !== null) {
    const own = await ownCompanyId(inner, c, company_id)
    if (own === null) throw badRequest('the company does not exist', 'company_id')
    return own
  }
  const known = await companyOfExternalId(inner, c, external_id)
  if (known !== null) return known
  const named = { ...nothingElse, legal_name: company_name ?? '', external_id, contact_email: email, addresses: [] }
  return (await createCompany(inner, c, named)).company.company_id
}
