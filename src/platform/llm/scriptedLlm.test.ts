import { expect, it } from 'vitest'
import { z } from 'zod'
import type { LlmRequest } from './llm.ts'
import { createScriptedLlm } from './scriptedLlm.ts'

const request = (signal = new AbortController().signal): LlmRequest<{ n: number }> => ({
  purpose: 'count',
  instructions: '',
  prompt: 'how many?',
  schema: z.object({ n: z.number() }),
  maxOutputTokens: 10,
  signal,
})

it('returns the replies of the script in order, counts the rest and rejects a call beyond it', async () => {
  const llm = createScriptedLlm([
    { reply: { n: 1 } },
    { reply: '```\n{"n": 2}\n```' },
    { reply: (r: LlmRequest<unknown>) => ({ n: r.prompt.length }) },
  ])
  expect((await llm.generate(request())).value).toEqual({ n: 1 })
  expect((await llm.generate(request())).value).toEqual({ n: 2 })
  expect(llm.remaining).toBe(1)
  expect((await llm.generate(request())).value).toEqual({ n: 9 })
  expect(llm.calls.map((call) => call.purpose)).toEqual(['count', 'count', 'count'])
  await expect(llm.generate(request())).rejects.toThrow(/call 4 \(count\) is not in the script/)
})

it('fails, truncates and returns wrong shapes as scripted', async () => {
  const llm = createScriptedLlm([{ fail: 'auth' }, { reply: { n: 12345 }, truncateAfter: 6 }, { reply: { m: 1 } }])
  await expect(llm.generate(request())).rejects.toMatchObject({ kind: 'auth' })
  await expect(llm.generate(request())).rejects.toMatchObject({ kind: 'unusable-answer' })
  await expect(llm.generate(request())).rejects.toMatchObject({ kind: 'unusable-answer' })
  expect(llm.remaining).toBe(0)
})

it('hangs until the caller aborts', async () => {
  const controller = new AbortController()
  const call = createScriptedLlm([{ hang: true }]).generate(request(controller.signal))
  controller.abort()
  await expect(call).rejects.toMatchObject({ kind: 'aborted' })
})
