// Reads the options of a measuring program. A wrong one is told in one line, with exit code 2.
import { parseArgs } from 'node:util'
import { optionProblem } from '../../src/cli/command-line.ts'

export const parseOptions: typeof parseArgs = (config) => {
  try {
    return parseArgs(config)
  } catch (error) {
    return wrongUse(optionProblem(error, Object.keys(config?.options ?? {})))
  }
}

export const wrongUse = (problem: string): never => {
  console.error(`bench: ${problem}\nnpm run bench -- NAME --help shows the options of a program`)
  process.exit(2)
}
