// Reads the elements of a published XML file one after the other, so that a file of any size needs the memory of one element. The file is
// a stranger's: what is nested too deeply, too large, cut off or declares entities of its own is refused.

import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { type Cell, clean } from './fields.ts'

export type XmlElement = {
  /** Without the prefix of a namespace. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text directly within it. */
  readonly text: string
}

export type FoundElement = {
  readonly element: XmlElement
  /** Where it begins, counted from 1. */
  readonly line: number
  readonly root: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }
}

export type XmlLimits = { readonly depth: number; readonly characters: number }

/** For one element. The published lists nest 10 deep, and their largest elements have some 100,000 characters. */
const usual: XmlLimits = { depth: 64, characters: 16_000_000 }

/** The file is not well-formed, or exceeds a limit. */
export class XmlProblem extends Error {
  override readonly name = 'XmlProblem'
}

/**
 * The elements of these names, wherever they stand below the root. What is inside one comes with it.
 * @throws XmlProblem
 */
export async function* xmlElements(
  bytes: Readable,
  names: ReadonlySet<string>,
  limits: XmlLimits = usual,
): AsyncGenerator<FoundElement, void> {
  const reader = newReader(names, limits)
  for await (const text of decoded(bytes)) {
    reader.write(text)
    yield* reader.take()
  }
  reader.end()
}

/** The elements of this name directly within another. */
export const within = (element: XmlElement, name: string): readonly XmlElement[] => element.children.filter((child) => child.name === name)

/** The elements of this name at any depth within another. */
export const anywhere = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...anywhere(child, name)])

/** The cleaned text of the first element of this name directly within another. */
export const textIn = (element: XmlElement | undefined, name: string): Cell => {
  const child = element?.children.find((each) => each.name === name)
  return child === undefined ? null : clean(child.text)
}

/** A cleaned attribute; null if it is absent or empty. */
export const attribute = (element: XmlElement | undefined, name: string): Cell => clean(element?.attributes[name])

/** The element written out, to show it or keep it. Comments and the spaces between elements are left out. */
export function asXml({ name, attributes, children, text }: XmlElement): string {
  const start = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`
  const content = children.length === 0 ? escaped(text) : escaped(text.trim()) + children.map(asXml).join('')
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Open = { name: string; attributes: Readonly<Record<string, string>>; children: XmlElement[]; text: string }

function newReader(names: ReadonlySet<string>, { depth, characters }: XmlLimits) {
  const lines = lineCounter()
  const open: Open[] = []
  const found: FoundElement[] = []
  /** The depth of the wanted element that is open, and what it holds so far. */
  let wanted: { readonly depth: number; readonly line: number; characters: number } | null = null
  let openedAt = -1
  let unread = 0
  let isWhole = false

  const refuse = (problem: string): never => {
    throw new XmlProblem(`line ${lines.at(parser.startIndex)}: ${problem}`)
  }
  const hold = (count: number) => {
    if (wanted === null) return
    wanted.characters += count
    if (wanted.characters > characters) refuse(`an element of more than ${characters} characters`)
  }

  const parser: Parser = new Parser(
    {
      onopentag(tag, attributes) {
        unread = 0
        openedAt = parser.endIndex
        if (isWhole) refuse('a second element follows the outermost one')
        if (open.length >= depth) refuse(`elements are nested more than ${depth} deep`)
        const name = withoutPrefix(tag)
        if (wanted === null && open.length > 0 && names.has(name)) {
          wanted = { depth: open.length, line: lines.at(parser.startIndex), characters: 0 }
        }
        open.push({ name, attributes, children: [], text: '' })
        hold(Object.entries(attributes).reduce((sum, [key, value]) => sum + key.length + value.length, tag.length))
      },
      ontext(text) {
        unread = 0
        if (wanted === null) return
        hold(text.length)
        const element = open.at(-1)
        if (element !== undefined) element.text += text
      },
      onclosetag(_, isImplied) {
        unread = 0
        const element = open.pop()
        if (element === undefined) return
        // `<a/>` closes itself where it opens. Anything else that the parser closes by itself was left open.
        if (isImplied && parser.endIndex !== openedAt) refuse(`<${element.name}> is not closed`)
        if (open.length === 0) isWhole = true
        if (wanted === null) return
        if (open.length > wanted.depth) {
          open.at(-1)?.children.push(element)
          return
        }
        found.push({ element, line: wanted.line, root: open[0] as Open })
        wanted = null
      },
      onprocessinginstruction(name, text) {
        unread = 0
        if (/^!(?:doctype.*\[|entity\b)/is.test(text) || /^!entity$/i.test(name)) refuse('the file declares entities of its own')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )

  return {
    write(text: string) {
      lines.add(text)
      unread += text.length
      parser.write(text)
      if (unread > characters) refuse(`a tag, comment or section of more than ${characters} characters`)
    },
    end() {
      const last = open.at(-1)
      if (last !== undefined) throw new XmlProblem(`the file ends inside <${last.name}>: it was cut off`)
      parser.end()
      if (!isWhole) throw new XmlProblem('the file holds no element')
    },
    take: () => found.splice(0),
  }
}

const withoutPrefix = (tag: string): string => tag.slice(tag.indexOf(':') + 1)

/** Tells the line of a place, for places that only go forward. */
function lineCounter() {
  let text = ''
  let textFrom = 0
  let countedTo = 0
  let line = 1
  const countTo = (place: number) => {
    for (let at = text.indexOf('\n', countedTo - textFrom); at >= 0 && at + textFrom < place; at = text.indexOf('\n', at + 1)) line++
    countedTo = Math.max(countedTo, place)
  }
  return {
    add(next: string) {
      countTo(textFrom + text.length)
      textFrom += text.length
      text = next
    },
    at(place: number): number {
      if (place > countedTo) countTo(place)
      return line
    },
  }
}

/** The text in the encoding that the file names; UTF-8 where it names none. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined
  let start: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of bytes) {
      if (decoder === undefined) {
        start = Buffer.concat([start, chunk])
        if (start.length < declarationBytes) continue
      }
      const first = decoder === undefined
      decoder ??= new TextDecoder(encodingOf(start), { fatal: true })
      yield decoder.decode(first ? start : chunk, { stream: true })
    }
    yield decoder === undefined ? new TextDecoder(encodingOf(start), { fatal: true }).decode(start) : decoder.decode()
  } catch (error) {
    if (error instanceof RangeError || (error instanceof TypeError && /encoded data/.test(error.message)))
      throw new XmlProblem(`the text is not in the encoding that the file names (${error.message})`)
    throw error
  }
}

/** The declaration of the encoding is within these. */
const declarationBytes = 300

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return /^[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(start.toString('latin1', 0, declarationBytes))?.[1] ?? 'utf-8'
}
