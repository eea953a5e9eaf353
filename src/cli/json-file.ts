// A file of JSON that a command line is given.
import { readFileSync } from 'node:fs'
import { OperatorError } from './connection.ts'

/**
 * @throws OperatorError when it holds something else, and what the system says of a file that cannot be read
 * @example
 * (jsonFile('package.json') as { name: string }).name // => 'probity'
 * jsonFile('README.md') // throws OperatorError
 */
export const jsonFile = (file: string): unknown => {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperatorError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
