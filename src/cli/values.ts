// Members of records as words on the command line: `a.b=c`.
import { mustExist, WrongUse } from './command-line.ts'
import { textFile } from './json-file.ts'

/**
 * `a.b=c` and `a.0.b=c`, put into an object. Values are JSON where they can be read as such, text otherwise.
 * @example
 * withValues({ name: 'Acme' }, ['addresses.0.city=Salem']) // => { name: 'Acme', addresses: [{ city: 'Salem' }] }
 */
export const withValues = (start: object, values: readonly string[]): object => {
  const whole = structuredClone(start) as Record<string, unknown>
  for (const value of values) {
    const [, path = '', text = ''] = /^([^=]+)=(.*)$/s.exec(value) ?? []
    if (path === '') throw new WrongUse(`"${value}" is no NAME=VALUE`)
    const names = path.split('.')
    if (names.some((name) => name === '__proto__')) throw new WrongUse(`"${path}" is no name of a member`)
    let place = whole
    for (const [index, name] of names.slice(0, -1).entries()) {
      place[name] ??= /^\d+$/.test(names[index + 1] ?? '') ? [] : {}
      if (typeof place[name] !== 'object') throw new WrongUse(`"${path}" names a member of what has no members`)
      place = place[name] as Record<string, unknown>
    }
    place[names.at(-1) ?? ''] = valueIn(text)
  }
  return whole
}

const valueIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** JSON, or `@FILE` with it. @throws WrongUse */
export const bodyIn = (data: string | undefined): object => {
  if (data === undefined) return {}
  const file = data.startsWith('@') ? data.slice(1) : undefined
  if (file !== undefined) mustExist(file)
  const value = valueIn(file === undefined ? data : textFile(file))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WrongUse('--data is a JSON object, or @FILE')
  return value
}
