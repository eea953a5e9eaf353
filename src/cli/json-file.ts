// Reads a JSON file that the user names.
import { readFileSync } from 'node:fs'
import { WrongUse } from './command-line.ts'

/**
 * @throws WrongUse when it is not JSON, and the system's error when the file is unreadable
 * @example
 * (jsonFile('package.json') as { name: string }).name // => 'probity'
 * jsonFile('README.md') // throws WrongUse
 */
export const jsonFile = (file: string): unknown => {
  const text = readFileSync(file, 'utf8')
  try {
    return parsedJson(text)
  } catch (error) {
    throw new WrongUse(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Programs of Windows begin a file with a byte order mark, which JSON does not have. @throws SyntaxError */
export const parsedJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))
