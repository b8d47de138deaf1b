import { expect, it } from 'vitest'
import { world } from './world.ts'

it('a test server closes at once although a response was left unread and its clock stands still', async () => {
  const w = await world()
  const { files } = await w.as()
  const { id } = await w.file({ seconds: 600 })
  const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
  const unread = await fetch(temp_url)
  expect(unread.status).toBe(200)
  await w[Symbol.asyncDispose]()
  await expect(fetch(temp_url)).rejects.toThrow()
  await unread.body?.cancel().catch(() => undefined)
})
