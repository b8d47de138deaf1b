import { expect, it } from 'vitest'
import { testServer } from './testServer.ts'

it('a test server closes at once although a response was left unread and its clock does not advance', async () => {
  const server = await testServer({ dedicated: true })
  const { files } = await server.user()
  const { id } = await server.uploadFile({ seconds: 600 })
  const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
  const unreadResponse = await fetch(temp_url)
  expect(unreadResponse.status).toBe(200)
  await server[Symbol.asyncDispose]()
  await expect(fetch(temp_url)).rejects.toThrow()
  await unreadResponse.body?.cancel().catch(() => undefined)
})
