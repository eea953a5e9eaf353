// The first page: how many businesses stand where, and what needs a person's attention.
import { html } from 'hono/html'
import type { Page, Pages } from './pages.ts'

const mount = ({ get, show }: Pages) => {
  get('/', 'read', (c) => show(c, '/', { title: 'Overview', content: html`` }))
}

export const overviewPage: Page = { entry: { path: '/', title: 'Overview', section: 'Work' }, mount }
