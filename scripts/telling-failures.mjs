// Loaded before each test file. uvu loses what it cannot print (a thrown text, `undefined`, an error without a stack), and what a hook before the
// tests throws: the file then ends without a word. Here both are printed, and the other tests of the file run.
import { registerHooks } from 'node:module'
import { inspect } from 'node:util'

/** What a test threw, as an error that uvu can print, with what it was caused by. */
const printable = (thrown) => {
  const isWhole = thrown instanceof Error && typeof thrown.stack === 'string' && typeof thrown.name === 'string'
  if (!isWhole) return Object.assign(new Error(`it threw ${inspect(thrown)}`), { stack: '' })
  if (thrown.cause === undefined) return thrown
  const { name, stack, cause } = thrown
  return Object.assign(new Error(`${thrown.message}, because of ${inspect(cause)}`), { name, stack })
}

const places = [
  ['errors += format(test.name, err, name);', 'errors += format(test.name, globalThis.printableFailure(err), name);'],
  [
    '\t} finally {\n\t\tstate.__test__',
    "\t} catch (err) {\n\t\terrors += format('around the tests', globalThis.printableFailure(err), name);\n\t} finally {\n\t\tstate.__test__",
  ],
]

globalThis.printableFailure = printable
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith('/uvu/dist/index.mjs')) return loaded
    const text = String(loaded.source)
    const missing = places.find(([before]) => !text.includes(before))
    if (missing) throw new Error(`uvu has no line ${missing[0]}`)
    return { ...loaded, source: places.reduce((whole, [before, after]) => whole.replace(before, after), text) }
  },
})
