import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { systemClock } from '#platform/clock/clock.ts'
import { seconds } from '#shared/units.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import type { InstalledLlamaServer } from './installLlamaServer.ts'

export type LlamaServer = AsyncDisposable & {
  readonly port: number
  /** Base URL of its OpenAI-compatible API. */
  readonly baseUrl: string
  readonly model: string
}

const START_TIMEOUT = seconds(120)

/** Starts llama-cpp-python on the loopback interface with a context of `contextTokens`. */
export async function startLlamaServer({ python, modelFile }: InstalledLlamaServer, contextTokens: number): Promise<LlamaServer> {
  const port = await findFreePort()
  const model = 'smollm2-135m'
  // Two threads wait for each other, which takes thirty times as long on a busy machine (measured: 3 s for one word).
  const threads = { n_threads: 1, n_threads_batch: 1 }
  const settings = {
    model: modelFile,
    model_alias: model,
    host: '127.0.0.1',
    port,
    n_ctx: contextTokens,
    ...threads,
    verbose: false,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(python, ['-m', 'llama_cpp.server', ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, 10)
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2000)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const baseUrl = `http://127.0.0.1:${port}/v1`
  for (let elapsed = 0; !(await isListening(`${baseUrl}/models`)); elapsed += 200) {
    if (child.exitCode !== null || elapsed > START_TIMEOUT) {
      await stop()
      throw new Error(`llama-cpp-python did not start: ${output}`)
    }
    await systemClock.wait(200)
  }
  return { port, baseUrl, model, [Symbol.asyncDispose]: stop }
}

const isListening = async (url: string): Promise<boolean> =>
  await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
