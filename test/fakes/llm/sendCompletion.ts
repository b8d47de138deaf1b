import type { ServerResponse } from 'node:http'

type Completion = { readonly model: string; readonly content: string; readonly finishReason?: string }

const usage = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 }

/** Streams a response like servers with the OpenAI API: in two chunks, followed by the finish reason and the number of tokens. */
export function sendCompletion(response: ServerResponse, { model, content, finishReason = 'stop' }: Completion): void {
  const half = Math.ceil(content.length / 2)
  const pieces = [{ role: 'assistant', content: '' }, { content: content.slice(0, half) }, { content: content.slice(half) }]
  const chunk = (choices: object[], rest: object = {}) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...rest })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of pieces) response.write(chunk([{ index: 0, delta, finish_reason: null }]))
  response.write(chunk([{ index: 0, delta: {}, finish_reason: finishReason }]))
  response.write(chunk([], { usage }))
  response.end('data: [DONE]\n\n')
}
