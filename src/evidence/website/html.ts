// Reads HTML into elements in document order. Cheerio parses; then one walk visits all elements. Selectors would be too slow:
// on pages of very many siblings their cost grows with the square of the number.
import { load } from 'cheerio/slim'

export type Node = { readonly type: string; readonly data?: string; readonly children?: readonly Node[]; readonly next?: Node | null }
export type Element = Node & { readonly name: string; readonly attribs: { readonly [name: string]: string | undefined } }

export type Html = {
  readonly nodes: readonly Node[]
  readonly elements: readonly Element[]
  readonly all: (name: string) => readonly Element[]
  readonly first: (name: string) => Element | undefined
}

export const readHtml = (html: string): Html => {
  const nodes = load(boundedNesting(html)).root().toArray() as readonly Node[]
  const elements: Element[] = []
  const byName = new Map<string, Element[]>()
  const left = nodes.toReversed() as Node[]
  for (let node = left.pop(); node; node = left.pop()) {
    if (isElement(node)) {
      elements.push(node)
      const same = byName.get(node.name)
      if (same) same.push(node)
      else byName.set(node.name, [node])
    }
    const { children = [] } = node
    for (let at = children.length - 1; at >= 0; at--) left.push(children[at] as Node)
  }
  return { nodes, elements, all: (name) => byName.get(name) ?? [], first: (name) => byName.get(name)?.[0] }
}

const isElement = (node: Node): node is Element => 'attribs' in node && 'name' in node

/** Empty if the element or attribute is missing. */
export const attribute = (element: Element | undefined, name: string): string => element?.attribs[name] ?? ''

export const nextElement = (element: Element): Element | undefined => {
  for (let node = element.next; node; node = node.next) if (isElement(node)) return node
  return undefined
}

/** The text of an element, up to a maximum number of characters. */
export const textOf = (element: Element | undefined, most: number): string => tidy(rawText(element, most * 4)).slice(0, most)

/** The same with its spaces and lines as they stand in the page. */
export const rawText = (element: Element | undefined, most: number): string =>
  element ? pieces([element], { most, spaced: false, skipped: noSkip }).join('') : ''

const noSkip: ReadonlySet<string> = new Set()
const notRead = new Set('script style noscript template svg iframe head title'.split(' '))
const longestText = 200_000

/** The text that a reader sees, with each block on lines of its own. */
export const blockText = (nodes: readonly Node[]): string =>
  pieces(nodes, { most: longestText, spaced: true, skipped: notRead })
    .join('')
    .slice(0, longestText)
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n')

const blocks = new Set(
  'p div section article header footer main aside nav ul ol li h1 h2 h3 h4 h5 h6 table tr address blockquote form dl dt dd figure figcaption br hr'.split(
    ' ',
  ),
)

const pieces = (
  nodes: readonly Node[],
  { most, spaced, skipped }: { readonly most: number; readonly spaced: boolean; readonly skipped: ReadonlySet<string> },
): readonly string[] => {
  const found: string[] = []
  let length = 0
  const walk = (all: readonly Node[]): void => {
    for (const node of all) {
      if (length > most) return
      if (node.type === 'text') {
        found.push(node.data ?? '')
        length += node.data?.length ?? 0
      } else if (node.children && !(isElement(node) && skipped.has(node.name))) {
        const isBlock = spaced && isElement(node) && blocks.has(node.name)
        if (isBlock) found.push('\n')
        walk(node.children)
        if (isBlock) found.push('\n')
      }
    }
  }
  walk(nodes)
  return found
}

export const tidy = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, ' ').trim()

/** Elements that are commonly left open: the next one of the same kind closes them. */
const impliedEnd = new Set('p li td th tr dt dd option optgroup tbody thead tfoot colgroup rt rp'.split(' '))
const noContent = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const deepest = { ordinary: 512, implied: 2_000 }

/**
 * The HTML up to the point where elements are nested deeper than any page needs; browsers stop at 512. A page of nothing but opening
 * tags would keep a parser busy for minutes.
 */
const boundedNesting = (html: string): string => {
  const open = new Map<string, number>()
  const depth = { ordinary: 0, implied: 0 }
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9:-]{0,40})/gi)) {
    const name = (tag[2] as string).toLowerCase()
    if (noContent.has(name)) continue
    const kind = impliedEnd.has(name) ? 'implied' : 'ordinary'
    const count = open.get(name) ?? 0
    if (tag[1] === '/') {
      if (count === 0) continue
      open.set(name, count - 1)
      depth[kind]--
    } else {
      open.set(name, count + 1)
      depth[kind]++
      if (depth[kind] > deepest[kind]) return html.slice(0, tag.index)
    }
  }
  return html
}
