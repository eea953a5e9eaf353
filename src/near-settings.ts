// Variables of the environment that nothing reads and whose names are close to a setting's: probably that setting, misspelt.
import { closestWord } from './events/closest-word.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Shorter names are close to too many others. */
const shortestName = 6
const differingLetters = 2

/**
 * @param settings the names that the program has read
 * @returns a line for each, to print
 * @example
 * nearSettings({ MONGO_URL: 'mongodb://host/probity', HOME: '/root' }, ['MONGODB_URL', 'HOST']) // => ['MONGO_URL is not a setting: did you mean MONGODB_URL?']
 */
export const nearSettings = (environment: Environment, settings: Iterable<string>): readonly string[] => {
  const known = [...settings].filter((name) => name.length >= shortestName)
  return Object.keys(environment).flatMap((name) => {
    const meant = closestWord(name, known, differingLetters)
    return meant === undefined || meant === name ? [] : [`${name} is not a setting: did you mean ${meant}?`]
  })
}

/** The environment, and the names that are read from it. */
export const readNames = (environment: Environment): { readonly watched: Environment; readonly names: ReadonlySet<string> } => {
  const names = new Set<string>()
  const watched = new Proxy(environment, {
    get: (target, name) => {
      names.add(String(name))
      return target[String(name)]
    },
  })
  return { watched, names }
}
