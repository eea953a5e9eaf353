// Sends employers the links to their registration requests by e-mail.
import { erased } from '../events/personal-data.ts'
import type { Mailer } from './mail.ts'
import type { Process } from './process.ts'

export const registrationMail = ({ mailer }: { readonly mailer: Mailer }): Process => ({
  name: 'registration_mail',
  on: {
    RegistrationInvitationMailed: async ({ id, data: { to, subject, text } }) => {
      // An erasure came before the mail.
      if (to === erased) return undefined
      await mailer.send({ id: `registration-${id}`, to, subject, text })
      return undefined
    },
  },
})
