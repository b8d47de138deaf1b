import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { KiB } from '#shared/units.ts'
import { testServer } from '#test/server/testServer.ts'

/** Half the maximum size for a recording of five hours. Regular expressions on it must not take quadratic time. */
const SIZE = 600 * KiB
const repeat = (text: string): string => text.repeat(Math.ceil(SIZE / text.length))

describe('a hostile summary that a client saves (B§7 PATCH /file/{id})', () => {
  it.each([
    ['opening brackets', repeat('[')],
    ['brackets that close at the end', repeat('[') + repeat(']')],
    ['tasks with half a link', `- [ ] ${repeat('[1:1')}`],
    ['spaces', `a${repeat(' ')}b`],
    ['half an emphasis', repeat('*(')],
    ['underscores', repeat('_a')],
    ['backticks and backslashes', repeat('`\\')],
    ['nested parentheses', repeat('[](')],
    ['quotes', repeat('> ')],
    ['table bars', repeat('|')],
    ['digits', repeat('1')],
    ['half a tag', repeat('<a ')],
  ])('is stored and read quickly: %s', async (_name, text) => {
    await using server = await testServer()
    const { generate, files, notes } = await server.user()
    const { id } = await server.uploadFile({ seconds: 60 })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    await executeSql(server.ctx.db, 'update file set duration_ms = 18000000 where file_id = $1', [id])
    const ai_content = `# Mine\n\n${text}`
    await files.change({ params: { id }, body: { ai_content } })
    const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(note?.note_content === ai_content).toBe(true)
    const { data_file_list } = await files.list({ query: { support_mul_summ: true }, body: [id] })
    expect(data_file_list[0]!.summary_line.length).toBeLessThanOrEqual(120)
    await server.waitForJobs()
  })
})
