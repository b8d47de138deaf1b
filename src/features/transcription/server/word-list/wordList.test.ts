import { describe, expect, it } from 'vitest'
import { newId } from '#shared/newId.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_TERMS } from '../../contract.ts'
import { insertTerm } from './storeTerms.ts'

describe('the word list', () => {
  it('keeps terms in alphabetical order, with each way of being heard once', async () => {
    await using server = await testServer()
    const { wordList } = await server.user()
    await wordList.addTerm({ body: { term: ' Kasese ', heard: ["Casey's", ' ', "casey's", 'Kasese', 'case easy'] } })
    const { data: bwera } = await wordList.addTerm({ body: { term: 'bwera' } })
    expect((await wordList.terms({})).data).toMatchObject([
      { term: 'bwera', heard: [], folder_id: null, is_enabled: true, corrections: 0 },
      { term: 'Kasese', heard: ["casey's", 'case easy'] },
    ])
    await wordList.changeTerm({ params: { term_id: bwera.id }, body: { is_enabled: false, heard: ['beware a'] } })
    expect((await wordList.terms({})).data[0]).toMatchObject({ is_enabled: false, heard: ['beware a'] })
    await wordList.removeTerm({ params: { term_id: bwera.id } })
    expect((await wordList.terms({})).data).toHaveLength(1)
  })

  it('gives the enabled terms of a recording to the speech engine', async () => {
    const scripted = scriptedSpeech()
    const glossaries: (readonly string[] | undefined)[] = []
    const transcribe: typeof scripted.transcribe = (pcm, options) => {
      glossaries.push(options.glossary)
      return scripted.transcribe(pcm, options)
    }
    await using server = await testServer({ speech: { ...scripted, transcribe } })
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
    await using server = await testServer()
    const { wordList } = await server.user()
    await wordList.addTerm({ body: { term: 'Kasese', heard: ["Casey's"], is_learnt: true } })
    const { data } = await wordList.addTerm({ body: { term: 'Kasese', heard: ['cases'], is_learnt: true } })
    expect(data).toMatchObject({ heard: ["Casey's", 'cases'], corrections: 2 })
  })

  it('refuses a term twice in the same list, and more than 2,000', async () => {
    await using server = await testServer()
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
    const row = { user_id: id, folder_id: null, heard: [], is_enabled: true, corrections: 0, created_at: server.clock.now() }
    await server.ctx.transaction(async (tx) => {
      for (let n = 3; n < MAX_TERMS; n++) await insertTerm(tx, { ...row, term_id: newId(new Date()), term: `term ${n}` })
    })
    expect(await expectRefusal(wordList.addTerm({ body: { term: 'one more' } }))).toMatchObject({ status: -3 })
  })

  it('of another account cannot be read, changed or removed, nor can its folders be used', async () => {
    await using server = await testServer()
    const { wordList, folders } = await server.user()
    const { data_filetag: folder } = await folders.create({ body: { name: 'Uganda' } })
    const { data: term } = await wordList.addTerm({ body: { term: 'Kasese' } })
    const other = await server.user('ben')
    const params = { term_id: term.id }
    const calls = [
      () => other.wordList.changeTerm({ params, body: { is_enabled: false } }),
      () => other.wordList.removeTerm({ params }),
      () => other.wordList.addTerm({ body: { term: 'Bwera', folder_id: folder.id } }),
    ]
    for (const call of calls) expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
    expect((await other.wordList.terms({})).data).toEqual([])
    expect((await wordList.terms({})).data).toEqual([term])
  })
})
