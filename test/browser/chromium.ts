// A real browser for tests: Debian's Chromium, or the one that CHROMIUM names. The one without windows draws the same pages with a third less of a
// processor.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { patienceMs } from '../eventually.ts'

const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? debian.find((path) => existsSync(path)) ?? ''

/** Prints uvu's word for tests that cannot run here, and ends. */
export const orSkip = (tests: number): void => {
  if (existsSync(executablePath)) return
  console.log(`SKIPPED: ${tests} (there is no browser at ${executablePath || debian.join(' or ')}; set CHROMIUM)`)
  process.exit(0)
}

/** Its pages wait for what must come as long as the other tests do. */
export const launch = async (): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath,
    timeout: patienceMs,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patienceMs)
    return context
  }
  return browser
}

/** What the browser complains of: scripts that fail, and whatever the content security policy stopped. */
export const complaintsOf = (page: Page): readonly string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404|422|429)/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 at level AA, and what axe-core advises beside it. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of what passes, axe-core notes one element and not all: to name thousands and hand them over takes a third of its time. */
const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })

/** What axe-core finds on the page as it is shown; a page of its own policy lets it in only with `bypassCSP`. */
export const violationsOn = async (page: Page): Promise<AxeResults['violations']> => {
  await page.evaluate(await axe)
  return page.evaluate<AxeResults['violations']>(`axe.run(${options}).then(({ violations }) => violations)`)
}

/** The two looks in which every page is held against axe-core. */
export const looks = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

type Look = { readonly colorScheme: 'light' | 'dark'; readonly viewport: { readonly width: number } }

/** What is seriously wrong with these pages in this look, or wider than the screen. */
export const problemsOf = async (page: Page, url: string, paths: readonly (string | null)[], look: Look): Promise<string[]> => {
  const problems: string[] = []
  for (const path of paths) {
    await page.goto(url + path)
    problems.push(...(await problemsHere(page, path ?? url, look)))
  }
  return problems
}

/** The hints in fields that are wider than their field. */
const cutHints = `[...document.querySelectorAll('input[placeholder]')].filter((field) => {
  const { paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')
  pen.font = getComputedStyle(field, '::placeholder').font
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return field.checkVisibility() && pen.measureText(field.placeholder).width > room
}).map((field) => field.placeholder)`

const isSerious = ({ impact }: AxeResults['violations'][number]): boolean => impact === 'serious' || impact === 'critical'

/** The same of the page that is shown, everything on it opened. `counts`: what of axe-core's findings is a problem. */
export const problemsHere = async (page: Page, name: string, look: Look, counts = isSerious): Promise<string[]> => {
  await page.evaluate('document.querySelectorAll("main details").forEach((each) => { each.open = true })')
  const problems = (await violationsOn(page))
    .filter(counts)
    .map(({ id, nodes }) => `${name} ${look.colorScheme}: ${id} ${nodes[0]?.html.slice(0, 160)}`)
  for (const hint of await page.evaluate<string[]>(cutHints)) problems.push(`${name} ${look.viewport.width} px: “${hint}” is cut`)
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return tooWide > 1 ? [...problems, `${name} ${look.viewport.width} px: ${tooWide} px too wide`] : problems
}

export const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Signed in: a page that is opened sooner would break off the request.
  await page.getByLabel('Password').waitFor({ state: 'detached' })
  // The script has run: a key pressed sooner would do nothing.
  await page.waitForLoadState()
}

/** The person goes on with test objects. */
export const chooseTest = async (page: Page) => {
  await page.locator('button[name=mode][value=test]').first().dispatchEvent('click')
  await page.locator('button[name=mode][value=test][aria-pressed=true]').first().waitFor({ state: 'attached' })
}
