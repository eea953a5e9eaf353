// What samples of several kinds have in common.
export const id = '0198c0de-0000-7000-8000-000000000001'
export const other = '0198c0de-0000-7000-8000-000000000002'

export const sources = [
  { id, type: 'or_sos', metadata: { data_set: 'or_sos', version: '2026-11-01', row: '123456-78', page: 4, current: true, note: null } },
]
/** What stands with whatever is found. */
export const found = { order_id: id, sources }
export const address = {
  full_address: '1 Main St Ste 2, Portland, OR 97201',
  address_line1: '1 Main St',
  address_line2: 'Ste 2',
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
  latitude: 45.5,
  longitude: -122.6,
}
export const person = {
  id,
  name: 'Ann Doe',
  title: 'Manager',
  email: 'ann@example.com',
  phone: '+15035550100',
  dob: '1970-01-02',
  ssn: '123456789',
}
export const lienParty = {
  id,
  organization_name: null,
  first_name: 'Ann',
  last_name: 'Doe',
  addresses: [address],
}
