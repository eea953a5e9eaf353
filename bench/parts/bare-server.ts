// The baseline of bench/start.ts: a server that does nothing but listen, on the web framework of the service.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/healthz', (c) => c.json({ status: 'ok' })).get('/readyz', (c) => c.json({ status: 'ok' }))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`listening ${port}`))
