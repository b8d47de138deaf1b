import { expect, it } from 'vitest'
import { testServer } from '#test/server/testServer.ts'
import { checkInstanceMode } from './instanceMode.ts'

it('keeps the mode with which a database was created', async () => {
  await using server = await testServer({ dedicated: true })
  await checkInstanceMode(server.ctx.db, 'live')
  await expect(checkInstanceMode(server.ctx.db, 'demo')).rejects.toThrow(
    'INSTANCE_MODE is demo, but this database was created with live.',
  )
})
