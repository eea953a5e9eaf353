// Compares a submitted party with one on a record: two people as people, two companies as companies. A company is an officer or an agent of
// another one, and often without its legal form.

import { isCommonWord, nameWord } from './alignment.ts'
import { isCompanyName } from './company-names.ts'
import { givenNames } from './given-names.ts'
import { normaliseName } from './names.ts'
import { comparePeople } from './people.ts'
import { compareRegisteredName } from './registration-names.ts'
import { samePerson, samePersonOnRecord } from './thresholds.ts'

/** Who has a date of birth or a social security number is a person. */
export type SubmittedParty = { readonly name: string; readonly dob?: string | null; readonly ssn?: string | null }

export type PartyComparison = { readonly isSame: boolean; readonly score: number; readonly explanation: string }

/**
 * @example
 * compareParties({ name: 'Imaginary Holdings' }, 'IMAGINARY HOLDINGS, L.L.C.').isSame // => true
 * compareParties({ name: 'Ann Doe' }, 'DOE, ANN').isSame // => true
 * compareParties({ name: 'Ann Doe' }, 'ANN DOE LLC').isSame // => false
 */
export const compareParties = (submitted: SubmittedParty, found: string): PartyComparison => {
  const isPerson = submitted.dob != null || submitted.ssn != null
  const signs = [isPerson ? 'person' : signOf(submitted.name), signOf(found)]
  const both = (...these: readonly string[]) => signs.every((sign) => these.includes(sign))
  if (both('person', 'open')) return asPeople(submitted.name, found, samePerson)
  if (both('company', 'company word', 'open')) {
    const companies = asCompanies(submitted.name, found)
    // Words of companies are surnames, too.
    return companies.isSame || !both('company word', 'open') ? companies : asPeople(submitted.name, found, samePersonOnRecord)
  }
  if (!signs.includes('company')) return asPeople(submitted.name, found, samePersonOnRecord)
  return { isSame: false, score: 0, explanation: 'one is a company, the other a person' }
}

export const isSameParty = (submitted: SubmittedParty, found: string): boolean => compareParties(submitted, found).isSame

/**
 * What a party is screened as: a company where its name shows it, and neither a birthday nor a social security number says otherwise. A person's name is
 * compared as a company's, too.
 * @example
 * kindOfParty({ name: 'Imaginary Holdings GmbH' }) // => 'business'
 * kindOfParty({ name: 'Charity Jones' }) // => 'person'
 */
export const kindOfParty = ({ name, dob, ssn }: SubmittedParty): 'person' | 'business' =>
  dob == null && ssn == null && isCompanyName(name) ? 'business' : 'person'

/**
 * Whether a submitted party is likely a company: it has a legal form, a digit or an ampersand, and neither a birthday nor a social security number.
 * @example
 * isCompany({ name: 'Imaginary Holdings LLC' }) // => true
 * isCompany({ name: 'Ann Doe' }) // => false
 */
export const isCompany = ({ name, dob, ssn }: SubmittedParty): boolean => dob == null && ssn == null && signOf(name) === 'company'

const asPeople = (submitted: string, found: string, least: number): PartyComparison => {
  const { score, explanation } = comparePeople(submitted, found)
  return { isSame: score >= least, score, explanation }
}

const asCompanies = (submitted: string, found: string): PartyComparison => {
  const { kind, score, explanation } = compareRegisteredName(submitted, found)
  return { isSame: kind === 'same', score, explanation }
}

type Sign = 'company' | 'company word' | 'person' | 'open'

/** What a name says of who has it. A word such as `Trust`, or a short form such as `SA`, at the end makes a company likely, and is a surname now and then. */
const signOf = (name: string): Sign => {
  const { tokens, legalForm } = normaliseName(name)
  if (isCompanyName(name) || /\d|&/.test(name)) return 'company'
  if (legalForm !== null) return 'company word'
  if (tokens.some((token) => given.has(token)) || name.includes(',')) return 'person'
  return tokens.length < 2 || isCommonWord(nameWord(tokens.at(-1) as string)) ? 'company word' : 'open'
}

/** Further given names that are frequent in the United States. They have no short forms. */
const furtherNames = `
  aaron adam alan albert alice alicia allison amanda amber amy ana andrea angel angela anita ann anna anne annette annie antonio april arthur
  ashley barbara beverly bobby bonnie brandon brenda brett brian bruce bryan calvin carl carla carlos carmen carol caroline carolyn catherine
  chad charlotte cheryl christian christina christine cindy clara clarence connie corey craig crystal curtis cynthia dale dana darren dean denise
  dennis derek diana diane don donna doris dorothy douglas dustin dylan earl edgar edith eileen elaine elena ellen emily emma eric erica erik
  ernest ethan eva evelyn felicia fernando fiona florence frances francisco franklin gail gary george gerald gina glenn gloria grace grant hannah
  harold heather hector heidi helen herbert holly howard hugo ian irene isaac ivan jackson janet jane janice jared jasmine jason javier jean
  jeanne jeremy jerome jerry jesse jessica jill joan joann joanne joel jordan jorge jose joyce juan juanita judith judy julia julian julie
  justin karen karl katherine kathleen keith kelly kevin kim kimberly kristen kristin kyle larry laura lauren laurie leah leslie lillian linda
  lisa lois lori louis louise lucas lucia luis luke lydia lynn marc marcus maria marie marilyn mario marion marjorie mark marlene martha martin
  marvin mary mason maureen megan melanie melissa melvin michelle miguel mildred monica nancy natalie natasha nathan neil nicole nina noah nora
  norma norman olivia oscar pamela paul paula pauline pedro phyllis rachel rafael ralph ramon randy raul regina renee rhonda ricardo rita
  roberta roberto robin rodney roger roland rosa rose ross roy ruben russell ruth ryan sally sandra sara sarah scott sean seth shannon sharon
  shawn sheila sherry shirley sofia sophia stacy stanley stella stephanie stuart suzanne sylvia tamara tammy tara teresa terry theresa tiffany
  tina todd tracy travis troy tyler valerie vanessa vera vernon veronica victor victoria virginia wanda warren wayne wendy wesley yolanda
  yvonne zachary`

const given: ReadonlySet<string> = new Set([...givenNames.flat(), ...furtherNames.trim().split(/\s+/)])
