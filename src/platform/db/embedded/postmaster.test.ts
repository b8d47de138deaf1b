import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
import { openClient } from '#platform/db/db.ts'
import { quietLog } from '#platform/log/log.ts'

it('returns the URL of the PostgreSQL that another process runs for a data folder, and null when there is none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-running-'))
  expect(await findRunningUrl(dataDir)).toBeNull()
  const embedded = await startEmbedded({ dataDir, log: quietLog, nonDurable: true })
  try {
    const url = await findRunningUrl(dataDir)
    expect(url).toBe(embedded.url)
    const client = openClient(url ?? '')
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  } finally {
    await embedded.stop()
  }
  expect(await findRunningUrl(dataDir)).toBeNull()
  await rm(dataDir, { recursive: true, force: true })
})
