// Reads a JSON file that the user names.
import { readFileSync } from 'node:fs'
import { OperatorError } from './connection.ts'

/**
 * @throws OperatorError when it is not JSON, and the system's error when the file is unreadable
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
