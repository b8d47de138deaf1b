import { expect, it } from 'vitest'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { testServer } from '#test/server/testServer.ts'

const SUMMARY = {
  headline: 'A visit to Kasese',
  category: 'meeting',
  overview: { text: 'Forty clinics wait for drivers.', rests_on: ['1'] },
  points: [{ text: 'The bridge is closed.', rests_on: ['2'] }],
  actions: [],
}

it('a search finds the lines of a summary as it is generated and edited', async () => {
  await using server = await testServer({ llm: createScriptedLlm([{ reply: SUMMARY }]) })
  const { user, search, titles } = await openSearch(server)
  const { id } = await server.uploadFile({ seconds: 24, name: 'Interview with Dr. Okafor' })
  await user.generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  const [note] = (await user.notes.queryNote({ headers: {}, query: { file_id: id } })).data
  const [found] = (await search('bridge')).recordings
  expect(found!.moments).toMatchObject([
    { kind: 'summary', note_id: note!.note_id, text: 'The bridge is closed.', marks: [[4, 10]] },
  ])
  expect((await search('drivers')).total_moments).toBe(1)

  const key = { file_id: id, note_id: note!.note_id }
  await user.notes.updateNote({ body: { ...key, note_content: '# Mine\n\nThe ferry sails.' } })
  await server.waitForJobs()
  expect(await titles('bridge ')).toEqual([])
  expect((await search('ferry')).recordings[0]!.moments).toMatchObject([
    { kind: 'summary', start_ms: null, text: 'The ferry sails.' },
  ])
})
