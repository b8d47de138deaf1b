import { describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql } from '#platform/db/db.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

/** Runs `earshot reindex` on the database of a server. */
async function runReindex({ config }: TestServer, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const settings = { DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir }
  const { exited, output } = spawnEarshot(['reindex', ...args], settings)
  return { code: await exited, output: output() }
}

/** Corrupts the index so that nothing is found. */
const damage = ({ ctx }: TestServer) => executeSql(ctx.db, "update search_passage set body = '', tsv = ''")

describe('earshot reindex', () => {
  it('rebuilds the index from the recordings', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add('Road', ['The road to Kasese.'])
    await damage(server)
    expect(await titles('"to kasese"')).toEqual([])
    let isDone = false
    const running = runReindex(server).finally(() => (isDone = true))
    // The test server polls for jobs only when asked to.
    while (!isDone) {
      await server.waitForJobs()
      await systemClock.wait(50)
    }
    const { code, output } = await running
    expect(code).toBe(0)
    expect(output).toContain('1 recording was indexed.')
    expect(await titles('"to kasese"')).toEqual(['Road'])
  })

  it('takes no arguments', async () => {
    await using server = await testServer()
    expect(await runReindex(server, 'now')).toMatchObject({ code: 64 })
  })
})
