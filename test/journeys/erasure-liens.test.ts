import { suite } from 'uvu'
import { filesHolding } from '../../src/audit/files-holding.ts'
import { registerErasureInLiens } from './erasure-liens.ts'
import { startTestService } from './service.ts'

const test = suite('erasure in liens')
const probity = await startTestService()

test.after(() => probity.stop())
registerErasureInLiens(test, 'embedded stores', () => ({
  one: probity,
  other: probity,
  settings: { DATA_DIR: probity.dataDir },
  held: async (texts) => (await filesHolding(probity.dataDir, new Map(texts.map((text) => [text, text])))).flatMap(({ fields }) => fields),
}))
test.run()
