import { seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { after, type Stop } from '#browser/timers/time.ts'

/** The worker is terminated after this idle time. */
const IDLE_TIMEOUT = seconds(30)

export type Call<Request> = { readonly id: number; readonly request: Request }
export type Answer<Response> = { readonly id: number; readonly response?: Response; readonly failure?: string }

/** Calls a function of a worker. Rejects with what it throws, or with the reason of the signal. */
export type WorkerCall<Request, Response> = (request: Request, signal?: AbortSignal) => Promise<Response>

/**
 * Returns a function that calls `answer` in a worker, so that the page stays responsive. The worker starts with the first call, and
 * ends when it is idle or when its only call is cancelled. Without workers, or when the worker cannot be loaded, `onPage` is called.
 */
export function createWorkerCall<Request, Response>(
  startWorker: () => Worker,
  onPage: (request: Request) => Promise<Response>,
): WorkerCall<Request, Response> {
  const waiting = new Map<number, PromiseWithResolvers<Response>>()
  let worker: Worker | null = null
  let lastId = 0
  let cancelEnd: Stop = () => {}

  const end = (reason?: Error) => {
    cancelEnd()
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(reason ?? new WorkerLostError('ended'))
    waiting.clear()
  }
  const start = (): Worker => {
    cancelEnd()
    if (worker) return worker
    const started = startWorker()
    started.onmessage = ({ data }: MessageEvent<Answer<Response>>) => {
      const call = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.failure !== undefined) call?.reject(new Error(data.failure))
      else call?.resolve(data.response as Response)
      if (waiting.size === 0) cancelEnd = after(IDLE_TIMEOUT, end)
    }
    started.onerror = ({ message }) => end(new WorkerLostError(message))
    worker = started
    return started
  }
  const callWorker = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const call = Promise.withResolvers<Response>()
    const id = (lastId += 1)
    const started = start()
    waiting.set(id, call)
    const unsubscribe =
      signal &&
      listen(signal, 'abort', () => {
        waiting.delete(id)
        call.reject(signal.reason as Error)
        // A function that is running cannot be stopped in another way.
        if (waiting.size === 0) end()
      })
    const message: Call<Request> = { id, request }
    started.postMessage(message)
    try {
      return await call.promise
    } finally {
      unsubscribe?.()
    }
  }
  return async (request, signal) => {
    signal?.throwIfAborted()
    if (typeof Worker !== 'function') return onPage(request)
    try {
      return await callWorker(request, signal)
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error
      return onPage(request)
    }
  }
}

/** The worker could not be loaded or crashed; the request may be fine. */
class WorkerLostError extends Error {}
