// The static files: a style sheet, a script and an icon. Their paths contain a hash, so browsers may cache them forever.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Routes } from '../inner/framework/environment.ts'

/** The parts of the style sheet, in cascade order: later parts override earlier ones. */
const styleParts = [
  'base',
  'frame',
  'fields',
  'parts',
  'review',
  'verdict',
  'history',
  'ownership',
  'pictures',
  'runs',
  'guest',
  'narrow',
  'print',
]

const files = {
  style: { name: 'probity.css', type: 'text/css; charset=utf-8', from: styleParts.map((part) => `style/${part}.css`) },
  script: { name: 'probity.js', type: 'text/javascript; charset=utf-8', from: ['times.js', 'away.js', 'probity.js', 'drafts.js'] },
  icon: { name: 'probity.svg', type: 'image/svg+xml', from: ['probity.svg'] },
} as const

const loaded = Object.values(files).map(({ name, type, from }) => {
  const content = Buffer.concat(from.map((file) => readFileSync(new URL(`./assets/${file}`, import.meta.url))))
  return { name, type, content, path: `/assets/${hash('sha256', content).slice(0, 12)}/${name}` }
})

const pathOf = (name: string): string => loaded.find((file) => file.name === name)?.path ?? ''

/** The paths of the files, such as `/assets/0123456789ab/probity.css` for the style sheet. */
export const assetPaths = { style: pathOf(files.style.name), script: pathOf(files.script.name), icon: pathOf(files.icon.name) }

export const assetRoutes: Routes = (app) => {
  for (const { path, content, type } of loaded)
    app.get(path, (c) =>
      c.body(content, 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      }),
    )
}
