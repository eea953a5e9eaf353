// The auditor's own files: the public key, kept seals, a proof. A file of the wrong kind is reported before any check starts.
import { createPublicKey } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SealingKeyChange } from '../../audit/key-changes.ts'
import type { Proof } from '../../audit/proof.ts'
import type { KeptSeal } from '../../audit/verify.ts'
import { sealEvents } from '../../events/seal.ts'
import { placeProblem, WrongUse } from '../command-line.ts'
import { textFile } from '../json-file.ts'

const Seal = z.looseObject({ ...sealEvents.LogSealed.shape })
const KeyChange = z.looseObject({
  object: z.literal('sealing_key_change'),
  previous_public_key: z.string(),
  public_key: z.string(),
  previous_signature: z.string(),
  signature: z.string(),
})
const SealFile = z.union([z.looseObject({ seal: Seal }), KeyChange])
const ProofFile = z.looseObject({
  stream: z.string(),
  events: z.array(z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({}), metadata: z.looseObject({}) })),
  path: z.array(z.looseObject({})),
  seal: Seal,
})

export const textIn = (file: string): string => {
  try {
    return textFile(file)
  } catch (error) {
    if (error instanceof WrongUse) throw error
    throw new WrongUse(placeProblem(error, file) ?? `${file} cannot be read: ${(error as Error).message}`)
  }
}

const jsonIn = <Content>(file: string, schema: z.ZodType, what: string): Content => {
  const text = textIn(file)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new WrongUse(`${file} is not JSON, so it is not a ${what}`)
  }
  if (!schema.safeParse(content).success) throw new WrongUse(`${file} is not a ${what}`)
  return content as Content
}

export const proofIn = (file: string): Proof => jsonIn(file, ProofFile, 'proof: npm run audit -- prove writes one')

/** Only what every certificate has: whether the rest was changed is for the signature to say. */
const CertificateFile = z.looseObject({
  object: z.literal('screening_certificate'),
  screening: z.looseObject({}),
  business: z.looseObject({}),
  lists: z.array(z.unknown()),
  found: z.array(z.unknown()),
  signature: z.string(),
  public_key: z.string(),
})

export const certificateIn = (file: string): unknown =>
  jsonIn(file, CertificateFile, 'certificate of a screening: GET /v1/businesses/{id}/screenings/{id}/certificate answers with one')

export const publicKeyIn = (file: string): string => {
  const text = textIn(file)
  try {
    createPublicKey(text)
    return text
  } catch {
    throw new WrongUse(`${file} holds no public key: npm run audit -- seal writes public-key.pem beside the seal`)
  }
}

type KeptSeals = {
  readonly kept: readonly KeptSeal[]
  /** The changes of the key that signed them. */
  readonly keyChanges: readonly SealingKeyChange[]
  readonly unreadable: readonly string[]
}

/** The seals in this folder, and why some of its files could not be read as one. `isGiven`: the user named the folder, so one without a seal is a mistake. */
export const sealsIn = (folder: string, { isGiven }: { readonly isGiven: boolean }): KeptSeals => {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  const read = files.sort().map((file): KeptSeal | SealingKeyChange | string => {
    try {
      return jsonIn<KeptSeal | SealingKeyChange>(join(folder, file), SealFile, 'kept seal')
    } catch (error) {
      if (error instanceof WrongUse) return error.message
      throw error
    }
  })
  const kept = read.filter((each) => typeof each !== 'string' && 'seal' in each)
  const keyChanges = read.filter((each) => typeof each !== 'string' && 'object' in each)
  const unreadable = read.filter((each) => typeof each === 'string')
  if (isGiven && kept.length === 0)
    throw new WrongUse(unreadable.length > 0 ? unreadable.join('; ') : `${folder} holds no seal (seal-*.json)`)
  return { kept, keyChanges, unreadable }
}
