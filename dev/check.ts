import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from '#app/cli/runCommand.ts'

/**
 * `npm run check`: runs all static checks, at most two at a time. Prints one line per step and the full output of those that
 * failed. Exits with 1 when a step failed. `npm run check fences lint` runs only those two.
 */
type Step = { readonly name: string; readonly command: readonly [string, ...string[]] }
type Outcome = { readonly step: Step; readonly ok: boolean; readonly output: string }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REQUIRED_NODE = 24
const CONCURRENCY = 2
/** dependency-cruiser parses our files with swc. Its warning about a missing TypeScript compiler does not concern our code. */
const KNOWN_WARNING = /‼ missing-tsc-transpiler[\s\S]*$/

const steps: Step[] = [
  { name: 'types server', command: ['tsc', '-p', 'tsconfig.server.json', '--noEmit'] },
  { name: 'types web', command: ['tsc', '-p', 'tsconfig.web.json', '--noEmit'] },
  { name: 'types test', command: ['tsc', '-p', 'tsconfig.test.json', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  {
    name: 'fences',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...checkedFolders()],
  },
  { name: 'unused', command: ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const HELP: CommandHelp = {
  name: 'check',
  usage: 'npm run check [step …]',
  help: `Runs all static checks, or the named ones.\n\nSteps: ${steps.map(({ name }) => name).join(', ')}`,
}

const args = process.argv.slice(2)
process.exitCode = await runCommand(HELP, args, async () =>
  runChecks(parseArguments({ args, allowPositionals: true }).positionals),
)

async function runChecks(requestedSteps: readonly string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) !== REQUIRED_NODE) {
    console.error(`Node ${REQUIRED_NODE} is needed, this is ${process.version}. Use \`npm run check\` after \`npm ci\`.`)
    return 1
  }
  const unknown = requestedSteps.find((requested) => !steps.some(({ name }) => name.includes(requested)))
  if (unknown !== undefined) throw new UsageError(`There is no step ${unknown}.`)
  const pendingSteps = steps.filter(
    (step) => requestedSteps.length === 0 || requestedSteps.some((name) => step.name.includes(name)),
  )
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let step = pendingSteps.shift(); step; step = pendingSteps.shift()) outcomes.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const failed = outcomes.filter((outcome) => !outcome.ok)
  for (const { step, output } of failed) console.log(`\n--- ${step.name}\n${output.replace(KNOWN_WARNING, '').trim()}`)
  console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.map(({ step }) => step.name).join(', ')}`)
  return failed.length === 0 ? EXIT.ok : 1
}

async function runStep(step: Step): Promise<Outcome> {
  const started = performance.now()
  const [command, ...args] = step.command
  const child = spawn(`node_modules/.bin/${command}`, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  child.stderr.on('data', (bytes) => (output += String(bytes)))
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(13)} ${seconds.padStart(5)} s`)
  return { step, ok: code === 0, output }
}

/** Returns the existing folders that the dependency rules check. */
function checkedFolders(): string[] {
  return ['src', 'test', 'dev', 'bench', 'bin'].filter((folder) => existsSync(`${ROOT}/${folder}`))
}
