// Answers the questions of an annual filing on the guest page, as an employer with the link of a registration request does.
import { OperatorError } from './connection.ts'

const answers = {
  state_file_number: '123',
  'fiscal_year_end.month': '12',
  'fiscal_year_end.day': '31',
  'principal_address.address_line1': '1 Main St',
  'principal_address.city': 'Salem',
  'principal_address.state': 'OR',
  'principal_address.postal_code': '97301',
  officers_changed: 'false',
}

/** @throws OperatorError when the page does not take the answers */
export const submitAsGuest = async (link: string): Promise<void> => {
  await send(`${link}?section=annual_filing`, { do: 'save', ...answers })
  await send(`${link}?section=review`, { do: 'submit' })
}

const send = async (page: string, fields: Readonly<Record<string, string>>): Promise<void> => {
  const text = await (await fetch(page)).text()
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const body = new URLSearchParams({ ...fields, form_token, form_key: crypto.randomUUID() })
  const { status } = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  if (status !== 303) throw new OperatorError(`the guest page ${page} answered with status ${status} instead of taking the answers`)
}
