// Reads text and JSON files that the user names.
import { readFileSync } from 'node:fs'
import { WrongUse } from './command-line.ts'

/** Skips the byte order mark, with which programs of Windows begin a file. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a file. Letters of another encoding would be lost without a word.
 * @throws WrongUse when it is not UTF-8, and the system's error when the file is unreadable
 */
export const textFile = (file: string): string => {
  const bytes = readFileSync(file)
  try {
    return utf8.decode(bytes)
  } catch {
    throw new WrongUse(`${file} is not text in UTF-8; save it as UTF-8`)
  }
}

/**
 * @throws WrongUse when it is not JSON, and the system's error when the file is unreadable
 * @example
 * (jsonFile('package.json') as { name: string }).name // => 'probity'
 * jsonFile('README.md') // throws WrongUse
 */
export const jsonFile = (file: string): unknown => {
  const text = textFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WrongUse(`${file} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
