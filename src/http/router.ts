// Finds the handlers of a request. Hono's router for paths like ours, where a word and a parameter may stand in the same place, walks a tree with every
// request. Here, what it found is remembered: the same for all paths that differ only in their ids.
import type { ParamIndexMap, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

type Found<Handler> = [Handler, ParamIndexMap][]

/** As `pathOf` leaves it. */
const id = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g
const parameter = /(?<=\/):\w+/g

/** With a digit at its end, this stands for an id: a path made of these finds the same handlers as the real one. */
const anyId = '00000000-0000-0000-0000-00000000000'

/** The path with numbers for the ids or parameters that the pattern finds; adds them to `found`. */
const shapeOf = (path: string, pattern: RegExp, found: string[]): string =>
  path.replace(pattern, (each) => `${anyId}${found.push(each) - 1}`)

/**
 * @example
 * const router = rememberingRouter<string>()
 * router.add('GET', '/liens/:id', 'a lien')
 * router.match('GET', '/liens/0198c0de-0000-7000-8000-0000000000ac') // => [[['a lien', { id: 0 }]], ['0198c0de-0000-7000-8000-0000000000ac']]
 */
export const rememberingRouter = <Handler>(): Router<Handler> => {
  const routes = new TrieRouter<Handler>()
  /** By the shape of a declared path and by method, so that clients cannot make it grow. */
  const remembered = new Map<string, Map<string, Found<Handler>>>()

  /** Undefined where a parameter is no id. */
  const found = (method: string, shape: string): Found<Handler> | undefined => {
    const handlers = routes.match(method, shape)[0].map(([handler, params]): Found<Handler>[number] => [handler, placesOf(params)])
    return handlers.some(([, places]) => Object.values(places).some(Number.isNaN)) ? undefined : handlers
  }

  return {
    name: 'RememberingRouter',
    add: (method, path, handler) => {
      routes.add(method, path, handler)
      for (const handlers of remembered.values()) handlers.clear()
      remembered.set(shapeOf(path, parameter, []), new Map())
    },
    match: (method, path) => {
      const ids: string[] = []
      const shape = shapeOf(path, id, ids)
      const ofShape = remembered.get(shape)
      const handlers = ofShape && (ofShape.get(method) ?? found(method, shape))
      if (!handlers) return routes.match(method, path)
      ofShape.set(method, handlers)
      return [handlers, ids]
    },
  }
}

/** Of each parameter, which id it is. */
const placesOf = (params: Readonly<Record<string, string | number>>): ParamIndexMap =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, String(value).startsWith(anyId) ? Number(String(value).at(-1)) : Number.NaN]),
  )
