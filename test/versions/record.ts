// Records the exchanges of a client of the newest version, before another version follows it. The file is never changed afterwards.
//   node scripts/with-runtime.mjs test/versions/record.ts
import { existsSync, writeFileSync } from 'node:fs'
import { newestVersion } from '../../src/interface/versions.ts'
import { asExample } from '../journeys/recorded-answers.ts'
import { type Body, startTestService, testKey } from '../journeys/service.ts'
import { exchange, requestsIn } from './exchanges.ts'

const version = newestVersion
const file = new URL(`./recorded/${version}.json`, import.meta.url)
if (existsSync(file)) {
  console.error(`${version} is recorded already`)
  process.exit(2)
}
const service = await startTestService()
try {
  const document: Body = await (await fetch(`${service.url}/openapi.json?version=${version}`)).json()
  const client = service.as({ Authorization: `Bearer ${testKey}`, 'Probity-Version': version })
  const exchanges = await exchange(service, client, requestsIn(document))
  writeFileSync(file, `[\n${exchanges.map((each) => JSON.stringify({ ...each, answer: asExample(each.answer) })).join(',\n')}\n]\n`)
} finally {
  await service.stop()
}
