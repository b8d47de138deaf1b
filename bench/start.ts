import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { findProcesses, startEarshot } from '#test/process/startEarshot.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'

/** Measures the first minute with Earshot: seconds until the page is usable, seconds from upload to text, and memory. */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = { PORT: '4396', DATA_DIR: dir, WELCOME: 'off', LOG_LEVEL: 'error', SIGN_UP: 'open' }
  await rm('dist/web', { recursive: true, force: true })
  const first = await timed(() => startEarshot(settings))
  await first.value.stop()
  const later = await timed(() => startEarshot(settings))
  console.log(
    `  from start to ready: first time ${first.seconds} s (goal 20, builds the page), later ${later.seconds} s (goal 3)`,
  )
  const running = later.value
  const user = await signUp(running.url, 'bench')
  const sound = await readFile('assets/welcome/two-cities.mp3')
  for (const round of ['first', 'second']) {
    const file = await uploadRecording(user, sound)
    const transcribed = await timed(async () => {
      for (;;) {
        const { status } = await user.generate.transsumm({ params: { id: file.id }, body: {} })
        if (status === 1) return
        await systemClock.wait(100)
      }
    })
    console.log(`  44 s of sound, ${round}: ${transcribed.seconds} s from upload to text and summary (goal 12)`)
  }
  const parts = await findProcesses(running, dir)
  for (const [kind, pids] of Object.entries({ ...parts, start: [running.child.pid ?? 0] })) {
    for (const pid of kind === 'database' ? [] : pids)
      console.log(`  ${kind} holds ${await memoryOf(pid)} (goal: server 200 MB, speech 560 MB)`)
  }
  await running.stop()
  await rm(dir, { recursive: true, force: true })
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: string }> {
  const start = performance.now()
  const value = await work()
  return { value, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}

async function memoryOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const readField = (name: string) =>
    `${Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024)} MB`
  return `${readField('VmRSS')} (at most ${readField('VmHWM')})`
}
