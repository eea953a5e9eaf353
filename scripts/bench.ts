// Runs a program of bench/ by its name: npm run bench -- service [OPTIONS]; without a name it lists them.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const [name, ...options] = process.argv.slice(2)
const programs = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))

if (name === undefined || !programs.includes(name)) {
  const about = (program: string) => /^\/\/ (.*)$/m.exec(readFileSync(`bench/${program}.ts`, 'utf8'))?.[1] ?? ''
  console.log(`npm run bench -- NAME [OPTIONS]\n\n${programs.map((program) => `  ${program.padEnd(16)} ${about(program)}`).join('\n')}`)
  process.exit(name === undefined ? 0 : 2)
}
spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `bench/${name}.ts`, ...options], { stdio: 'inherit' }).on(
  'exit',
  (code) => process.exit(code ?? 1),
)
