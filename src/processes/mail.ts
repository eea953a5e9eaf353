// Outgoing mail: through SMTP where a server is configured, else as files in the data folder, so that no mail is lost.
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asUnavailable } from '../stores/embedded/room.ts'
import { sync } from '../stores/files.ts'
import { makeFolder } from '../stores/folders.ts'
import { openMemo } from '../stores/memo.ts'

export type Mail = {
  /** The same id is the same mail: a receiver that gets it twice (after a kill) can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type Mailer = {
  /** Resolves when the server has taken it, or the file is on the disk. @throws StoreUnavailable when the disk takes no more: it is tried again later */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** `smtpUrl`: `smtp://user:password@host:587`; null: a file per mail in `folder`. */
export const openMailer = ({ smtpUrl, from, folder }: { smtpUrl: string | null; from: string; folder: string }): Mailer => {
  const message = ({ id, ...mail }: Mail) => ({ ...mail, from, messageId: `<${id}@probity>` })
  if (smtpUrl === null) {
    const transport = opening(({ createTransport }) => createTransport({ streamTransport: true, buffer: true }))
    return {
      send: async (mail) => {
        const { message: bytes } = await (await transport.open()).sendMail(message(mail))
        const file = join(folder, `${mail.id}.eml`)
        try {
          makeFolder(folder)
          await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600, flush: true })
          await rename(`${file}.part`, file)
          await sync(folder)
        } catch (error) {
          throw asUnavailable(folder, error)
        }
      },
      close: transport.close,
    }
  }
  const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }
  const transport = opening(({ createTransport }) => createTransport({ url: smtpUrl, ...timeouts }))
  return {
    send: async (mail) => {
      const client = await transport.open()
      await client.sendMail(message(mail)).catch((error: unknown) => {
        throw withoutAnswer(error)
      })
    },
    close: transport.close,
  }
}

/** What the mail client says of a failure. */
type SmtpFailure = Error & { readonly code?: string; readonly command?: string; readonly response?: string }

/** Servers say in their answer whom the mail is for. A failure is logged and kept beside the log, where no erasure reaches it: of an answer the codes are kept. */
const withoutAnswer = (error: unknown): Error => {
  const { message, code = 'failed', command, response } = error as SmtpFailure
  if (response === undefined) return new Error(message)
  const codes = new Set(
    response.split(/\r?\n/).flatMap((line) => /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}\b)?/.exec(line)?.[0].replace('-', ' ') ?? []),
  )
  return new Error(`the mail server answered ${[...codes].join(', ') || 'no code'} (${[code, command].filter(Boolean).join(', ')})`)
}

/** Opened with the first mail, so that the mail client takes memory only where mail is sent; and again where that failed. */
const opening = <Transport extends { readonly close: () => void }>(open: (mailer: typeof import('nodemailer')) => Transport) => {
  const opened = openMemo<Transport>(1)
  return {
    open: (): Promise<Transport> => opened.get('', () => import('nodemailer').then(open)),
    close: () => opened.known('')?.close(),
  }
}
