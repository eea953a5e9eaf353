// Reads the objects of the first list within a JSON file one after the other, so that a file of any size needs the memory of one object.
import { StringDecoder } from 'node:string_decoder'

/** The longest object in characters: an entity with all that belongs to it has some thousand. */
const longest = 16_000_000

const [quote, backslash, open, close, openList, closeList] = ['"', '\\', '{', '}', '[', ']'].map((sign) => sign.charCodeAt(0))

/**
 * The text of each object.
 * @throws Error naming the file when it ends inside the list, or an object is too long
 */
export async function* objectsOf(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<string, void> {
  const decoder = new StringDecoder('utf8')
  const reader = newReader()
  for await (const chunk of bytes) {
    yield* reader.read(decoder.write(chunk))
    if (reader.length() > longest) throw new Error(`${name} has an object of more than ${longest} characters`)
  }
  yield* reader.read(decoder.end())
  if (!reader.isDone()) throw new Error(`${name} ends inside its list: it was cut off`)
}

const newReader = () => {
  let state: 'before' | 'within' | 'done' = 'before'
  let isText = false
  let isEscaped = false
  /** Braces and brackets open within the object. */
  let depth = 0
  let held = ''

  function* read(text: string): Generator<string> {
    let from = 0
    for (let at = 0; at < text.length && state !== 'done'; at++) {
      const sign = text.charCodeAt(at)
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (sign === backslash) isEscaped = true
        else if (sign === quote) isText = false
      } else if (sign === quote) isText = true
      else if (state === 'before') {
        if (sign === openList) state = 'within'
      } else if (sign === open || sign === openList) {
        if (depth === 0) from = at
        depth++
      } else if (sign === close || sign === closeList) {
        if (depth === 0) state = 'done'
        else if (--depth === 0) {
          yield held + text.slice(from, at + 1)
          held = ''
        }
      }
    }
    if (depth > 0) held += text.slice(from)
  }

  return { read, length: () => held.length, isDone: () => state === 'done' }
}
