// What the pages gain with a script: parts that follow the work as it goes on, filters that apply by themselves, a slider that follows the hand,
// and a button that copies what is shown once. Everything works without it.

const replace = async (url) => {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, credentials: 'same-origin' })
  if (!response.ok || response.redirected) return location.reload()
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = next.querySelector(`[data-live="${part.dataset.live}"]`)
    if (fresh && !part.contains(document.querySelector('details.confirm[open], details.decide[open]'))) part.replaceWith(fresh)
  }
}

/** Events come in bursts: the page is fetched once for each burst, and followed until it does not ask for it any more. */
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
  addEventListener('pagehide', () => source.close())
}
const followed = document.querySelector('[data-follow]')
if (followed) follow(followed.dataset.follow)

for (const select of document.querySelectorAll('form[data-auto] select'))
  select.addEventListener('change', () => select.form.requestSubmit())

document.addEventListener('input', ({ target }) => {
  if (!target.matches('input[type=range][data-path]')) return
  target.setAttribute('aria-valuetext', `Event ${Number(target.value) + 1} of ${Number(target.max) + 1}`)
  clearTimeout(target.waiting)
  target.waiting = setTimeout(async () => {
    const url = `${target.dataset.path}?at=${target.value}`
    history.replaceState(null, '', url)
    await replace(url)
  }, 60)
})

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

/** A question that hangs on another one shows as soon as that one is answered so. */
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
  if (key === 'Escape') for (const open of document.querySelectorAll('details.confirm[open], details.menu[open]')) open.open = false
})
