import { describe, expect, it } from 'vitest'
import { newId } from '#shared/newId.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'
import { MAX_SUGGESTIONS, MAX_TERMS } from '../../contract.ts'
import { insertTerms } from './storeTerms.ts'
import { readSuggestions, recordCorrections } from './suggestions.ts'
import { listTermsFor } from './wordList.ts'

describe('the word list', () => {
  it('keeps terms in alphabetical order, with each text that a term sounds like once', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList } = await server.user()
    await wordList.addTerm({ body: { term: ' Kasese ', sounds_like: ["Casey's", ' ', "casey's", 'Kasese', 'case easy'] } })
    const { data: bwera } = await wordList.addTerm({ body: { term: 'bwera' } })
    expect((await wordList.terms({})).data).toMatchObject([
      { term: 'bwera', sounds_like: [], folder_id: null, is_enabled: true, corrections: 0 },
      { term: 'Kasese', sounds_like: ["casey's", 'case easy'] },
    ])
    await wordList.changeTerm({ params: { term_id: bwera.id }, body: { is_enabled: false, sounds_like: ['beware a'] } })
    expect((await wordList.terms({})).data[0]).toMatchObject({ is_enabled: false, sounds_like: ['beware a'] })
    await wordList.removeTerm({ params: { term_id: bwera.id } })
    expect((await wordList.terms({})).data).toHaveLength(1)
  })

  it('passes the enabled terms of a recording to the speech engine', async () => {
    const scripted = scriptedSpeech()
    const glossaries: (readonly string[] | undefined)[] = []
    const transcribe: typeof scripted.transcribe = (pcm, options) => {
      glossaries.push(options.glossary)
      return scripted.transcribe(pcm, options)
    }
    await using server = await testServer({ speech: { ...scripted, transcribe }, settings: { PLAN: 'pro' } })
    const { wordList, folders, generate } = await server.user()
    const folderIds = []
    for (const name of ['Uganda', 'Kenya']) folderIds.push((await folders.create({ body: { name } })).data_filetag.id)
    await wordList.addTerm({ body: { term: 'Kasese', folder_id: folderIds[0] } })
    await wordList.addTerm({ body: { term: 'Kisumu', folder_id: folderIds[1] } })
    await wordList.addTerm({ body: { term: 'Okafor' } })
    const { data } = await wordList.addTerm({ body: { term: 'Bwera' } })
    await wordList.changeTerm({ params: { term_id: data.id }, body: { is_enabled: false } })
    const { id } = await server.uploadFile({ seconds: 3, folders: folderIds.slice(0, 1) })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(glossaries).toEqual([['Kasese', 'Okafor']])
  })

  it('counts corrections of a term that it has learnt', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList } = await server.user()
    await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"], is_learnt: true } })
    const { data } = await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ['cases'], is_learnt: true } })
    expect(data).toMatchObject({ sounds_like: ["Casey's", 'cases'], corrections: 2 })
  })

  it('refuses a term twice in the same list, and more than 2,000', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, folders, id } = await server.user()
    const { data_filetag: folder } = await folders.create({ body: { name: 'Uganda' } })
    const { data: term } = await wordList.addTerm({ body: { term: 'Kasese' } })
    const { data: other } = await wordList.addTerm({ body: { term: 'Bwera' } })
    await wordList.addTerm({ body: { term: 'Kasese', folder_id: folder.id } })
    const known = { status: -2 }
    expect(await expectRefusal(wordList.addTerm({ body: { term: 'kasese' } }))).toMatchObject(known)
    const rename = wordList.changeTerm({ params: { term_id: other.id }, body: { term: 'KASESE' } })
    expect(await expectRefusal(rename)).toMatchObject(known)
    await wordList.changeTerm({ params: { term_id: term.id }, body: { term: 'KASESE' } })
    const row = {
      user_id: id,
      folder_id: null,
      sounds_like: [],
      is_enabled: true,
      corrections: 0,
      corrected_at: null,
      created_at: server.clock.now(),
    }
    await server.ctx.transaction(async (tx) => {
      const names = Array.from({ length: MAX_TERMS - 3 }, (_, n) => `term ${n}`)
      await insertTerms(
        tx,
        names.map((name) => ({ ...row, term_id: newId(new Date()), term: name })),
      )
    })
    expect(await expectRefusal(wordList.addTerm({ body: { term: 'one more' } }))).toMatchObject({ status: -3 })
  })

  it('adds imported terms, and new sounds to existing ones; all or none', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, folders } = await server.user()
    const { data_filetag: folder } = await folders.create({ body: { name: 'Uganda' } })
    const folder_id = folder.id
    await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"], folder_id } })
    const terms = [
      { term: 'kasese', sounds_like: ["casey's", 'cases'] },
      { term: 'Bwera', sounds_like: ['beware a'] },
      { term: 'BWERA', sounds_like: ['Bewara'] },
    ]
    expect((await wordList.importTerms({ body: { folder_id, terms } })).data).toEqual({ added: 1, changed: 1 })
    expect((await wordList.importTerms({ body: { folder_id, terms } })).data).toEqual({ added: 0, changed: 0 })
    const listed = (await wordList.terms({})).data
    expect(listed).toMatchObject([
      { term: 'Bwera', sounds_like: ['beware a', 'Bewara'], folder_id },
      { term: 'Kasese', sounds_like: ["casey's", 'cases'], folder_id },
    ])
    const many = Array.from({ length: MAX_TERMS }, (_, n) => ({ term: `term ${n}` }))
    expect(await expectRefusal(wordList.importTerms({ body: { terms: many } }))).toMatchObject({ status: -3 })
    const long = { body: { terms: [{ term: 'x'.repeat(101) }] } }
    expect(await expectRefusal(wordList.importTerms(long))).toMatchObject({ httpStatus: 422 })
    expect((await wordList.terms({})).data).toEqual(listed)
  })

  it('restores a removed term', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList } = await server.user()
    const { data: term } = await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"], is_learnt: true } })
    await wordList.removeTerm({ params: { term_id: term.id } })
    const { sounds_like, corrections, corrected_time } = term
    const body = { term: 'Kasese', sounds_like, corrections, corrected_time, is_enabled: false }
    const { data } = await wordList.addTerm({ body })
    expect(data).toEqual({ ...term, id: data.id, is_enabled: false })
  })

  it('of another account cannot be read, changed or removed, nor can its folders be used', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, folders, editing } = await server.user()
    const { data_filetag: folder } = await folders.create({ body: { name: 'Uganda' } })
    const { data: term } = await wordList.addTerm({ body: { term: 'Kasese' } })
    const { id: fileId } = await server.uploadFile({ seconds: 40 })
    await correctName(editing, fileId)
    const [suggestion] = (await wordList.suggestions({})).data.suggestions
    const other = await server.user('ben')
    const params = { term_id: term.id }
    const calls = [
      () => other.wordList.changeTerm({ params, body: { is_enabled: false } }),
      () => other.wordList.removeTerm({ params }),
      () => other.wordList.addTerm({ body: { term: 'Bwera', folder_id: folder.id } }),
      () => other.wordList.importTerms({ body: { terms: [{ term: 'Bwera' }], folder_id: folder.id } }),
      () => other.wordList.changeSuggestion({ params: { suggestion_id: suggestion!.id }, body: { is_ignored: true } }),
    ]
    for (const call of calls) expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
    await other.wordList.changeSettings({ body: { is_learning: false } })
    expect((await other.wordList.terms({})).data).toEqual([])
    expect((await other.wordList.suggestions({})).data).toEqual({ suggestions: [], is_learning: false })
    expect((await wordList.terms({})).data).toEqual([term])
    expect((await wordList.suggestions({})).data).toEqual({ suggestions: [suggestion], is_learning: true })
  })

  it('is neither extended nor used without the right, but is kept (A§6)', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { id, wordList } = await server.user()
    await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"] } })
    await server.waitForJobs()
    await setMembershipTier(server, id, 'starter')
    expect(await expectRefusal(wordList.addTerm({ body: { term: 'Bwera' } }))).toMatchObject({ status: -13 })
    const terms = [{ term: 'Bwera', sounds_like: [] }]
    expect(await expectRefusal(wordList.importTerms({ body: { folder_id: null, terms } }))).toMatchObject({ status: -13 })
    expect(await listTermsFor(server.ctx, id, [])).toEqual([])
    expect((await wordList.terms({})).data).toMatchObject([{ term: 'Kasese' }])
    await setMembershipTier(server, id, 'pro')
    expect(await listTermsFor(server.ctx, id, [])).toHaveLength(1)
  })
})

type Editing = Awaited<ReturnType<TestServer['user']>>['editing']

/** Corrects a name in the transcript of a recording, after writing the transcript. Returns the suggestions. */
async function correctName(editing: Editing, fileId: string, [from, to] = ["Casey's", 'Kasese']) {
  const segment = { id: '1', start_time: 0, end_time: 5000, content: `The road to ${from} closes`, speaker: 'Speaker 1' }
  await editing.updateSource({ body: { file_id: fileId, trans_result: [segment] } })
  const operations = [{ kind: 'set_text' as const, segment: '1', content: `The road to ${to} closes` }]
  return (await editing.updateSource({ body: { file_id: fileId, operations } })).data.suggested_terms
}

describe('corrections that the word list does not contain', () => {
  const KASESE = { term: 'Kasese', sounds_like: "Casey's" }

  it('are counted for the folder of the recording, until they are added', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, folders, editing } = await server.user()
    const { data_filetag: folder } = await folders.create({ body: { name: 'Uganda' } })
    const { id } = await server.uploadFile({ seconds: 40, folders: [folder.id] })
    const { id: outside } = await server.uploadFile({ name: 'Other', seconds: 40 })
    expect(await correctName(editing, id)).toEqual([KASESE])
    await correctName(editing, id)
    await correctName(editing, outside)
    const { suggestions } = (await wordList.suggestions({})).data
    expect(suggestions).toMatchObject([
      { ...KASESE, folder_id: folder.id, corrections: 2 },
      { ...KASESE, folder_id: null, corrections: 1 },
    ])
    const inFolder = { term: 'Kasese', sounds_like: ["Casey's"], folder_id: folder.id, is_learnt: true }
    expect((await wordList.addTerm({ body: inFolder })).data).toMatchObject({ corrections: 2 })
    expect((await wordList.suggestions({})).data.suggestions).toEqual([suggestions[1]])
    const everywhere = { term: 'Kasese', sounds_like: ["Casey's"], is_learnt: true }
    const { data } = await wordList.addTerm({ body: everywhere })
    expect(data).toMatchObject({ corrections: 1, corrected_time: Math.floor(server.clock.now().getTime() / 1000) })
    expect((await wordList.suggestions({})).data.suggestions).toEqual([])
    expect(await correctName(editing, outside)).toEqual([])
  })

  it('are not suggested again when they are ignored', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, editing } = await server.user()
    const { id } = await server.uploadFile({ seconds: 40 })
    await correctName(editing, id)
    const [suggestion] = (await wordList.suggestions({})).data.suggestions
    const params = { suggestion_id: suggestion!.id }
    await wordList.changeSuggestion({ params, body: { is_ignored: true } })
    expect(await correctName(editing, id)).toEqual([])
    expect((await wordList.suggestions({})).data.suggestions).toEqual([])
    await wordList.changeSuggestion({ params, body: { is_ignored: false } })
    expect((await wordList.suggestions({})).data.suggestions).toMatchObject([{ ...KASESE, corrections: 2 }])
    const unknown = wordList.changeSuggestion({ params: { suggestion_id: newId(new Date()) }, body: { is_ignored: true } })
    expect(await expectRefusal(unknown)).toMatchObject({ httpStatus: 404 })
  })

  it('are deleted, and not stored, when suggestions are off', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { wordList, editing } = await server.user()
    const { id } = await server.uploadFile({ seconds: 40 })
    await correctName(editing, id)
    await wordList.changeSettings({ body: { is_learning: false } })
    expect(await correctName(editing, id, ['Beware', 'Bwera'])).toEqual([])
    expect((await wordList.suggestions({})).data).toEqual({ suggestions: [], is_learning: false })
    await wordList.changeSettings({ body: { is_learning: true } })
    expect(await correctName(editing, id)).toEqual([KASESE])
    expect((await wordList.suggestions({})).data.suggestions).toMatchObject([{ ...KASESE, corrections: 1 }])
  })

  it('are the latest 500', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { id: userId } = await server.user()
    for (const first of [0, MAX_SUGGESTIONS]) {
      const names = Array.from({ length: first === 0 ? MAX_SUGGESTIONS : 2 }, (_, n) => `Name ${first + n}`)
      const corrections = names.map((term) => ({ term, sounds_like: 'noun' }))
      await recordCorrections(server.ctx, userId, [], corrections)
      server.clock.advance(1000)
    }
    const { suggestions } = await readSuggestions(server.ctx, userId)
    expect(suggestions).toHaveLength(MAX_SUGGESTIONS)
    expect(suggestions.map(({ term }) => term)).toContain('Name 501')
  })
})
