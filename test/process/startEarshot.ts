import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#platform/clock/clock.ts'
import { environment } from '#platform/config/environment.ts'
import { findFreePort } from '#test/server/findFreePort.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export type RunningEarshot = AsyncDisposable & {
  readonly url: string
  readonly child: ChildProcess
  /** All output so far, stdout and stderr. */
  output: () => string
  exited: Promise<number | null>
  stop: () => Promise<number | null>
}

/** Runs the command line in a separate process. The environment of the shell is not passed on. */
export function spawnEarshot(
  args: string[],
  settings: Record<string, string>,
): { child: ChildProcess; output: () => string; exited: Promise<number | null> } {
  const { PATH, HOME } = environment()
  const child = spawn(process.execPath, ['bin/earshot.js', ...args], {
    cwd: ROOT,
    // Otherwise every start would write 256 MB.
    env: { PATH, HOME, DISK_RESERVE_MB: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let outputText = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (outputText += bytes.toString()))
  return { child, output: () => outputText, exited: once(child, 'exit').then(([code]) => code as number | null) }
}

/** Starts Earshot and waits until it is ready. Throws with its output when it does not start. */
export async function startEarshot(settings: Record<string, string> & { DATA_DIR: string }): Promise<RunningEarshot> {
  const port = settings['PORT'] ?? String(await findFreePort())
  const { child, output, exited } = spawnEarshot(['start'], { ...settings, PORT: port })
  const url = `http://127.0.0.1:${port}`
  let code: number | null | undefined
  void exited.then((exitCode) => (code = exitCode))
  for (let elapsed = 0; !(await isReady(url)); elapsed += 50) {
    if (code !== undefined || elapsed > 90_000) throw new Error(`Earshot did not start (exit ${code}):\n${output()}`)
    await systemClock.wait(50)
  }
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return exited
  }
  return { url, child, output, exited, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

/** Returns the process ids of a running Earshot by kind. There may be several or none of a kind while it restarts. */
export async function findProcesses(
  running: RunningEarshot,
  dataDir: string,
): Promise<Record<'api' | 'worker' | 'speech' | 'database', number[]>> {
  const processes: Record<'api' | 'worker' | 'speech' | 'database', number[]> = { api: [], worker: [], speech: [], database: [] }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const commandLine = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    const parent = Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1])
    if (commandLine.includes(' role api') && parent === running.child.pid) processes.api.push(pid)
    else if (commandLine.includes(' role worker') && parent === running.child.pid) processes.worker.push(pid)
    else if (commandLine.includes(`${dataDir}/`) && /bin\/postgres -D/.test(commandLine)) processes.database.push(pid)
    else if (commandLine.includes('speech/process/child.ts') && processes.worker.includes(parent)) processes.speech.push(pid)
  }
  return processes
}

/** Kills a process, or a process group by a negative id. Does nothing when it has already exited. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
