import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#platform/clock/clock.ts'
import type { Millis } from '#shared/units.ts'
import { percentile } from '../timings.ts'

const POLL: Millis = 20
const CALL_TIMEOUT: Millis = 120_000

/** What another account observes: the longest time without a response from `/healthz`, and the duration of its ordinary calls. */
export type Observation = { readonly worstBlock: Millis; readonly p95: Millis; readonly calls: number; readonly failed: number }

type Target = { readonly url: string; readonly token: string; readonly fileId: string }
type ToProbe = { readonly kind: 'start' | 'stop' }

/** A separate process that calls the server as another account does, so that the attack does not slow down its measurements. */
export class Probe implements AsyncDisposable {
  readonly #child: ChildProcess

  constructor(target: Target) {
    this.#child = fork(fileURLToPath(import.meta.url), [JSON.stringify(target)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
  }

  /** Observes the server while `work` runs. */
  async observe(work: () => Promise<unknown>): Promise<Observation> {
    this.#child.send({ kind: 'start' } satisfies ToProbe)
    await work()
    const observed = once(this.#child, 'message')
    this.#child.send({ kind: 'stop' } satisfies ToProbe)
    const [observation] = (await observed) as [Observation]
    return observation
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }
}

/** Runs until it is stopped. A block that has not ended by then counts until it ends. */
async function observeUntil(stopped: AbortSignal, { url, token, fileId }: Target): Promise<Observation> {
  const headers = { authorization: `bearer ${token}`, 'edit-from': 'web', 'app-platform': 'web' }
  const calls: (() => Promise<Response>)[] = [
    () => fetch(`${url}/api/file/page?limit=100`, { headers }),
    () => fetch(`${url}/api/file/simple/web?limit=100`, { headers }),
    () =>
      fetch(`${url}/api/file/list?support_mul_summ=true`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify([fileId]),
      }),
  ]
  const times: Millis[] = []
  let [worstBlock, failed] = [0, 0]
  const poll = async () => {
    while (!stopped.aborted) {
      worstBlock = Math.max(worstBlock, await timeUntilAnswered(() => fetch(`${url}/healthz`)))
      await systemClock.wait(POLL)
    }
  }
  const call = async () => {
    for (let n = 0; !stopped.aborted; n++) {
      const start = performance.now()
      const answered = await isAnswered(calls[n % calls.length]!)
      if (!answered) failed++
      times.push(performance.now() - start)
      await systemClock.wait(POLL)
    }
  }
  await Promise.all([poll(), call()])
  return { worstBlock, p95: percentile(times, 0.95), calls: times.length, failed }
}

/** A server that was killed does not respond either until it runs again. */
async function timeUntilAnswered(request: () => Promise<Response>): Promise<Millis> {
  const start = performance.now()
  while (!(await isAnswered(request)) && performance.now() - start < CALL_TIMEOUT) await systemClock.wait(POLL)
  return performance.now() - start
}

const isAnswered = (request: () => Promise<Response>): Promise<boolean> =>
  request().then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

if (import.meta.main) {
  const target = JSON.parse(process.argv[2] ?? '{}') as Target
  let stopping = new AbortController()
  process.on('disconnect', () => process.exit(0))
  process.on('message', ({ kind }: ToProbe) => {
    if (kind === 'stop') return stopping.abort()
    stopping = new AbortController()
    void observeUntil(stopping.signal, target).then((observation) => process.send?.(observation))
  })
}
