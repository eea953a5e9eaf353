// The events of a run (AG-UI) as they happen. A stream that breaks off is opened again behind the last event.
import { ConnectionError, errorFrom } from './errors.ts'

export type RunEvent = { readonly type: string } & Readonly<Record<string, unknown>>

type Streamed = {
  /** Sends a request with the credentials, and again where that helps. */
  readonly send: (request: Request) => Promise<Response>
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Times that a stream may break off without an event between. */
  readonly reopenings: number
}

const lastTypes = new Set(['RUN_FINISHED', 'RUN_ERROR'])

export async function* runEvents({ send, url, headers, signal, reopenings }: Streamed): AsyncGenerator<RunEvent> {
  let last: string | undefined
  let broken = 0
  for (;;) {
    const place: Readonly<Record<string, string>> = last === undefined ? {} : { 'Last-Event-ID': last }
    const answer = await send(new Request(url, { headers: { ...headers, ...place, Accept: 'text/event-stream' }, signal: signal ?? null }))
    if (answer.status === 204) return
    if (!answer.ok || answer.body === null) throw await errorFrom(answer)
    try {
      for await (const { id, data } of framesOf(answer.body)) {
        const event = JSON.parse(data) as RunEvent
        last = id ?? last
        broken = 0
        yield event
        if (lastTypes.has(event.type)) return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (broken >= reopenings) throw new ConnectionError('the stream broke off again and again', { cause: error })
    }
    if (++broken > reopenings) throw new ConnectionError('the stream broke off again and again')
  }
}

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ readonly id: string | undefined; readonly data: string }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const values = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []))
      const data = values('data')
      if (data.length > 0) yield { id: values('id')[0], data: data.join('\n') }
    }
  }
}
