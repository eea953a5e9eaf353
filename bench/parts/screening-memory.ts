// Opens imported lists as the service's reference thread does, screens two names, and prints the memory that the process then takes, in MB.
//   node bench/parts/screening-memory.ts FOLDER

import { openReference } from '../../src/evidence/reference/database.ts'

const reference = openReference({ folder: process.argv[2] as string })
reference.screen({ kind: 'business', name: 'Vostok Petrokhim Trading' })
reference.screen({ kind: 'person', name: 'Sergei Korolenko' })
console.log(Math.round(process.memoryUsage.rss() / 1e6))
