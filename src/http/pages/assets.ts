// The few static files of the pages: one style sheet, one small script, one icon. Their addresses carry a hash, so that browsers may keep them for good.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Routes } from '../environment.ts'

const files = {
  style: { name: 'probity.css', type: 'text/css; charset=utf-8' },
  script: { name: 'probity.js', type: 'text/javascript; charset=utf-8' },
  icon: { name: 'probity.svg', type: 'image/svg+xml' },
} as const

const loaded = Object.values(files).map(({ name, type }) => {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url))
  return { name, type, content, path: `/assets/${hash('sha256', content).slice(0, 12)}/${name}` }
})

const pathOf = (name: string): string => loaded.find((file) => file.name === name)?.path ?? ''

/** @example assetPaths.style is '/assets/0123456789ab/probity.css' */
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
