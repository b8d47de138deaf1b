import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { KiB, MiB, hours, minutes, seconds, type Bytes, type Millis } from '#shared/units.ts'
import { type RunningEarshot, findProcesses, startEarshot, killProcess } from '#test/process/startEarshot.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { findTask, repeatSample, startTranscription, timeUntil } from './taskClient.ts'

/** Just below the maximum duration of five hours. */
const LENGTH = 17_900
const GOALS = { memory: 600 * MiB, resume: seconds(15), cancel: seconds(1), shortWait: seconds(30) }

/**
 * Transcribes five hours and measures: how soon transcription resumes after `kill -9` of the worker and of the speech process, how
 * long a short recording of another user waits, how soon a cancelled task stops, and the peak memory of the worker and its speech
 * process.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  try {
    await using running = await startEarshot({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      WELCOME: 'off',
      SIGN_UP: 'open',
      CALLS_PER_MINUTE: '0',
    })
    const { user, fileId } = await startTranscription(running.url, LENGTH)
    const transcribed = () => transcribedUpTo(user, fileId)
    await timeUntil(async () => (await transcribed()) > 60_000, minutes(5))
    for (const kind of ['worker', 'speech', 'api'] as const) {
      const before = await transcribed()
      for (const pid of (await findProcesses(running, dataDir))[kind]) killProcess(pid)
      report(
        `goes on after kill -9 of ${kind}`,
        await timeUntil(async () => (await transcribed()) > before, minutes(3)),
        GOALS.resume,
      )
    }
    report('a short recording of another user is ready', await timeShort(running.url), GOALS.shortWait)
    await timeUntil(async () => (await findTask(user, fileId))?.stage === 'transcribing', minutes(2))
    await user.generate.cancel({ params: { id: fileId } })
    const isIdle = async () => !(await isSpeechBusy(running, dataDir))
    report('the speech process is idle after a cancel', await timeUntil(isIdle, minutes(1), 50), GOALS.cancel)
    await user.generate.transsumm({ params: { id: fileId }, body: { is_reload: 1, operate_type: 'reTranscribe' } })
    await timeUntil(async () => (await findTask(user, fileId))?.stage === 'transcribing', minutes(2))
    const stopWatching = watchMemory(running, dataDir)
    await timeUntil(async () => (await findTask(user, fileId))?.stage !== 'transcribing', hours(3), 2000)
    const { worker, speech } = await stopWatching()
    const total = worker + speech
    console.log(
      `  memory: worker ${toMiB(worker)}, speech process ${toMiB(speech)}, together ${toMiB(total)} MiB at most (goal ${toMiB(GOALS.memory)}: ${verdict(total <= GOALS.memory)})`,
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the end of the last word so far; 0 when the server does not respond. */
async function transcribedUpTo({ transcription }: Pick<User, 'transcription'>, id: string): Promise<Millis> {
  const read = async (from: number) => (await transcription.liveSegments({ params: { id }, query: { from } })).data
  try {
    const { total } = await read(100_000)
    return (await read(Math.max(0, total - 1))).segments.at(-1)?.end_time ?? 0
  } catch {
    return 0
  }
}

/** Returns the time until a 44-second recording of another user is transcribed while the long one is running. */
async function timeShort(url: string): Promise<number> {
  const other = await signUp(url, 'other')
  await other.me.changeSettings({ body: { separate_speakers: false } })
  const file = await uploadRecording(other, await repeatSample(40), { name: 'Short' })
  await other.generate.transsumm({ params: { id: file.id }, body: {} })
  const isReady = async () => (await other.files.list({ query: {}, body: [file.id] })).data_file_list[0]?.trans_result !== null
  return timeUntil(isReady, minutes(10), 250)
}

/** Returns whether the speech process is using the CPU. */
async function isSpeechBusy(running: RunningEarshot, dataDir: string): Promise<boolean> {
  const ticks = async () => {
    const { speech } = await findProcesses(running, dataDir)
    const used = await Promise.all(speech.map(async (pid) => readTicks(pid)))
    return used.reduce((sum, value) => sum + value, 0)
  }
  const before = await ticks()
  await systemClock.wait(150)
  return (await ticks()) - before > 2
}

const readTicks = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(' ')
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0)
}

/** Samples the memory every two seconds. The returned function stops it and returns the peaks. */
function watchMemory(running: RunningEarshot, dataDir: string): () => Promise<{ worker: Bytes; speech: Bytes }> {
  const peak = { worker: 0, speech: 0 }
  let isWatching = true
  const watch = (async () => {
    while (isWatching) {
      const processes = await findProcesses(running, dataDir)
      for (const kind of ['worker', 'speech'] as const)
        for (const pid of processes[kind]) peak[kind] = Math.max(peak[kind], await readMemory(pid))
      await systemClock.wait(2000)
    }
  })()
  return async () => {
    isWatching = false
    await watch
    return peak
  }
}

/** Returns the resident memory of a process; 0 when it has ended. */
async function readMemory(pid: number): Promise<Bytes> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * KiB
}

function report(what: string, time: number, goal: number): void {
  console.log(`  ${what}: ${(time / 1000).toFixed(1)} s (goal ${goal / 1000}: ${verdict(time <= goal)})`)
}

function verdict(isMet: boolean): string {
  if (!isMet) process.exitCode = 1
  return isMet ? 'ok' : 'OVER'
}

const toMiB = (bytes: Bytes): string => String(Math.round(bytes / MiB))

if (import.meta.main) await run()
