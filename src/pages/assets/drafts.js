// Keeps what somebody types until it is sent, in this tab alone: over a sign-out, an expired session, an error and a service that is away.
// Passwords, files and one-time codes are not kept, and another person who signs in sees nothing.

const draftsKey = 'drafts'
const author = document.body.dataset.user
const hasFailed = document.body.matches('[data-failed]')

const stored = () => {
  try {
    return JSON.parse(sessionStorage.getItem(draftsKey) ?? '{}')
  } catch {
    return {}
  }
}
const drafts = () => {
  const kept = stored()
  return kept.author === author ? kept : { author, forms: {} }
}
const keepDrafts = (kept) => sessionStorage.setItem(draftsKey, JSON.stringify(kept))

const isKept = (field) =>
  field.name && field.matches('input:not([type=hidden], [type=password], [type=file], [autocomplete=one-time-code]), select, textarea')

/** The same form on another page has the same name. The forms with the same action are told apart by their order. */
const draftName = (form) => {
  const action = form.getAttribute('action') || location.pathname
  const alike = [...document.forms].filter((each) => (each.getAttribute('action') || location.pathname) === action)
  return `${action} ${alike.indexOf(form)}`
}
const draftedIn = (form) => form?.method === 'post' && form.closest('main') && !form.querySelector('[type=password], td')

const keepDraft = ({ target }) => {
  const { form } = target
  if (!draftedIn(form) || !isKept(target)) return
  const kept = drafts()
  const typed = [...form.elements].flatMap((field, index) =>
    isKept(field) && isTouched(field) ? [[index, field.name, /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value]] : [],
  )
  kept.forms[draftName(form)] = { typed }
  keepDrafts(kept)
}

const restoreDrafts = () => {
  const kept = drafts()
  const forms = Object.entries(kept.forms)
  // Whatever was sent has arrived, unless this page says otherwise.
  const waiting = hasFailed ? forms : forms.filter(([, { sent }]) => !sent)
  keepDrafts({ author, forms: Object.fromEntries(waiting) })
  for (const form of [...document.forms].filter(draftedIn)) {
    const { typed = [] } = Object.fromEntries(waiting)[draftName(form)] ?? {}
    const fields = typed.map(([index, name, value]) => [form.elements[index], name, value]).filter(([field, name]) => field?.name === name)
    for (const [field, , value] of fields) Object.assign(field, typeof value === 'boolean' ? { checked: value } : { value })
    if (fields.length === 0) continue
    for (let open = form.closest('details'); open; open = open.parentElement?.closest('details')) open.open = true
    const says = document.createElement('p')
    says.className = 'quiet restored'
    says.setAttribute('role', 'status')
    says.textContent = 'What you typed before is here again. It has not been sent.'
    form.prepend(says)
  }
}

/** The sign-in page says that what was sent has not arrived: it waits for its author. */
if (!author && hasFailed) {
  const kept = stored()
  for (const form of Object.values(kept.forms ?? {})) delete form.sent
  keepDrafts(kept)
}

if (author) {
  restoreDrafts()
  document.addEventListener('input', keepDraft)
  document.addEventListener('change', keepDraft)
  document.addEventListener('submit', ({ target: form, defaultPrevented }) => {
    const kept = drafts()
    const own = kept.forms[draftName(form)]
    if (!own || defaultPrevented) return
    own.sent = true
    keepDrafts(kept)
  })
}
