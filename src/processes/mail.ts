// Outgoing mail: through SMTP where a server is configured, else as files in the data folder, so that nothing that was promised is lost.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Mail = {
  /** The same id is the same mail: a receiver that gets it twice (after a kill) can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type Mailer = {
  /** Resolves when the server has taken it, or the file is written. */
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => void
}

/** `smtpUrl`: `smtp://user:password@host:587`; null: a file per mail in `folder`. */
export const openMailer = ({ smtpUrl, from, folder }: { smtpUrl: string | null; from: string; folder: string }): Mailer => {
  const message = ({ id, ...mail }: Mail) => ({ ...mail, from, messageId: `<${id}@probity>` })
  if (smtpUrl === null) {
    const transport = createTransport({ streamTransport: true, buffer: true })
    return {
      send: async (mail) => {
        const { message: bytes } = await transport.sendMail(message(mail))
        await mkdir(folder, { recursive: true })
        const file = join(folder, `${mail.id}.eml`)
        await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
        await rename(`${file}.part`, file)
      },
      close: () => transport.close(),
    }
  }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 })
  return {
    send: async (mail) => {
      await transport.sendMail(message(mail))
    },
    close: () => transport.close(),
  }
}
