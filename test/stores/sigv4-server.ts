// An S3-compatible store for tests: it keeps objects in memory and holds every signature (AWS Signature Version 4) against the request as it came.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SigV4Server = {
  readonly url: string
  readonly objects: Map<string, Buffer>
  /** Answers so in place of the store. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null
  readonly close: () => void
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

export const sigV4Server = async ({
  accessKeyId,
  secretAccessKey,
}: {
  accessKeyId: string
  secretAccessKey: string
}): Promise<SigV4Server> => {
  const objects = new Map<string, Buffer>()

  /** What is wrong with the request's signature; null: nothing. */
  const problem = (request: IncomingMessage, body: Buffer): string | null => {
    const header = (name: string) => String(request.headers[name] ?? '')
    const form =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/
    const [, id, day = '', region = '', signed = '', signature] = form.exec(header('authorization')) ?? []
    if (id !== accessKeyId) return 'InvalidAccessKeyId'
    const hash = header('x-amz-content-sha256')
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
    const url = new URL(request.url ?? '/', 'http://store')
    const headers = signed.split(';')
    const canonical = [
      request.method,
      url.pathname,
      url.searchParams.toString(),
      ...headers.map((name) => `${name}:${header(name)}`),
      '',
      signed,
      hash,
    ].join('\n')
    const scope = `${day}/${region}/s3/aws4_request`
    const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n')
    const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request')
    return hmac(key, toSign).toString('hex') === signature && headers.includes('host') ? null : 'SignatureDoesNotMatch'
  }

  const server = createServer(async (request, response) => {
    if (made.answer) return made.answer(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fail = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    const wrong = problem(request, body)
    if (wrong) return fail(403, wrong)
    const path = request.url ?? ''
    if (!path.startsWith('/bucket/')) return fail(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(path, body)
      return response.writeHead(200).end()
    }
    const held = objects.get(path)
    return held ? response.writeHead(200).end(held) : fail(404, 'NoSuchKey')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made: SigV4Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    answer: null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return made
}
