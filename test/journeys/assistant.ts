// An analyst's assistant as it comes to the service: it registers itself, sends its user to sign in, and calls tools. With the protocol's own client.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import * as assert from 'uvu/assert'
import type { Visitor } from '../pages/browser.ts'
import type { Body } from './service.ts'

export const callback = 'http://127.0.0.1:33418/callback'

export type Assistant = {
  readonly tools: () => Promise<readonly string[]>
  readonly call: (name: string, input?: object) => Promise<{ readonly isError: boolean; readonly body: Body; readonly text: string }>
}

const connected = async (transport: StreamableHTTPClientTransport): Promise<Assistant> => {
  const client = new Client({ name: 'an assistant', version: '1.0.0' })
  // biome-ignore lint/suspicious/noExplicitAny: the library's own types differ in exactness of optional members.
  await client.connect(transport as any)
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => {
      const result: Body = await client.callTool({ name, arguments: { ...input } })
      return { isError: result.isError === true, body: result.structuredContent, text: result.content[0]?.text ?? '' }
    },
  }
}

const addressOf = (url: string) => new URL('/mcp', url)

/** With an API key. */
export const assistantWithKey = (url: string, key: string): Promise<Assistant> =>
  connected(new StreamableHTTPClientTransport(addressOf(url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }))

/** As a user lets it in: `choices` are those of the consent page. */
export const assistantOf = async (url: string, user: Visitor, choices: Readonly<Record<string, string>> = {}): Promise<Assistant> => {
  const known: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; address?: URL } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'An assistant', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
    clientInformation: () => known.client,
    saveClientInformation: (client) => {
      known.client = client
    },
    tokens: () => known.tokens,
    saveTokens: (tokens) => {
      known.tokens = tokens
    },
    redirectToAuthorization: (address) => {
      known.address = address
    },
    saveCodeVerifier: (verifier) => {
      known.verifier = verifier
    },
    codeVerifier: () => known.verifier ?? '',
  }
  const first = new StreamableHTTPClientTransport(addressOf(url), { authProvider: provider })
  try {
    await connected(first)
    assert.unreachable('it comes in without its user')
  } catch (error) {
    assert.instance(error, UnauthorizedError)
  }
  await first.finishAuth(await codeFrom(user, known.address, choices))
  return connected(new StreamableHTTPClientTransport(addressOf(url), { authProvider: provider }))
}

/** The user reads the consent page and presses the button. */
const codeFrom = async (user: Visitor, address: URL | undefined, choices: Readonly<Record<string, string>>): Promise<string> => {
  const page = await user.get(`${address?.pathname}${address?.search}`)
  assert.match(page.text, /Allow An assistant to use Probity\?/)
  const answer = await user.form('/oauth/authorize', { answer: 'allow', mode: 'test', access: 'read_only', ...choices })
  return new URL(answer.location).searchParams.get('code') ?? ''
}
