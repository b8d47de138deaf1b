import type { Answer, Call } from './workerCalls.ts'

/** Handles the calls of a page in a worker. The code of the worker calls it once. */
export function answerCalls<Request, Response>(answer: (request: Request) => Promise<Response>): void {
  const reply = (message: Answer<Response>): void => globalThis.postMessage(message)
  globalThis.onmessage = async ({ data: { id, request } }: MessageEvent<Call<Request>>) => {
    try {
      reply({ id, response: await answer(request) })
    } catch (error) {
      reply({ id, failure: String(error) })
    }
  }
  reply({ id: 0 })
}
