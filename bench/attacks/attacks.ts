import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { environment } from '#platform/config/environment.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type RunningEarshot, findProcesses, isReady, startEarshot } from '#test/process/startEarshot.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'
import { ATTACKS, type Attack, type Attacker } from './attackList.ts'
import { type Observation, Probe } from './probe.ts'
import { manyWords } from './texts.ts'

/**
 * The maximum time during which the server may not respond at all, and the 95th percentile for the calls of other accounts in ms.
 */
const GOALS = { worstBlock: seconds(0.5), p95: 100 } as const
/** Long enough for a hundred calls of another account. */
const OBSERVED: Millis = seconds(5)
const RECORDINGS = 30

/**
 * Measures how one account can affect all others: runs each attack against a separate server and compares the calls of another
 * account during the attack with the same calls just before. `ATTACK='PDF|openapi'` runs the attacks whose name matches. Sets the
 * exit code to 1 when a goal is missed.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-attacks-'))
  const settings = { DATA_DIR: dir, SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'error', CALLS_PER_MINUTE: '0' }
  const chosen = ATTACKS.filter(({ name }) => new RegExp(environment()['ATTACK'] ?? '').test(name))
  try {
    await using earshot = await startEarshot({ ...settings, EARSHOT_SCRIPTED: 'speech' })
    const attacker = { url: earshot.url, user: await signUp(earshot.url, 'attacker') }
    await attacker.user.me.changeSettings({ body: { transcribe_new: 'off' } })
    await using probe = await openProbe(earshot)
    const columns = `${'worst block'.padStart(12)} ${'p95 others'.padStart(11)} ${'alone'.padStart(7)} ${'ratio'.padStart(6)}`
    console.log(`  ${'attack'.padEnd(52)}${columns}  answer`)
    for (const attack of chosen) await measure(attack, attacker, { earshot, dir, probe })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Another account with recordings. */
async function openProbe({ url }: RunningEarshot): Promise<Probe> {
  const user = await signUp(url, 'neighbour')
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  let fileId = ''
  for (let n = 0; n < RECORDINGS; n++) fileId = (await uploadRecording(user, createToneWav(60), { name: `Recording ${n}` })).id
  await user.files.change({ params: { id: fileId }, body: { trans_result: manyWords(400) } })
  return new Probe({ url, token: user.token, fileId })
}

type Measured = { readonly earshot: RunningEarshot; readonly dir: string; readonly probe: Probe }

async function measure(attack: Attack, attacker: Attacker, { earshot, dir, probe }: Measured): Promise<void> {
  const shownName = `  ${attack.name.padEnd(52)}`
  let runAttack: () => Promise<string>
  try {
    runAttack = await attack.prepare(attacker)
  } catch (error) {
    console.log(`${shownName} cannot be prepared: ${String(error)}`)
    process.exitCode = 1
    return
  }
  // Wait until the jobs queued by the preparation are done; they are not part of the attack.
  await systemClock.wait(seconds(4))
  const before = await findProcesses(earshot, dir)
  const alone = await probe.observe(() => systemClock.wait(OBSERVED))
  const answers = new Map<string, Millis[]>()
  const observed = await probe.observe(async () => {
    const start = performance.now()
    do {
      const began = performance.now()
      const answer = await runAttack().catch((error: unknown) => `no answer (${describeFailure(error)})`)
      answers.set(answer, [...(answers.get(answer) ?? []), performance.now() - began])
    } while (!attack.isSingle && performance.now() - start < OBSERVED)
  })
  while (!(await isReady(earshot.url))) await systemClock.wait(200)
  const after = await findProcesses(earshot, dir)
  const killed = (['api', 'worker'] as const).filter((role) => before[role].join() !== after[role].join())
  console.log(shownName + describe({ observed, alone, killed, answers }))
  if (killed.length > 0 || observed.worstBlock > GOALS.worstBlock || observed.p95 > GOALS.p95) process.exitCode = 1
}

const describeFailure = (error: unknown): string =>
  error instanceof Error ? ((error.cause as { code?: string } | undefined)?.code ?? error.message) : String(error)

type Result = {
  observed: Observation
  alone: Observation
  killed: readonly string[]
  answers: ReadonlyMap<string, readonly Millis[]>
}

function describe({ observed, alone, killed, answers }: Result): string {
  const { worstBlock, p95, failed } = observed
  const figures = [
    `${worstBlock.toFixed(0)} ms${worstBlock > GOALS.worstBlock ? '!' : ' '}`.padStart(12),
    `${p95.toFixed(0)} ms${p95 > GOALS.p95 ? '!' : ' '}`.padStart(11),
    `${alone.p95.toFixed(0)} ms`.padStart(7),
    (p95 / alone.p95).toFixed(1).padStart(6),
  ]
  const shown = [...answers].map(([answer, spent]) => {
    const average = spent.reduce((sum, each) => sum + each, 0) / spent.length
    return `${spent.length} x ${answer} (${(average / 1000).toFixed(1)} s)`
  })
  const events = [...killed.map((role) => `${role} KILLED`), ...(failed > 0 ? [`${failed} calls of others failed`] : [])]
  return `${figures.join(' ')}  ${[...shown, ...events].join('; ')}`
}
