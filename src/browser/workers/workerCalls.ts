import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { after, type Stop } from '#browser/timers/time.ts'

/** The worker is terminated after this idle time. */
const IDLE_TIMEOUT: Millis = seconds(30)

export type Call<Request> = { readonly id: number; readonly request: Request }
/** The response to a call; id 0 reports that the worker is loaded. */
export type Answer<Response> = { readonly id: number; readonly response?: Response; readonly failure?: string }

/** Calls a function of a worker. Rejects with the error it throws, or with the reason of the signal. */
export type WorkerCall<Request, Response> = (request: Request, signal?: AbortSignal) => Promise<Response>

/**
 * Returns a function that runs in a worker, so that the page stays responsive. The worker starts with the first call, and is
 * terminated when it is idle or when its only call is cancelled. `onPage` is called instead when there are no workers or the worker
 * cannot be loaded.
 */
export function createWorkerCall<Request, Response>(
  startWorker: () => Worker,
  onPage: (request: Request) => Promise<Response>,
): WorkerCall<Request, Response> {
  const client = new WorkerClient<Request, Response>(startWorker)
  return async (request, signal) => {
    signal?.throwIfAborted()
    if (typeof Worker !== 'function') return onPage(request)
    try {
      return await client.call(request, signal)
    } catch (error) {
      if (!(error instanceof WorkerNotLoadedError)) throw error
      return onPage(request)
    }
  }
}

/** The worker could not be loaded; the request itself may be valid. */
class WorkerNotLoadedError extends Error {}

class WorkerClient<Request, Response> {
  readonly #startWorker: () => Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<Response>>()
  #worker: Worker | null = null
  #isLoaded = false
  #lastId = 0
  #cancelEnd: Stop = () => {}

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker
  }

  async call(request: Request, signal?: AbortSignal): Promise<Response> {
    const call = Promise.withResolvers<Response>()
    const id = (this.#lastId += 1)
    const worker = this.#start()
    this.#waiting.set(id, call)
    const unsubscribe =
      signal &&
      listen(signal, 'abort', () => {
        this.#waiting.delete(id)
        call.reject(signal.reason as Error)
        // There is no other way to stop a running function.
        if (this.#waiting.size === 0) this.#end()
      })
    const message: Call<Request> = { id, request }
    worker.postMessage(message)
    try {
      return await call.promise
    } finally {
      unsubscribe?.()
    }
  }

  #start(): Worker {
    this.#cancelEnd()
    if (this.#worker) return this.#worker
    const worker = this.#startWorker()
    worker.onmessage = ({ data }: MessageEvent<Answer<Response>>) => this.#receive(data)
    // A request during which a loaded worker crashed is not retried on the page, which would crash too.
    worker.onerror = ({ message }) => {
      const error = this.#isLoaded ? new Error(message) : new WorkerNotLoadedError(message)
      const calls = [...this.#waiting.values()]
      this.#waiting.clear()
      this.#end()
      for (const { reject } of calls) reject(error)
    }
    this.#worker = worker
    return worker
  }

  #receive({ id, response, failure }: Answer<Response>): void {
    this.#isLoaded = true
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure === undefined) call?.resolve(response as Response)
    else call?.reject(new Error(failure))
    if (this.#waiting.size === 0) this.#cancelEnd = after(IDLE_TIMEOUT, () => this.#end())
  }

  #end(): void {
    this.#cancelEnd()
    this.#worker?.terminate()
    this.#worker = null
    this.#isLoaded = false
  }
}
