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

  const ask = async (method: 'GET' | 'PUT', name: string, bytes?: Buffer<ArrayBuffer>): Promise<Response> => {
    try {
      return await client.fetch(`${url}/${placeOf(name)}`, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        // The name is the hash of the bytes, so the store compares the received bytes with the signed hash.
        ...(bytes === undefined ? {} : { body: bytes, headers: { 'x-amz-content-sha256': name } }),
      })
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
      if (!answer.ok) throw await refusal(answer)
      return name
    },
    read: async (name) => {
      const answer = await ask('GET', name)
      if (answer.status === 404 && (await codeOf(answer)) !== 'NoSuchBucket') return null
      if (!answer.ok) throw await refusal(answer)
      return undamaged(name, Buffer.from(await answer.arrayBuffer()))
    },
  }
}

/** What S3 calls the error: `<Error><Code>NoSuchKey</Code>…`. */
const codeOf = async (answer: Response): Promise<string> => /<Code>(\w+)<\/Code>/.exec(await answer.clone().text())?.[1] ?? 'no code'

const refusal = async (answer: Response): Promise<StoreUnavailable> =>
  new StoreUnavailable(`the store of files answered ${answer.status} (${await codeOf(answer)})`)
