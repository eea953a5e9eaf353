// The certificate of a screening to print and file: what the signed JSON states, in words. The JSON is what the signature covers.
import type { ScreeningCertificate } from '../../interface/records/screening-certificates.ts'
import { scoreText } from '../../interface/score-text.ts'
import { isSample } from '../../interface/source-ages.ts'
import type { Colour } from './canvas.ts'
import { type Cell, newSheet, type Sheet } from './sheet.ts'

export const certificateDocument = async (certificate: ScreeningCertificate): Promise<Uint8Array> => {
  const { screening, business } = certificate
  const sheet = await newSheet({
    title: `Screening certificate: ${business.name || business.id}`,
    footer: `Screening ${screening.id} · issued ${moment(certificate.issued_at)}`,
    at: new Date(certificate.issued_at),
  })
  cover(sheet, certificate)
  parties(sheet, certificate)
  found(sheet, certificate)
  lists(sheet, certificate)
  rule(sheet, certificate)
  signature(sheet, certificate)
  return sheet.bytes()
}

const outcomes: { readonly [Outcome in ScreeningCertificate['outcome']]: readonly [text: string, colour: Colour] } = {
  nothing_found: ['Nothing found', 'success'],
  found: ['Found', 'failure'],
  not_fully_screened: ['Not fully screened', 'warning'],
  no_lists: ['No list was loaded', 'failure'],
}

const cover = (
  sheet: Sheet,
  { business, account, mode, screening, issued_at, outcome, found: hits, unread, lists: screenedLists }: ScreeningCertificate,
) => {
  sheet.paragraph('Certificate of a watchlist screening', { size: 10, weight: 'bold', colour: 'brand' })
  sheet.space(6)
  sheet.title(business.name || 'Business without a name', 20)
  sheet.space(8)
  const [text, colour] = outcomes[outcome]
  sheet.pills([{ text: hits.length > 0 ? `${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}` : text, colour }])
  sheet.space(6)
  sheet.facts([
    ['Screened at', moment(screening.screened_at)],
    ['Business ID', business.id],
    ['Account', account.name],
    ['Screening ID', screening.id],
    ['Event hash', screening.event_hash],
    ['Certificate issued', moment(issued_at)],
    ['Kind', kindOf(mode, screenedLists)],
    ['Not read well enough', unread.map(({ screened, scripts }) => `${screened}: ${scripts.join(', ')}`).join('; ')],
  ])
}

/** Who files the certificate must see where nothing that was published was screened against. */
const kindOf = (mode: ScreeningCertificate['mode'], screened: ScreeningCertificate['lists']): Cell => {
  const warned = (text: string): Cell => ({ text, colour: 'warning', weight: 'bold' })
  if (mode === 'test') return warned('Sandbox: the lists are made up')
  return screened.some(({ version }) => isSample(version)) ? warned('Live, with lists of the invented sample') : 'Live'
}

const parties = (sheet: Sheet, { screened }: ScreeningCertificate) => {
  sheet.section('Who was screened')
  if (!screened) return sheet.paragraph('This screening was made before names were recorded.', { colour: 'faint' })
  sheet.table({
    columns: [
      { title: 'Name', share: 0.48 },
      { title: 'As', share: 0.12 },
      { title: 'ID', share: 0.4 },
    ],
    rows: screened.map(({ kind, id, name }) => [{ text: name, weight: 'bold' }, kind, id]),
  })
}

const found = (sheet: Sheet, { found: hits, outcome }: ScreeningCertificate) => {
  sheet.section('What was found')
  if (hits.length === 0) {
    const [text, colour] = outcomes[outcome]
    return sheet.paragraph(outcome === 'nothing_found' ? 'No entry of any list below matches any of these names.' : `${text}.`, {
      colour,
      weight: 'bold',
    })
  }
  sheet.table({
    columns: [
      { title: 'Screened', share: 0.22 },
      { title: 'Listed', share: 0.28 },
      { title: 'List, entry', share: 0.16 },
      { title: 'Score', share: 0.12 },
      { title: 'Why', share: 0.22 },
    ],
    rows: hits.map(({ screened_name, entity_name, matched_name, list, entry_id, score, explanation, by_name }) => [
      { text: screened_name, weight: 'bold' },
      matched_name === entity_name ? entity_name : `${entity_name}\nas ${matched_name}`,
      [list, entry_id].filter(Boolean).join('\n'),
      score === by_name.score ? scoreText(score) : `${scoreText(score)}\nby name ${scoreText(by_name.score)}`,
      explanation,
    ]),
  })
}

const lists = (sheet: Sheet, { lists: screened }: ScreeningCertificate) => {
  sheet.section('Lists screened against')
  if (screened.length === 0) return sheet.paragraph('No list was loaded.', { colour: 'failure', weight: 'bold' })
  sheet.table({
    columns: [
      { title: 'List', share: 0.3 },
      { title: 'Version', share: 0.16 },
      { title: 'Entries', share: 0.09 },
      { title: 'SHA-256 of the published files and of the entries', share: 0.45 },
    ],
    rows: screened.map(({ abbr, title, agency, version, data_set, entries, sha256, content_sha256 }) => [
      { text: `${title} (${abbr})\n${agency}`, weight: 'bold' },
      data_set ? `${version}\n${data_set}` : version,
      entries === null ? '' : entries.toLocaleString('en'),
      [sha256, content_sha256].filter(Boolean).join('\n'),
    ]),
  })
}

const rule = (sheet: Sheet, { rule: stated, mode }: ScreeningCertificate) => {
  sheet.section('Rule for hits')
  if (!stated) return sheet.paragraph(mode === 'test' ? sandboxRule : 'Not recorded.', { colour: 'faint' })
  sheet.facts([['Matching (SHA-256)', stated.matching]])
  sheet.table({
    columns: [
      { title: 'A name is a hit', share: 0.7 },
      { title: 'from this name score up', share: 0.3 },
    ],
    rows: Object.entries(stated.thresholds).map(([pair, score]) => [pair, String(score)]),
  })
}

/** No name is compared in the sandbox. */
const sandboxRule =
  'None: in the sandbox the name of a business or person chooses what is found (docs/sandbox.md), and no names are compared.'

const signature = (sheet: Sheet, { signature: signed, public_key }: ScreeningCertificate) => {
  sheet.section('Signature')
  sheet.paragraph(
    'The service signed this certificate as JSON with its Ed25519 key. npm run audit -- screening checks the JSON offline and, where the lists are kept, repeats the screening.',
    { size: 8.5 },
  )
  sheet.facts([
    ['Signature', signed],
    ['Public key', public_key.replaceAll(/-----[A-Z ]+-----|\s/g, '')],
  ])
}

const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
