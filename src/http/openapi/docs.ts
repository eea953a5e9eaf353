// The interface description for people: swagger-ui's own files under /docs, with nothing inline and nothing from elsewhere, and the document it shows.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ownValue } from '../../events/own-value.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { badRequest } from '../../interface/errors.ts'
import { newestVersion, unknownVersion, versionHeader, versionNames } from '../../interface/versions.ts'
import { type DocumentOptions, openApiDocument } from './document.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Probity: interface</title>
<script src="/docs/theme.js"></script>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="interface"></div>
<noscript><p>The interface description is shown by a script. The document itself: <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** swagger-ui has a dark look of its own; it is put on as the person's other windows are, before anything is drawn. */
const theme = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
follow()
dark.addEventListener('change', follow)
`

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#interface', deepLinking: true, validatorUrl: null })
`

const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Mounts `/openapi.json` and `/docs`. Call it when all routes are on the app or will be before the first request. */
export const mountDocs = (app: ProbityApp, options: DocumentOptions) => {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const loaded = new Map<string, Buffer<ArrayBuffer>>()
  /** By version and content. The bytes are shared by all answers. */
  const documents = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  const written = async (version: string, webhooks: DocumentOptions['webhooks']) =>
    Buffer.from(JSON.stringify(await openApiDocument(app, { ...options, version, webhooks })))

  app.get('/openapi.json', async (c) => {
    const { version = c.req.header(versionHeader) ?? options.version ?? newestVersion, webhooks = 'true' } = c.req.query()
    if (!versionNames.includes(version)) throw unknownVersion('version')
    if (!['true', 'false'].includes(webhooks)) throw badRequest('webhooks must be true or false', 'webhooks')
    const key = `${version} ${webhooks}`
    const document = documents.get(key) ?? written(version, webhooks === 'true' ? options.webhooks : {})
    documents.set(key, document)
    c.header(versionHeader, version)
    return c.body(await document, 200, { 'Content-Type': 'application/json' })
  })
  app.get('/docs', (c) => send(c, page, 'text/html; charset=utf-8'))
  app.get('/docs/theme.js', (c) => send(c, theme, 'text/javascript; charset=utf-8'))
  app.get('/docs/start.js', (c) => send(c, start, 'text/javascript; charset=utf-8'))
  app.get('/docs/:file', async (c) => {
    const name = c.req.param('file')
    const type = ownValue(files, name)
    if (type === undefined) return c.notFound()
    const content = loaded.get(name) ?? (await readFile(join(folder, name)))
    loaded.set(name, content)
    c.header('Cache-Control', 'public, max-age=86400')
    return send(c, content, type)
  })
}

const send = (c: ProbityContext, content: string | Buffer<ArrayBuffer>, type: string) =>
  c.body(content, 200, { 'Content-Type': type, 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' })
