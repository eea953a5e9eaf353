// The result of a registration request: the agencies to register with, and for the sandbox made-up numbers and rates.
import type { Jurisdiction } from './jurisdictions.ts'
import type { RegistrationType } from './questions.ts'
import { slugOf, stateAgencies } from './state-agencies.ts'

export type RequestAgency = {
  readonly slug: string
  readonly name: string
  readonly registration_type: string
  readonly jurisdiction_slug: string
}

/** The registrations that an employer needs to pay wages in a state; nine states do not tax wages. */
export const payrollTypesOf = (state: string): readonly RegistrationType[] => [
  ...(stateAgencies.get(state)?.withholding ? (['state_tax_withholdings'] as const) : []),
  'state_unemployment_insurance',
]

/** Lists each agency and registration once. The slug includes the registration, because one agency may handle several. */
export const agenciesOf = (state: string, types: readonly RegistrationType[], local: readonly Jurisdiction[]): readonly RequestAgency[] => {
  const agencies = stateAgencies.get(state)
  if (!agencies) return []
  const ofState = types.flatMap((type): RequestAgency[] => {
    if (type === 'state_tax_withholdings') {
      const { withholding } = agencies
      if (!withholding) return []
      return [
        { slug: withholding.slug, name: withholding.name, registration_type: type, jurisdiction_slug: slugOf(`${state} withholding tax`) },
      ]
    }
    if (type === 'state_unemployment_insurance') {
      const { unemployment } = agencies
      return [
        {
          slug: unemployment.slug,
          name: unemployment.name,
          registration_type: type,
          jurisdiction_slug: slugOf(`${state} unemployment insurance`),
        },
      ]
    }
    const name = `${agencies.name} business registry`
    return [{ slug: `${slugOf(name)}-${slugOf(type)}`, name, registration_type: type, jurisdiction_slug: slugOf(`${state} ${type}`) }]
  })
  const ofPlaces = local.map(({ slug, agencyName }) => ({
    slug,
    name: agencyName,
    registration_type: 'local_tax',
    jurisdiction_slug: slug,
  }))
  const all = [...ofState, ...ofPlaces]
  return all.map((agency, index) =>
    all.findIndex(({ slug }) => slug === agency.slug) === index
      ? agency
      : { ...agency, slug: `${agency.slug}-${agency.jurisdiction_slug}` },
  )
}

type Item = { readonly agency_slug: string; readonly key: string; readonly value: string; readonly effective_date: string | null }

/** Numbers in the agency's format, the same every time. @param seed determines the digits */
export const madeUpItems = (
  state: string,
  agencies: readonly RequestAgency[],
  { seed, date }: { seed: string; date: string },
): readonly Item[] => {
  const known = stateAgencies.get(state)
  const digits = [...seed].map((letter) => letter.charCodeAt(0) % 10)
  const filled = (format: string) => {
    let at = 0
    return format.replaceAll(/[#@]/g, (each) => (each === '#' ? String(digits[at++ % digits.length] ?? 0) : 'S'))
  }
  return agencies.flatMap(({ slug, registration_type }) => {
    const of = (key: string, value: string): Item => ({ agency_slug: slug, key, value, effective_date: date })
    if (registration_type === 'state_tax_withholdings')
      return [of('account_number', filled(known?.withholding?.formats[0] ?? '########')), of('filing_frequency', 'quarterly')]
    if (registration_type === 'state_unemployment_insurance')
      return [of('account_number', filled(known?.unemployment.formats[0] ?? '########')), of('rate', '2.7')]
    return [of('account_number', filled('########'))]
  })
}
