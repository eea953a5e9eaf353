// The answer to words behind `npm start --`. The service takes none: its settings come from the environment.
import { closestWord } from './events/closest-word.ts'

/** What is printed, and the exit code for scripts: 0 for the help, 2 for wrong use. */
export type AnswerToWords = { readonly text: string; readonly exit: 0 | 2 }

const help = `Starts the service. It takes no arguments: its settings come from the environment.

Usage: npm start

The settings asked for most:
  PORT, HOST                 where the service listens (3000, 127.0.0.1)
  DATA_DIR                   the folder of its stores (./data)
  MASTER_KEY                 the key of all personal data, kept apart from the data folder
  BASE_URL, TRUSTED_PROXIES  the https address that clients use, and the number of your own reverse proxies in front
  SMTP_URL, MAIL_FROM        the server and the sender of outgoing mail
docs/operating/settings.md lists all.

Examples:
  npm start
  PORT=4000 DATA_DIR=/srv/probity npm start

Exit codes: 0 stopped, by Ctrl-C or SIGTERM, with the work in progress finished; 1 the start failed; 2 wrong use.
`

/**
 * @param settings the names of the settings, so that the one that was probably meant is named
 * @returns undefined where there are no words
 * @example
 * answerToWords(['--port', '8080'], () => ['PORT'])?.text // => 'the service takes no arguments, but was given "--port": settings come from the environment, as in PORT=VALUE npm start\n'
 */
export const answerToWords = (words: readonly string[], settings: () => Iterable<string>): AnswerToWords | undefined => {
  const [first] = words
  if (first === undefined) return undefined
  if (words.includes('--help') || words.includes('-h')) return { text: help, exit: 0 }
  // No value is told back: it may be a secret.
  const given = first.replace(/=.*/s, '')
  const meant = closestWord(given.replace(/^-+/, '').replaceAll('-', '_').toUpperCase(), [...settings()], 1)
  const example = meant === undefined ? 'PORT=4000' : `${meant}=VALUE`
  const text = `the service takes no arguments, but was given "${given}": settings come from the environment, as in ${example} npm start\n`
  return { text, exit: 2 }
}
