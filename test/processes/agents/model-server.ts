// A server that speaks OpenAI's chat completions, for tests: it answers as it is told, and keeps what it was asked.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service gave the model: the instructions, and the JSON it is to word or weigh. */
export type Asked = { readonly instructions: string; readonly given: AskedAbout }
type AskedAbout = {
  readonly title?: string
  readonly statements?: readonly { readonly n: number; readonly text: string; readonly sources: readonly string[] }[]
  readonly points?: readonly { readonly n: number; readonly text: string }[]
}

export type ModelServer = { readonly url: string; readonly asked: readonly Asked[]; readonly close: () => Promise<void> }

/** `answer`: the content of the model's message; objects are sent as JSON. */
export const startModelServer = async (answer: (asked: Asked) => unknown | Promise<unknown>): Promise<ModelServer> => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', async () => {
      if (request.url !== '/v1/chat/completions') {
        response.statusCode = 404
        return response.end()
      }
      const [system, user] = (JSON.parse(body) as { messages: readonly { content: string }[] }).messages
      const each: Asked = { instructions: system?.content ?? '', given: JSON.parse(user?.content ?? '{}') }
      asked.push(each)
      const content = await answer(each)
      response.setHeader('Content-Type', 'application/json')
      response.end(
        JSON.stringify({
          choices: [{ message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) } }],
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
