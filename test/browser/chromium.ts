// A real browser for tests: Debian's Chromium, or the one that CHROMIUM names.
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Prints uvu's word for tests that cannot run here, and ends. */
export const orSkip = (tests: number): void => {
  if (existsSync(executablePath)) return
  console.log(`SKIPPED: ${tests} (there is no browser at ${executablePath}; set CHROMIUM)`)
  process.exit(0)
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })

/** What the browser complains of: scripts that fail, and whatever the content security policy stopped. */
export const complaintsOf = (page: Page): readonly string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404|422|429)/.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

export const signIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
