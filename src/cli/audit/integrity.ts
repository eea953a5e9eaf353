// npm run audit: checks that the record is unchanged: chains, seals, read models, and proofs for third parties.
import { join } from 'node:path'
import { keysTrusted } from '../../audit/key-changes.ts'
import { type Problem, unreadableSeal } from '../../audit/problems.ts'
import { checkProof, openProofs } from '../../audit/proof.ts'
import { type Difference, differencesFromRebuild, type RenderingChecks } from '../../audit/rebuild.ts'
import { keptSeal, type Seal } from '../../audit/seals.ts'
import { publicKeyOf, sealingKey } from '../../audit/signing.ts'
import { type Verification, verifyLog } from '../../audit/verify.ts'
import { isAlteredRendering } from '../../interface/resources/business-rendering.ts'
import { projections } from '../../projections/all.ts'
import { type BusinessDocument, businesses } from '../../projections/businesses.ts'
import { openEmbeddedDocumentStore } from '../../stores/embedded/document-store.ts'
import { writeWhole } from '../../stores/files.ts'
import { masterKeyOf, OperatorError } from '../connection.ts'
import { counted, printJson, show } from '../output.ts'
import { progress } from '../progress.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { writeWholeFile } from '../whole-file.ts'
import type { AuditCommand } from './auditing.ts'
import { proofIn, publicKeyIn, sealsIn } from './input-files.ts'
import { projectionOf, streamOf } from './records.ts'

/** Prints a summary, one line per problem, and an explanation of each. */
const printVerification = (
  { events, streams, seals, sealed_to, problems }: Verification,
  { kept, own }: { readonly kept: number; readonly own: string | null },
): void => {
  const none = seals + kept === 0 ? 'never sealed' : 'no seal holds'
  const sealed = sealed_to ? `sealed up to position ${sealed_to}` : none
  console.log(`${counted(events, 'event')} in ${counted(streams, 'chain')}, ${counted(seals, 'seal')}; ${sealed}`)
  const found = kept === 0 ? 'no seal' : counted(kept, 'seal')
  if (own === null) console.log(`compared with ${found} kept outside the log`)
  else
    console.log(
      `compared with ${found} in ${own}, beside the log: those who can edit the log can edit these too, so name your own copies with --seals`,
    )
  if (problems.length > 0) printProblems(problems)
  else console.log('everything holds')
  // A log with a problem must not be sealed as it is.
  if (!sealed_to && problems.length === 0)
    console.log('without a seal nobody can tell whether the chains were rewritten: npm run audit -- seal')
}

const printProblems = (problems: readonly Problem[]): void => {
  console.log(`\n${problems.length === 1 ? 'ONE PROBLEM' : `${problems.length} PROBLEMS`}:\n`)
  const rows = problems.map(({ stream, revision, type, recorded_at, ...problem }, index) => ({
    ...problem,
    no: index + 1,
    chain: stream,
    event: revision,
    kind: type,
    written: recorded_at,
  }))
  show(rows, ['no', 'problem', 'chain', 'event', 'position', 'kind', 'written'])
  console.log('')
  for (const { no, explanation } of rows) console.log(`${no}. ${explanation.charAt(0).toUpperCase()}${explanation.slice(1)}.`)
  console.log('\ndocs/auditing.md says what each problem means and what to do about it.')
}

/** The answers that the service keeps beside documents. */
const renderings: RenderingChecks = new Map([
  [businesses.spec.name, (rendering, document) => isAlteredRendering(rendering, document as BusinessDocument)],
])

/** The JSON output has them all. */
const differencesShown = 100

const printDifferences = (differences: readonly Difference[]): void => {
  show(differences.slice(0, differencesShown), ['collection', 'key', 'problem', 'fields'])
  const more = differences.length - differencesShown
  console.log(
    `\n${differences.length === 1 ? '1 record is' : `${differences.length} records are`} not what the log says${more > 0 ? `; ${more} more with --json` : ''}`,
  )
}

export const integrityCommands: readonly AuditCommand[] = [
  {
    usage: 'verify',
    reads: ['--public-key'],
    readsFolders: ['--seals'],
    about: 'every chain and seal, gaps, reorderings, truncated tails; says which event is wrong',
    options: ['json', 'seals', 'public-key'],
    examples: ['verify', 'verify --public-key /media/mine/public-key.pem --seals /media/mine/seals'],
    run: async ({ config, log }, _, options) => {
      const own = join(config.dataDir, 'seals')
      const folder = options.seals ?? own
      const { kept, keyChanges, unreadable } = sealsIn(folder, { isGiven: options.seals !== undefined })
      // Those of the service are as good as your own: the keys themselves have signed them.
      const changes = folder === own ? keyChanges : [...keyChanges, ...sealsIn(own, { isGiven: false }).keyChanges]
      const given = options['public-key'] && publicKeyIn(options['public-key'])
      const publicKey = given ?? publicKeyOf(sealingKey(masterKeyOf(config)))
      const { store, contiguous } = await log()
      const verifying = progress('verifying', 'events')
      const verified = await verifyLog({ store, publicKeys: keysTrusted(publicKey, changes), kept, contiguous, onProgress: verifying.at })
      verifying.end()
      const result = { ...verified, problems: [...unreadable.map(unreadableSeal), ...verified.problems] }
      if (options.json) printJson(result)
      else printVerification(result, { kept: kept.length, own: options.seals === undefined ? folder : null })
      return result.problems.length === 0 ? 0 : 1
    },
  },
  {
    usage: 'replay',
    about: 'folds the log into a scratch store and compares it with the read models, document by document',
    options: ['json', 'collection'],
    examples: ['replay --collection businesses'],
    run: async ({ reading }, _, { collection, json }) => {
      const chosen = collection ? collection.map(projectionOf) : projections
      const { log, documents } = await reading()
      const { path: folder, remove } = temporaryFolder('probity-replay-')
      const scratch = await openEmbeddedDocumentStore({ folder, scratch: true })
      const folding = progress('folding', 'events')
      try {
        const { differences, folded_to } = await differencesFromRebuild({
          log,
          documents,
          scratch,
          projections: chosen,
          renderings,
          onProgress: folding.at,
        })
        folding.end()
        if (json) printJson(differences)
        else if (differences.length > 0) printDifferences(differences)
        else
          console.log(
            `${counted(chosen.length, 'collection')} ${chosen.length === 1 ? 'agrees' : 'agree'} with the log up to position ${folded_to}, as far as folded`,
          )
        return differences.length === 0 ? 0 : 1
      } finally {
        folding.end()
        await scratch.close()
        remove()
      }
    },
  },
  {
    usage: 'seal',
    about: 'signs the Merkle root over all stream heads, and keeps the seal in a file',
    options: ['json', 'seals'],
    examples: ['seal --seals /media/mine/seals'],
    run: async ({ config, operator, log }, _, options) => {
      const folder = options.seals ?? join(config.dataDir, 'seals')
      const { seal } = await (await operator()).request<{ readonly seal: Seal }>('POST', '/seals')
      const { store } = await log()
      const kept = await keptSeal(store, seal)
      if (!kept)
        throw new OperatorError('the log was sealed, but the server read here does not have all that the seal covers yet: try again')
      const file = join(folder, `seal-${seal.position.padStart(12, '0')}.json`)
      try {
        await writeWhole(file, JSON.stringify(kept))
        await writeWhole(join(folder, 'public-key.pem'), seal.public_key)
      } catch (error) {
        throw new OperatorError(
          `the log was sealed, but ${folder} cannot keep the seal (${(error as Error).message}): make room, or name another folder with --seals, and run it again`,
        )
      }
      if (options.json) return printJson(seal)
      console.log(
        `sealed ${counted(seal.events, 'event')} in ${counted(seal.streams, 'chain')}, up to position ${seal.position}\nroot ${seal.root}\nkept in ${file}, with the public key beside it: copy both to a place where those who can write to the stores cannot write`,
      )
    },
  },
  {
    usage: 'prove ID',
    about: 'an inclusion proof that a third party can check offline, as JSON',
    options: ['out'],
    examples: ['prove 0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f --out proof.json'],
    run: async ({ reading }, [id = ''], { out }) => {
      const opened = await reading()
      const { stream } = await streamOf(opened, id)
      const proof = await openProofs(opened.store).of(stream)
      if (!out) return printJson(proof)
      await writeWholeFile(out, JSON.stringify(proof, null, 2))
      console.error(`proof of ${counted(proof.events.length, 'event')} written to ${out}, up to position ${proof.seal.position}`)
    },
  },
  {
    usage: 'check PROOF',
    reads: ['PROOF', '--public-key'],
    about: 'checks a proof offline, without a store, with only the public key',
    options: ['json', 'public-key'],
    examples: ['check proof.json --public-key public-key.pem'],
    run: async (_, [file = ''], options) => {
      const proof = proofIn(file)
      const { valid, findings } = checkProof(proof, options['public-key'] ? publicKeyIn(options['public-key']) : undefined)
      const verdict = valid
        ? `valid: ${counted(proof.events.length, 'event')} of ${proof.stream}, sealed up to position ${proof.seal.position}`
        : 'NOT VALID'
      if (options.json) printJson({ valid, findings })
      else console.log([verdict, ...findings].join('\n'))
      return valid ? 0 : 1
    },
  },
]
