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

/** As much of an SMTP server as a client needs; `refuse`: what it says to every recipient; `isCut`: whether it hangs up in place of saying that it has it. */
const smtpServer = async (refuse?: string, isCut = () => false) => {
  const received: string[] = []
  const commands: string[] = []
  const server = createServer((socket) => {
    let inData = false
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (!inData) commands.push(text.slice(0, 4))
      if (inData) {
        received.push(text)
        if (!text.endsWith('\r\n.\r\n')) return
        inData = false
        if (isCut()) socket.destroy()
        else socket.write('250 taken\r\n')
      } else if (text.startsWith('STARTTLS')) socket.write('502 5.5.1 no such command\r\n')
      else if (text.startsWith('DATA')) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('RCPT') && refuse) socket.write(`${refuse}\r\n`)
      else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, commands, close: () => server.close() }
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
  assert.match(problem, 'answered 550')
  mailer.close()
  server.close()
})

test('what a failure says of the answer of the server is its codes', async () => {
  for (const [answer, told] of [
    ['550 5.1.1 <ann@example.com> unknown', 'the mail server answered 550 5.1.1 (EENVELOPE, RCPT TO)'],
    ['450 4.2.0 ANN@Example.com: greylisted', 'the mail server answered 450 4.2.0 (EENVELOPE, RCPT TO)'],
    ['550 Ann Example has left us', 'the mail server answered 550 (EENVELOPE, RCPT TO)'],
    ['451-4.7.1 greylisted\r\n451-4.7.1 for Ann\r\n451 4.7.1 come back', 'the mail server answered 451 4.7.1 (EENVELOPE, RCPT TO)'],
    ['550-5.7.1 no\r\n550 5.2.1 no more', 'the mail server answered 550 5.7.1, 550 5.2.1 (EENVELOPE, RCPT TO)'],
  ] as const) {
    const server = await smtpServer(answer)
    const mailer = openMailer({ smtpUrl: server.url, from, folder })
    const error = await mailer.send(mail).then(
      () => undefined,
      (problem: Error) => problem,
    )
    mailer.close()
    server.close()
    assert.is(error?.message, told)
    assert.not.match(inspect(error, { depth: 5 }), /ann\b/i)
  }
})

const failureOf = async (mailer: ReturnType<typeof openMailer>) =>
  mailer.send(mail).then(
    () => 'none',
    (error: Error) => error.message,
  )

test('where encryption is demanded, a server that does not offer it gets neither password nor mail', async () => {
  const server = await smtpServer()
  const url = server.url.replace('//', '//user:secret@')
  const mailer = openMailer({ smtpUrl: `${url}?requireTLS=true`, from, folder })
  assert.match(await failureOf(mailer), 'answered 502 5.5.1 (ETLS, STARTTLS)')
  assert.equal(server.commands, ['EHLO', 'STAR'])
  mailer.close()
  server.close()
})

test('a mail of which nobody knows whether the server has it fails, and is the same mail when it is sent again', async () => {
  let cuts = 1
  const server = await smtpServer(undefined, () => cuts-- > 0)
  const mailer = openMailer({ smtpUrl: server.url, from, folder })
  assert.match(await failureOf(mailer), 'closed')
  assert.is(await failureOf(mailer), 'none')
  const ids = server.received.join('').match(/^Message-ID: .*$/gm)
  assert.equal(ids, Array(2).fill('Message-ID: <bulk-disable-1@probity>'))
  mailer.close()
  server.close()
})

test.run()
