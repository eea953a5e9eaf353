// The requests of partners (specification 4.9).
import { z } from 'zod'
import { registrationTypes } from '../../evidence/registrations/questions.ts'
import { Id } from '../ids.ts'
import { undescribed } from '../json-schema.ts'
import { memberLimits as limits } from '../limits.ts'
import { passedOver } from '../passed-over.ts'
import { addressFrom } from './address.ts'
import { Email } from './email.ts'
import { orNull, text } from './fields.ts'
import { StateCode } from './state-code.ts'

export { registrationTypes }

/** Accepts values that may not have been parsed. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Where to send the browser afterwards: http or https only. */
const webAddress = z
  .string()
  .trim()
  .max(limits.url.most)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
  .refine((address) => !URL.canParse(address) || new URL(address).username === '', 'must not hold credentials')
  .meta({ format: 'uri' })

/** An EIN without its hyphen. */
const ein = z
  .string()
  .trim()
  .regex(/^\d{2}-?\d{7}$/, 'must be nine digits, with or without the hyphen')
  .transform((value) => value.replace('-', ''))

type Members = { readonly [member: string]: unknown }

/** Of a company's address the parts say more than the line, which is read where there is no street line and no city. */
const isInOneLine = ({ full_address, address_line1, address_line_1, city }: Members): boolean =>
  isGiven(full_address) && ![address_line1, address_line_1, city].some(isGiven)

const notUsed = (sent: Members): readonly string[] =>
  (isInOneLine(sent) ? ['state', 'postal_code'] : ['full_address']).filter((name) => isGiven(sent[name]))

const CompanyAddress = z
  .object({
    full_address: orNull(text(limits.addressPart.most)),
    address_line1: orNull(text(limits.companyAddressLine.most)),
    address_line_1: orNull(text(limits.companyAddressLine.most)).register(undescribed, {}),
    address_line2: orNull(text(limits.companyAddressLine.most)),
    address_line_2: orNull(text(limits.companyAddressLine.most)).register(undescribed, {}),
    city: orNull(text(limits.companyCity.most)),
    state: orNull(StateCode),
    postal_code: orNull(text(limits.companyPostalCode.most)),
    address_type: orNull(text(limits.companyAddressType.most)),
  })
  .register(passedOver, { namesIn: (sent) => notUsed({ ...sent }) })
  .transform(({ full_address, address_line_1, address_line_2, ...rest }) => {
    if (full_address !== null && isInOneLine({ full_address, address_line_1, ...rest })) {
      const { id: _, ...read } = addressFrom({ full_address, address_line2: rest.address_line2 ?? address_line_2 ?? undefined }, '')
      return { ...read, address_type: rest.address_type }
    }
    const item = { ...rest, address_line1: rest.address_line1 ?? address_line_1, address_line2: rest.address_line2 ?? address_line_2 }
    const { address_line1, address_line2, city, state: abbreviation, postal_code } = item
    const region = [abbreviation, postal_code].filter(Boolean).join(' ')
    return { ...item, full_address: [address_line1, address_line2, city, region].filter(Boolean).join(', ') }
  })

export const CreateCompany = z
  .object({
    legal_name: text(limits.companyName.most),
    ein: orNull(ein),
    external_id: orNull(text(limits.externalId.most)),
    dba_name: orNull(text(limits.companyName.most)),
    contact_email: orNull(Email),
    contact_name: orNull(text(limits.personName.most)),
    contact_phone_number: orNull(text(limits.companyPhone.most)),
    entity_type: orNull(text(limits.companyType.most)),
    formation_state: orNull(StateCode),
    formation_date: orNull(z.iso.date()),
    addresses: orNull(z.array(CompanyAddress).max(limits.companyAddresses.most)),
  })
  .meta({
    id: 'CreateCompanyRequest',
    examples: [
      {
        legal_name: 'Acme Widgets LLC',
        ein: '12-3456789',
        external_id: 'acme-1',
        contact_email: 'ann@example.com',
        formation_state: 'OR',
        formation_date: '2019-04-01',
        addresses: [{ address_line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', address_type: 'physical' }],
      },
    ],
  })

export const CreateApplication = z
  .object({
    company_id: orNull(Id).meta({ description: 'Required without `company_external_id`.' }),
    company_external_id: orNull(text(limits.externalId.most)).meta({ description: 'The `external_id` that the company was created with.' }),
    redirect_uri: orNull(webAddress),
    redirect_back_uri: orNull(webAddress),
  })
  .refine(({ company_id, company_external_id }) => isGiven(company_id) || isGiven(company_external_id), {
    path: ['company_id'],
    error: 'is required, or company_external_id',
    when: () => true,
  })
  .meta({ id: 'CreateApplicationRequest', examples: [{ company_external_id: 'acme-1', redirect_uri: 'https://example.com/done' }] })

export const CreateRegistrationRequest = z
  .object({
    state: StateCode,
    email: Email,
    company_id: orNull(Id).meta({ description: 'Required without `company_name`.' }),
    company_name: orNull(text(limits.companyName.most)),
    external_id: orNull(text(limits.externalId.most)),
    tax_registration_types: orNull(z.array(z.enum(registrationTypes)).max(limits.registrationTypes.most)).meta({
      description: 'Withholding and unemployment insurance when neither these nor jurisdictions are given.',
    }),
    jurisdictions: orNull(z.array(text(limits.jurisdiction.most)).max(limits.jurisdictions.most)).meta({
      description: 'Slugs of local jurisdictions in the state.',
    }),
    redirect_uri: orNull(webAddress),
    redirect_back_uri: orNull(webAddress),
  })
  .refine(({ company_id, company_name }) => isGiven(company_id) || isGiven(company_name), {
    path: ['company_id'],
    error: 'is required, or company_name',
    when: () => true,
  })
  .meta({
    id: 'CreateRegistrationRequest',
    examples: [
      {
        state: 'PA',
        email: 'ann@example.com',
        company_name: 'Acme Widgets LLC',
        external_id: 'acme-1',
        tax_registration_types: ['state_tax_withholdings', 'state_unemployment_insurance'],
        jurisdictions: ['pa-510101-eit'],
        redirect_uri: 'https://example.com/done',
      },
    ],
  })

export const Tags = z
  .array(text(limits.tag.most))
  .max(limits.tags.most)
  .meta({ id: 'MailTags', examples: [['rate notice', '2027']] })
