// Which lines of business are high-risk and which are prohibited: a list ships with the service, and an operator may name another.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const RiskLine = z.strictObject({
  label: z.string().trim().min(1),
  /** Prefixes of NAICS codes. */
  naics: z.array(z.string().regex(/^\d{2,6}$/, 'must be two to six digits')),
  mcc: z.array(z.string().regex(/^\d{4}$/, 'must be four digits')),
  /** Words and phrases in names and on websites; case is ignored. */
  words: z.array(z.string().trim().min(3)),
})

const RiskLists = z.strictObject({ high_risk: z.array(RiskLine), prohibited: z.array(RiskLine) })
export type RiskLists = z.output<typeof RiskLists>

/** The operator's file is unusable. The message says which file and why. */
class WrongRiskLists extends Error {
  override readonly name = 'WrongRiskLists'
}

const shipped = new URL('./risk-lists.json', import.meta.url)

/**
 * @param file JSON like the list that ships; null: the list that ships
 * @throws WrongRiskLists
 */
export const readRiskLists = async (file: string | null): Promise<RiskLists> => {
  const name = file === null ? 'the shipped risk lists' : `INDUSTRY_RISK_FILE: ${file}`
  const text = await readFile(file ?? shipped, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongRiskLists(`${name} cannot be read: ${error.code ?? error.message}`)
  })
  const json = parsed(text, name)
  const lists = RiskLists.safeParse(json)
  if (lists.success) return lists.data
  throw new WrongRiskLists(
    `${name}: ${lists.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'} ${message}`).join('; ')}`,
  )
}

const parsed = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WrongRiskLists(`${name} is no JSON: ${(error as Error).message}`)
  }
}
