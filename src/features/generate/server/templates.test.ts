import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { directRun } from '#platform/jobs/jobs.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { breakableServer, changeWhileQueued, readFileCode, uploadTranscribed } from '#test/server/breakableServer.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { User } from '#test/server/user.ts'
import { executeTask } from './executeTask.ts'
import { listActive } from './store.ts'

const LOCKED = 'BOARD-MEETING'
const CONTENT = '# Decisions\nWhat was decided.\n# Open\nWhat is open.'

async function createTranscribed(server: TestServer): Promise<{ user: User; id: string }> {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 25 })
  await user.generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  server.clock.advance(60_000)
  return { user, id }
}

const summarize = ({ generate }: User, id: string, type: string, type_type = 'system', post_id = type) =>
  generate.chatllm({ params: { id }, body: { type, type_type, post_id } })

const canTry = async ({ membership }: User) => (await membership.featureTrial({ params: { id: 'templates_pro' } })).data.can_try

describe('the template of a summary (B§6, B§8)', () => {
  it('gives the summary its sections, and is named in the note and in the recording', async () => {
    await using server = await testServer()
    const { user, id } = await createTranscribed(server)
    await summarize(user, id, 'MEETING')
    await server.waitForJobs()
    const [note] = (await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(note).toMatchObject({ template: { id: 'MEETING', type: 'system' }, extra: { form: { template: { id: 'MEETING' } } } })
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file!.extra_data.aiContentHeader).toMatchObject({ used_template: { template_id: 'MEETING' } })
  })

  it('is refused with -12 when it does not exist, and when it is the custom template of another user', async () => {
    await using server = await testServer()
    const { user, id } = await createTranscribed(server)
    const other = await server.user('ben')
    await setMembershipTier(server, user.id, 'pro')
    await setMembershipTier(server, other.id, 'pro')
    const { data } = await other.customTemplates.create({ body: { name: 'Mine', content: CONTENT } })
    expect(await expectRefusal(summarize(user, id, 'NO-SUCH'))).toMatchObject({ status: -12 })
    expect(await expectRefusal(summarize(user, id, data!.id, 'custom'))).toMatchObject({ status: -12 })
  })

  it('fails with -12 when it was deleted before the summary was written', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    await setMembershipTier(server, user.id, 'pro')
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    const { data } = await user.customTemplates.create({ body: { name: 'Mine', content: CONTENT } })
    const note = await user.generate.sumNewNote({ params: { id }, body: { summ_type: data!.id, summ_type_type: 'custom' } })
    await user.customTemplates.remove({ params: { id: data!.id } })
    const [task] = await listActive(server.ctx)
    const ids = { userId: task!.user_id, fileId: task!.file_id, taskId: task!.task_id }
    await executeTask(server.ctx, ids, directRun(new AbortController().signal))
    const notes = (await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(notes).toMatchObject([{ note_id: note.data.note_id, task_status: -12, error_code: '-12', note_content: '' }])
  })

  it('is refused with -11 when the plan has no custom templates', async () => {
    await using server = await testServer()
    const { user, id } = await createTranscribed(server)
    await executeSql(
      server.ctx.db,
      `with own as (insert into template (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at)
         values ($1, 'c1', 'private', '', '', '', 1, now()) returning template_id)
       insert into template_version
         (template_id, version, title, description, content, category, icon, icon_color, note_tab_name, language, search_text, created_at)
       select template_id, 1, 'Mine', '', $2, 'cat_general', 'file-text', 'green', '', 'en_US', 'mine', now() from own`,
      [user.id, CONTENT],
    )
    expect(await expectRefusal(summarize(user, id, 'c1', 'custom'))).toMatchObject({ status: -11 })
    const trial = user.generate.tryTemplate({ body: { file_id: id, name: 'Mine', content: CONTENT } })
    expect(await expectRefusal(trial)).toMatchObject({ status: -11 })
  })

  it('can be a professional one three times without the right, then it is refused with -13 (B§7)', async () => {
    await using server = await testServer()
    const { user, id } = await createTranscribed(server)
    expect(await canTry(user)).toBe(true)
    for (const type of [LOCKED, 'SALES-CALL', 'LEGAL-INTAKE']) {
      await summarize(user, id, type)
      await server.waitForJobs()
      server.clock.advance(60_000)
    }
    expect(await canTry(user)).toBe(false)
    expect(await expectRefusal(summarize(user, id, 'JOB-INTERVIEW'))).toMatchObject({ status: -13 })
    const note = user.generate.sumNewNote({ params: { id }, body: { summ_type: 'JOB-INTERVIEW', summ_type_type: 'system' } })
    expect(await expectRefusal(note)).toMatchObject({ status: -13 })
    // What was tried can be written again.
    expect((await summarize(user, id, LOCKED, 'system', 'again')).status).toBe(0)
    await server.waitForJobs()
    await setMembershipTier(server, user.id, 'pro')
    expect((await summarize(user, id, 'JOB-INTERVIEW')).status).toBe(0)
  })

  it('gives the try back when the task is stopped', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    for (const type of [LOCKED, 'SALES-CALL', 'LEGAL-INTAKE']) {
      await summarize(user, id, type)
      await user.generate.cancel({ params: { id } })
      server.clock.advance(60_000)
    }
    expect(await canTry(user)).toBe(true)
  })

  it('is checked before a use of the language model is counted', async () => {
    await using breakable = await breakableServer()
    const { server, operator, user } = breakable
    const id = await uploadTranscribed(breakable)
    const none = { summaries: null, questions: null, requests: null }
    await operator.languageModels.limit({ body: { person: { ...none, summaries: 2 }, server: none } })
    const { data } = await user.customTemplates.create({ body: { name: 'Mine', content: CONTENT } })
    await changeWhileQueued(breakable, {
      start: () => summarize(user, id, data!.id, 'custom'),
      change: () => user.customTemplates.remove({ params: { id: data!.id } }),
    })
    expect(await readFileCode(breakable, id)).toBe(-12)
    server.clock.advance(1000)
    // The first use was that of the summary with the transcript; this is the second one.
    await summarize(user, id, '')
    await server.waitForJobs()
    const results = await user.generate.transsumm({ params: { id }, body: {} })
    expect(JSON.parse(results.data_result_summ!)).toMatchObject({ form: { engine: { kind: 'llm' } } })
  })

  it('of a note is tried once, however often the request is repeated', async () => {
    await using server = await testServer()
    const { user, id } = await createTranscribed(server)
    const body = { summ_type: LOCKED, summ_type_type: 'system', post_id: 'p-1' }
    for (let n = 0; n < 2; n++) await user.generate.sumNewNote({ params: { id }, body })
    await server.waitForJobs()
    const { data } = await user.membership.featureTrial({ params: { id: 'templates_pro' } })
    expect(data.tries_left).toBe(2)
  })
})

const SEGMENT = {
  id: 's1',
  start_time: 0,
  end_time: 9000,
  speaker: 'Anna',
  original_speaker: 'Anna',
  content: 'We will send the budget by Friday, and then we look at the six clinics beyond the river together.',
}

describe('a language model that fails', () => {
  it.each([
    ['server', -900_110],
    ['auth', -900_112],
  ] as const)('with %s gives %d when it was chosen, and the words themselves otherwise', async (kind, code) => {
    await using server = await testServer({ llm: createScriptedLlm(Array.from({ length: 8 }, () => ({ fail: kind }))) })
    const { user, id } = await createTranscribed(server)
    const results = await user.generate.transsumm({ params: { id }, body: {} })
    expect(results).toMatchObject({ status: 1 })
    expect(JSON.parse(results.data_result_summ!)).toMatchObject({ form: { engine: { kind: 'extractive' } } })
    await user.generate.chatllm({ params: { id }, body: { post_id: 'm', info: JSON.stringify({ llm: 'small' }) } })
    await server.waitForJobs()
    const failed = await user.generate.chatllm({ params: { id }, body: { post_id: 'm' } })
    // The summary from before is still there.
    expect(failed).toMatchObject({ status: code, data_result_summ: results.data_result_summ })
  })
})
