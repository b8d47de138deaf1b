import type { Answer, Call } from './workerCalls.ts'

/** Answers the calls of a page. It is called once by the code of a worker. */
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
