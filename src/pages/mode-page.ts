// Takes what the switch between test and live in the navigation sends.
import { modeOfForm } from './framework/mode.ts'
import type { Page } from './framework/pages.ts'
import { localPath } from './sign-in/return-address.ts'

export const modePage: Page = {
  entry: null,
  mount: ({ post, goOn }) => {
    post('/mode', { access: 'read', back: '/' }, (c, form) => {
      modeOfForm(c, form)
      return goOn(c, localPath(form.text('return_to')))
    })
  },
}
