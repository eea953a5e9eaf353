// Files in an S3-compatible store: one object each, addressed by path, every request signed (AWS Signature Version 4).
import { AwsClient } from 'aws4fetch'
import { StoreUnavailable } from './event-store.ts'
import { type Files, nameOf, placeOf, undamaged } from './files.ts'

export type S3Settings = {
  /** With the bucket, and where wanted a prefix: `https://s3.eu-central-1.amazonaws.com/bucket/prefix`. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** One request; a store that does not answer counts as away. */
const timeoutMs = 30_000

export const s3Files = ({ url, region, accessKeyId, secretAccessKey }: S3Settings): Files => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })

  const ask = async (method: 'GET' | 'PUT', name: string, bytes?: Buffer<ArrayBuffer>): Promise<Answer> => {
    try {
      const answer = await client.fetch(`${url}/${placeOf(name)}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        // The name is the hash of the bytes, so the store compares the received bytes with the signed hash.
        ...(bytes === undefined ? {} : { body: bytes, headers: { 'x-amz-content-sha256': name } }),
      })
      return { ok: answer.ok, status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
    } catch (error) {
      throw new StoreUnavailable(`the store of files cannot be reached: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }

  return {
    write: async (bytes) => {
      const name = nameOf(bytes)
      const answer = await ask('PUT', name, Buffer.from(bytes))
      if (!answer.ok) throw refusal(answer)
      return name
    },
    read: async (name) => {
      const answer = await ask('GET', name)
      if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return null
      if (!answer.ok) throw refusal(answer)
      return undamaged(name, answer.body)
    },
  }
}

type Answer = { readonly ok: boolean; readonly status: number; readonly body: Buffer }

/** What S3 calls the error: `<Error><Code>NoSuchKey</Code>…`. */
const codeOf = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? 'no code'

const refusal = (answer: Answer): StoreUnavailable =>
  new StoreUnavailable(`the store of files answered ${answer.status} (${codeOf(answer)})`)
