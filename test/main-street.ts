// An address in its parts, for tests that need one and do not care which.
export const mainStreet = {
  full_address: '1 Main St, Portland, OR 97201',
  address_line1: '1 Main St',
  address_line2: null,
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
}
