// Adds to the pages: live updates, keys, filters that apply on change, a live slider, and copy buttons for secrets. Everything works without it.

/** A key that finds the same field, button, link or open part in the new page. The link to a case stays the same where its place in the queue changes. */
const nameOf = (each) =>
  [
    each.tagName,
    each.form?.getAttribute('action'),
    each.name,
    /^(checkbox|radio)$/.test(each.type) && each.value,
    each.getAttribute('href')?.replace(/&case=\d+$/, ''),
    (!each.name || each.matches('details')) && (each.querySelector(':scope > summary') ?? each).textContent,
  ].join(' ')

const isTouched = (field) => {
  if (/^(checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked
  if (!field.matches('select')) return field.value !== field.defaultValue
  const given = [...field.options].findIndex((option) => option.defaultSelected)
  return field.selectedIndex !== Math.max(0, given)
}

const touchedIn = (part) => [...part.querySelectorAll('input:not([type=hidden], [type=range]), select, textarea')].filter(isTouched)

/** Keeps open parts, input and the cursor. Skips the update if input would be lost. */
const put = (fresh, part) => {
  inOwnZone(fresh)
  const alike = (within, each) => [...within.querySelectorAll(each.tagName)].filter((other) => nameOf(other) === nameOf(each))
  const twinOf = (each) => alike(fresh, each)[alike(part, each).indexOf(each)]
  const touched = touchedIn(part).map((field) => [field, twinOf(field)])
  if (touched.some(([field, twin]) => !twin || field.type === 'file')) return
  for (const [field, twin] of touched)
    Object.assign(twin, /^(checkbox|radio)$/.test(field.type) ? { checked: field.checked } : { value: field.value })
  for (const open of part.querySelectorAll('details[open]')) twinOf(open)?.setAttribute('open', '')
  const active = part.contains(document.activeElement) ? document.activeElement : undefined
  const next = active && twinOf(active)
  part.replaceWith(fresh)
  next?.focus({ preventScroll: true })
  if (next?.matches('textarea, input:not([type])')) next.setSelectionRange(active.selectionStart, active.selectionEnd)
}

let [asked, shown] = [0, 0]

/** Puts the page's live parts anew. An answer that comes after that of a later request is not shown. */
const replace = async (url) => {
  const turn = ++asked
  const response = await fetch(url, { headers: { Accept: 'text/html' }, credentials: 'same-origin' }).catch(() => undefined)
  setAway(!response || response.status >= 502)
  // A later event updates the page.
  if (!response || response.status >= 500) return
  if (!response.ok || response.redirected) return touchedIn(document).length === 0 && location.reload()
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (turn < shown) return
  shown = turn
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = next.querySelector(`[data-live="${part.dataset.live}"]`)
    if (fresh) put(fresh, part)
  }
}

const followAgainMs = 5_000

/** Events come in bursts: fetches the page once per burst, until the page no longer asks for updates. */
const follow = (stream) => {
  let waiting
  const source = new EventSource(stream)
  const update = async () => {
    await replace(location.href)
    if (!document.querySelector('[data-follow]')) source.close()
  }
  const changed = () => {
    clearTimeout(waiting)
    waiting = setTimeout(update, 120)
  }
  for (const type of ['changed', 'STATE_SNAPSHOT', 'RUN_FINISHED', 'RUN_ERROR']) source.addEventListener(type, changed)
  // The browser reconnects after a lost connection, but not after a response that is no stream.
  source.addEventListener('error', async () => {
    if (source.readyState !== EventSource.CLOSED) return
    await update()
    if (document.querySelector('[data-follow]')) setTimeout(() => follow(stream), followAgainMs)
  })
  addEventListener('pagehide', () => source.close())
}
const followed = document.querySelector('[data-follow]')
if (followed) follow(followed.dataset.follow)

const tellEveryMs = 15_000

/** Says once that what a decision rests on has changed elsewhere. Asked while somebody looks at the page. */
const tellOfChange = async () => {
  const place = document.querySelector('[data-changed]:empty')
  if (!place || document.hidden) return
  const { changed, tag } = place.dataset
  const response = await fetch(changed, { headers: { 'If-None-Match': tag }, credentials: 'same-origin' }).catch(() => undefined)
  if (response?.status !== 200 || response.redirected) return
  place.innerHTML = await response.text()
  inOwnZone(place)
}
setInterval(tellOfChange, tellEveryMs)
document.addEventListener('visibilitychange', tellOfChange)

for (const select of document.querySelectorAll('form[data-auto] select'))
  select.addEventListener('change', () => select.form.requestSubmit())

document.addEventListener('input', ({ target }) => {
  if (!target.matches('input[type=range][data-path]')) return
  target.setAttribute('aria-valuetext', `Event ${Number(target.value) + 1} of ${Number(target.max) + 1}`)
  clearTimeout(target.waiting)
  target.waiting = setTimeout(async () => {
    const url = new URL(target.dataset.path, location.href)
    url.searchParams.set('at', target.value)
    history.replaceState(null, '', url)
    await replace(url)
  }, 60)
})

/** A picture that is wider than the screen begins with its middle. */
for (const picture of document.querySelectorAll('[data-centred]')) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2

/** Tabs that are wider than the screen show that of the page. The page itself stays where its address or the browser has scrolled it. */
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const tabs = tab.parentElement
  tabs.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - tabs.getBoundingClientRect().right)
}

for (const code of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.className = 'link'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  })
  code.after(' ', button)
}

/** Shows a conditional question as soon as its condition is met. */
const conditions = (form) => {
  for (const part of form.querySelectorAll('[data-needs]')) {
    const on = form.elements[part.dataset.needs]
    const fits = on && !on.closest('[hidden]') && part.dataset.needsValue.split('\n').includes(on.value)
    part.hidden = !fits
  }
}
for (const form of document.querySelectorAll('form[data-questions]')) form.addEventListener('change', () => conditions(form))

document.querySelector('form[data-go-on]')?.requestSubmit()

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const open of document.querySelectorAll('details.confirm[open], details.menu[open]')) {
    if (open.contains(document.activeElement)) open.querySelector('summary').focus()
    open.open = false
  }
})

/** Lists that change elsewhere: fetched again while somebody looks at them. */
const refreshed = document.querySelector('[data-refresh]')
if (refreshed)
  setInterval(
    () => !document.hidden && document.querySelector('[data-refresh]') && replace(location.href),
    Number(refreshed.dataset.refresh) * 1000,
  )

/** The box that selects all rows of its form, and says whether all are selected. */
document.addEventListener('change', ({ target }) => {
  const all = target.form?.querySelector('[data-all]')
  if (!all || target.type !== 'checkbox') return
  const boxes = [...target.form.querySelectorAll('td input[type=checkbox]')]
  if (target === all) for (const box of boxes) box.checked = all.checked
  else all.checked = boxes.every((box) => box.checked)
})

const isTyping = (target) => target.matches('input:not([type=checkbox], [type=radio]), select, textarea')

/** The link of the next or previous row gets the focus. */
const moveIn = (rows, step) => {
  const links = [...rows.querySelectorAll('td.main a')]
  const at = links.findIndex((link) => link.closest('tr').contains(document.activeElement))
  links[Math.max(0, Math.min(at + step, links.length - 1))]?.focus()
}

const rowKeys = {
  j: (rows) => moveIn(rows, 1),
  k: (rows) => moveIn(rows, -1),
  x: () => document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')?.click(),
}

/** A form opens with the cursor in its first field, a field gets the cursor, and a link or button is pressed. */
const press = (target) => {
  if (target.matches('summary')) {
    target.parentElement.open = !target.parentElement.open
    const field = target.parentElement.open && target.parentElement.querySelector('select, textarea')
    return (field || target).focus()
  }
  return target.matches('input') ? target.focus() : target.click()
}

/** Single keys can be switched off: dictation presses them by accident (WCAG 2.1.4). */
for (const box of document.querySelectorAll('[data-keys]')) {
  const show = () => document.body.toggleAttribute('data-keys-off', !box.checked)
  box.checked = localStorage.getItem('keys') !== 'off'
  box.addEventListener('change', () => {
    localStorage.setItem('keys', box.checked ? 'on' : 'off')
    show()
  })
  show()
}

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (key === 'Enter' && (ctrlKey || metaKey) && target.form) return target.form.requestSubmit()
  if (ctrlKey || metaKey || altKey || isTyping(target) || document.body.matches('[data-keys-off]')) return
  const rows = document.querySelector('[data-rows]')
  const keyed = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  if (!keyed && !(rows && rowKeys[key])) return
  event.preventDefault()
  if (keyed) press(keyed)
  else rowKeys[key](rows)
})
