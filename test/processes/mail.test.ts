// Outgoing mail: handed to an SMTP server, or kept as a file when there is none.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMailer } from '../../src/processes/mail.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'mail-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const mail = { id: 'bulk-disable-1', to: 'ann@example.com', subject: 'Monitoring has been disabled', text: 'Grüße: 3 businesses' }
const from = 'Probity <probity@example.com>'

test('without a server each mail is a file, and the same mail again is the same file', async () => {
  const mailer = openMailer({ smtpUrl: null, from, folder })
  await mailer.send(mail)
  await mailer.send(mail)
  assert.equal(readdirSync(folder), ['bulk-disable-1.eml'])
  const text = readFileSync(join(folder, 'bulk-disable-1.eml'), 'utf8')
  assert.match(text, /^From: Probity <probity@example\.com>/m)
  assert.match(text, /^To: ann@example\.com/m)
  assert.match(text, /^Message-ID: <bulk-disable-1@probity>/m)
  mailer.close()
})

/** The file that is always full. */
const full = '/dev/full'
const withFull = existsSync(full) ? test : test.skip
withFull(
  'on a full disk the mail is refused as from a store that is away, so that it is tried again; with room it is written',
  async () => {
    const mailer = openMailer({ smtpUrl: null, from, folder })
    const next = { ...mail, id: 'bulk-disable-2' }
    symlinkSync(full, join(folder, 'bulk-disable-2.eml.part'))
    const refused = await mailer.send(next).then(
      () => undefined,
      (error) => error,
    )
    assert.instance(refused, StoreUnavailable)
    assert.match(refused.message, 'ENOSPC')
    assert.not.ok(existsSync(join(folder, 'bulk-disable-2.eml')))
    rmSync(join(folder, 'bulk-disable-2.eml.part'))
    await mailer.send(next)
    assert.ok(existsSync(join(folder, 'bulk-disable-2.eml')))
    mailer.close()
  },
)

/** As much of an SMTP server as a client needs; `refuse`: what it says to every recipient. */
const smtpServer = async (refuse?: string) => {
  const received: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (inData) {
        received.push(text)
        if (!text.endsWith('\r\n.\r\n')) return
        inData = false
        socket.write('250 taken\r\n')
      } else if (text.startsWith('DATA')) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('RCPT') && refuse) socket.write(`${refuse}\r\n`)
      else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close: () => server.close() }
}

test('with a server it is handed over', async () => {
  const server = await smtpServer()
  const mailer = openMailer({ smtpUrl: server.url, from, folder })
  await mailer.send(mail)
  assert.match(server.received.join(''), /Subject: Monitoring has been disabled/)
  mailer.close()
  server.close()
})

test('a refusal of the server is a failure, so that it is tried again', async () => {
  const server = await smtpServer('550 no such person')
  const mailer = openMailer({ smtpUrl: server.url, from, folder })
  const problem = await mailer.send(mail).then(
    () => 'none',
    (error: Error) => error.message,
  )
  assert.match(problem, /no such person/)
  mailer.close()
  server.close()
})

test('what a failure says of the answer of the server does not name the recipient', async () => {
  for (const [answer, told] of [
    ['550 5.1.1 <ann@example.com> unknown', /550 5\.1\.1 <ADDRESS> unknown$/],
    ['450 4.2.0 ANN@Example.com: greylisted', /450 4\.2\.0 ADDRESS: greylisted$/],
    ["550 no mailbox 'Ann' here, anniversary or not", /550 no mailbox 'ADDRESS' here, anniversary or not$/],
  ] as const) {
    const server = await smtpServer(answer)
    const mailer = openMailer({ smtpUrl: server.url, from, folder })
    const error = await mailer.send(mail).then(
      () => undefined,
      (problem: Error) => problem,
    )
    mailer.close()
    server.close()
    assert.match(error?.message ?? '', told)
    assert.not.match(inspect(error, { depth: 5 }), /ann@/i)
  }
})

test.run()
