// Who owes, and to whom, in the tests of liens.

/** In parts, as clients may also send it. */
export const address = { address_line_1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201' }
export const debtor = { organization_name: 'Acme Widgets LLC', addresses: [address] }
export const owner = { first_name: 'Ann', last_name: 'Doe', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
export const bank = { organization_name: 'First Bank', addresses: [{ full_address: '2 Side St, Salem, OR 97301' }] }
export const filing = { state: 'OR', debtors: [debtor], secured_parties: [bank], collateral: 'All inventory' }
