// Tells when the service does not answer, and when it is back. A form is sent only while it answers, so that nothing typed is lost, on the pages of guests too.

const askAgainMs = 2_000
const askMs = 20_000

/** @returns whether the service answers */
const isThere = async () => {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  return answer?.ok === true
}

let awayNotice
const setAway = (isAway) => {
  if (!isAway) awayNotice?.remove()
  if (isAway === Boolean(awayNotice)) return
  awayNotice = isAway ? document.createElement('p') : undefined
  if (!isAway) return
  awayNotice.className = 'away'
  awayNotice.setAttribute('role', 'status')
  awayNotice.textContent = 'The service does not answer. Reconnecting… What you typed is kept.'
  document.body.append(awayNotice)
  const again = async () => {
    if (await isThere()) return setAway(false)
    setTimeout(again, askAgainMs)
  }
  setTimeout(again, askAgainMs)
}

const watched = document.body.matches('[data-user]')
if (watched) setInterval(async () => !document.hidden && !awayNotice && setAway(!(await isThere())), askMs)

/** Forms that were found safe to send, and forms that wait for the service to answer. */
const cleared = new WeakSet()
const waiting = new WeakSet()
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event
  if (form.method !== 'post' || cleared.delete(form)) return
  event.preventDefault()
  if (waiting.has(form)) return
  waiting.add(form)
  // Sent by a key, a form has no button. It is busy until the next page is there.
  const sending = submitter ?? form
  sending.setAttribute('aria-busy', 'true')
  const isAway = !(await isThere())
  waiting.delete(form)
  setAway(isAway)
  if (isAway) return sending.removeAttribute('aria-busy')
  cleared.add(form)
  form.requestSubmit(submitter)
})

/** The browser may show a page again as it was left. */
addEventListener('pageshow', () => {
  for (const sent of document.querySelectorAll('[aria-busy]')) sent.removeAttribute('aria-busy')
})
