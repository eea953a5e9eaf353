// Runs a program of bench/ by its name: npm run bench -- limit [OPTIONS]. Without a name it lists them; `NAME --help` shows the comment that opens a program.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { orNearest } from '../src/cli/nearest-word.ts'

const [name, ...options] = process.argv.slice(2)
const programs = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))

/** The comment that opens the program. */
const aboutOf = (program: string): readonly string[] => {
  const lines = readFileSync(`bench/${program}.ts`, 'utf8').split('\n')
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('//')),
    )
    .map((line) => line.replace(/^\/\/ ?/, ''))
}

const help = (): string => `Each program measures one property of Probity and compares it with a baseline in the same run.

Usage: npm run bench -- NAME [OPTIONS]
${programs.map((program) => `  ${program.padEnd(14)} ${aboutOf(program)[0]}`).join('\n')}

npm run bench -- NAME --help shows what a program measures, and its options.

Exit codes: 0 success; 1 failed, or a goal was missed; 2 wrong use.`

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

if (name === undefined || isHelp(name)) console.log(help())
else if (!programs.includes(name)) {
  console.error(`bench: there is no program "${name}"${orNearest(name, programs)}\nnpm run bench -- --help lists the programs`)
  process.exitCode = 2
} else if (options.some(isHelp)) console.log(aboutOf(name).join('\n').trimEnd())
else
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `bench/${name}.ts`, ...options], { stdio: 'inherit' }).on(
    'exit',
    (code) => process.exit(code ?? 1),
  )
