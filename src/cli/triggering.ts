// `trigger` as the user starts it: its options, and what it prints.
import { webhookEventTypes } from '../interface/webhook-topics.ts'
import { type Access, requesting, testKeyOf } from './account-requests.ts'
import { WrongUse } from './command-line.ts'
import { printJson } from './output.ts'
import { topicOf, trigger } from './trigger.ts'

export const startTrigger = async (
  word: string | undefined,
  options: Access & { readonly override?: readonly string[]; readonly list?: boolean; readonly json?: boolean },
) => {
  if (options.list) return void console.log(webhookEventTypes.join('\n'))
  if (word === undefined) throw new WrongUse('EVENT is missing (trigger --list lists them)')
  const topic = topicOf(word)
  testKeyOf('trigger', options)
  const onMade = (path: string, id: string) => console.error(`POST ${path}: ${id}`)
  const told = await trigger(topic, { request: await requesting(options), overrides: options.override ?? [], onMade })
  if (options.json) printJson(told)
  else console.log(`${told.type} has happened: ${told.data.object.id ?? told.id}`)
}
