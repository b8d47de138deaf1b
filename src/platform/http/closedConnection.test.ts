import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { createLog } from '#platform/log/log.ts'
import { createHttpServer } from './createHttpServer.ts'
import { serve } from './serve.ts'

const contract = {
  work: route({
    method: 'GET',
    path: '/until-closed',
    access: 'public',
    summary: 'Works until the client goes',
    reply: z.object({}),
  }),
}

it('work that is aborted when its client disconnects does not count as a server failure', async () => {
  let lines = ''
  const destination = { write: (line: string) => void (lines += line) }
  const app = await createHttpServer({ log: createLog({ destination }), checksReplies: true, version: '1' })
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()]
  serve(app, 'work', contract, {
    work: ({ closed }) => {
      began.resolve()
      return new Promise((_, reject) =>
        closed.addEventListener('abort', () => {
          reject(closed.reason as Error)
          ended.resolve(closed.reason)
        }),
      )
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const call = fetch(`${url}/until-closed`, { signal: client.signal }).catch((error: Error) => error.name)
  await began.promise
  client.abort()
  expect(await call).toBe('AbortError')
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  await app.close()
  expect(lines).not.toContain('failed')
})
