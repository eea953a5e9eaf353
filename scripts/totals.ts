// Reads how the tests of a file ended from what it printed. The exit code alone does not say it: uvu ends with 0 where it cannot print what a test threw.

export type Totals = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** uvu's summary, and the line that a test prints when it cannot run here: `SKIPPED: 3 (why)`. */
const count = (output: string, name: string): number =>
  [...output.matchAll(new RegExp(`^ *${name}: +(\\d+)`, 'gim'))].reduce((sum, [, n]) => sum + Number(n), 0)

/** A file that ran no test and skipped none has failed. @param code its exit code; null: it was killed */
export const totalsOf = (output: string, code: number | null): Totals => {
  const total = count(output, 'Total')
  const passed = count(output, 'Passed')
  const skipped = count(output, 'Skipped')
  const failed = Math.max(total - passed, code === 0 ? 0 : 1) + (total === 0 && skipped === 0 && code === 0 ? 1 : 0)
  return { passed, failed, skipped }
}
