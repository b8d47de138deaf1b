import { describe, expect, it } from 'vitest'
import { recommendTemplate } from '#features/templates/server.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { publishOne, templateServer } from '#test/server/templates.ts'
import type { TestServer } from '#test/server/testServer.ts'

/** Uploads a recording in which these sentences are said, by speakers in turn. */
async function record(server: TestServer, sentences: readonly string[], speakers = 2): Promise<string> {
  const { files } = await server.user()
  const { id } = await server.uploadFile()
  const trans_result = sentences.map((content, index) => ({
    id: `s${index}`,
    start_time: 1000 * index,
    end_time: 1000 * index + 900,
    content,
    speaker: `Speaker ${(index % speakers) + 1}`,
    original_speaker: `Speaker ${(index % speakers) + 1}`,
  }))
  await files.change({ params: { id }, body: { trans_result } })
  return id
}

const INTERVIEW = ['Welcome to this interview. Tell us about your first film?', 'It was short.', 'And the second one?', 'Longer.']

describe('the templates for a recording (B§7)', () => {
  it('are those that fit what was said and by how many, with the reasons', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const file_id = await record(server, INTERVIEW)
    const { data, reasons } = await user.templates.recommend({ query: { file_id, language_os: 'en_US' } })
    expect(data[0]).toMatchObject({ type: 'official', template: { category_id: 'cat_interview' } })
    expect(reasons).toEqual(
      expect.arrayContaining([
        { code: 'speakers', value: 2, text: '' },
        { code: 'questions', value: 40, text: '' },
      ]),
    )
    expect((await user.templates.weekly({ body: { file_id } })).data[0]?.template.category_id).toBe('cat_interview')
  })

  it('include published ones of the community', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const id = await publishOne(user, user, { title: 'Beekeeping harvest', category: 'cat_functional' })
    const file_id = await record(server, ['The beekeeping harvest was good.', 'Beekeeping is work, the harvest is joy.'], 1)
    const { data } = await user.templates.recommend({ query: { file_id } })
    expect(data[0]?.template.id).toBe(id)
  })

  it('of another account are not found', async () => {
    await using server = await templateServer()
    await server.user('anna')
    const other = await server.user('ben')
    const file_id = await record(server, INTERVIEW)
    expect(await expectRefusal(other.templates.recommend({ query: { file_id } }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(other.templates.weekly({ body: { file_id } }))).toMatchObject({ httpStatus: 404 })
  })

  it('without a transcript are none', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const { id: file_id } = await server.uploadFile()
    expect(await user.templates.recommend({ query: { file_id } })).toMatchObject({ data: [] })
  })
})

describe('the automatic choice', () => {
  it('is a system template that clearly fits, otherwise none', async () => {
    await using server = await templateServer()
    const user = await server.user()
    const choose = async (fileId: string) => await recommendTemplate(server.ctx, { userId: user.id, fileId, language: 'en_US' })
    expect(await choose(await record(server, INTERVIEW))).toEqual({ type: 'system', id: 'INTERVIEW' })
    expect(await choose(await record(server, ['Hello there.', 'Good morning.']))).toBeNull()
  })
})
