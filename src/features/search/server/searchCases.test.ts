import { expect, it } from 'vitest'
import { seedFiles } from '#features/files/server.ts'
import { minutes } from '#shared/units.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { directRun } from '#platform/jobs/jobs.ts'
import { testServer } from '#test/server/testServer.ts'
import cases from '#test/fixtures/search/search-cases.json' with { type: 'json' }
import more from '#test/fixtures/search/word-forms.json' with { type: 'json' }
import { indexWaiting } from './indexing/jobs.ts'

// Several hundred searches.
it('finds words in every script, however they are spelled', { timeout: minutes(4) }, async () => {
  await using server = await testServer({ runsJobs: false })
  const { user, titles } = await openSearch(server)
  const documents = [...cases.documents, ...more.documents]
  await seedFiles(
    server.ctx,
    user.id,
    documents.map(({ id, text, language }) => ({
      filename: id,
      scene: 101,
      startTime: new Date(0),
      editTime: new Date(0),
      duration: 60_000,
      filetagIds: [],
      trashedAt: null,
      summary: null,
      transcript: [{ id: '0', start_time: 0, end_time: 9000, content: text, speaker: '', original_speaker: '', language }],
    })),
  )
  await indexWaiting(server.ctx, directRun(new AbortController().signal))
  const missed: string[] = []
  for (const { query, expected } of [...cases.queries, ...more.queries]) {
    server.clock.advance(1000)
    const found = await titles(query, { limit: 50 })
    const isMeant = expected.startsWith('!') ? !found.includes(expected.slice(1)) : found.includes(expected)
    if (!isMeant) missed.push(`${query} → ${found.join(' ')}, not ${expected}`)
  }
  expect(missed).toEqual([])
})
