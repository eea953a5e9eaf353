// Every page of the web interface, in the order of the navigation. A new one is added to this list and nowhere else.
import { authorizePage } from './authorize.ts'
import { credentialPages } from './credentials.ts'
import { overviewPage } from './overview.ts'
import type { Page } from './pages.ts'
import { profilePages } from './profile.ts'
import { signInPages } from './sign-in.ts'

export const pages: readonly Page[] = [overviewPage, credentialPages, profilePages, signInPages, authorizePage]
