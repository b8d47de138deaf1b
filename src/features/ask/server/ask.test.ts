import { describe, expect, it } from 'vitest'
import { INTERVIEW, askServer, citedAt, openAsk, said } from '#test/server/openAsk.ts'

describe('an answer without a language model', () => {
  it('quotes the sentences that answer the question, each with its citation', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    const id = await add('Interview with Okafor', INTERVIEW)
    await add('Budget call', ['The ministry wants receipts for the vehicles.'])
    const { answer, thread } = await ask('Who pays for the drivers?')
    expect(said(answer)).toEqual(['The reserve pays for transport until March.'])
    expect(answer.sentences[0]?.citations).toMatchObject([
      { file_id: id, segment_id: '5', start_ms: 50_000, quote: 'The reserve pays for transport until March.' },
    ])
    expect(answer).toMatchObject({ state: 'done', engine: null, no_model: 'notConfigured', missing: null })
    expect(thread).toMatchObject({ title: 'Who pays for the drivers?', file_id: null })
  })

  it('reads a single recording in full and reports that (A§1)', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    const id = await add('Interview', INTERVIEW, { seconds: 90 })
    const { answer, thread } = await ask('How many nurses did they lose?', { file_id: id })
    expect(answer.sources).toEqual({ passages: 6, recordings: 1, whole_ms: 90_000 })
    expect(said(answer)[0]).toBe('We thought we would lose a third of them, and we lost eleven.')
    expect(thread.file_id).toBe(id)
  })

  it('reports how many passages of how many recordings were read', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    await add('One', ['The bridge opens in May.'])
    await add('Two', ['The bridge costs four million.'])
    await add('Three', ['Nobody brought the cake.'])
    const { answer } = await ask('What about the bridge?')
    expect(answer.sources).toEqual({ passages: 2, recordings: 2, whole_ms: null })
    expect(said(answer).toSorted()).toEqual(['The bridge costs four million.', 'The bridge opens in May.'])
  })

  it('reports what is not in the recordings, with related quotes', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    await add('One', INTERVIEW)
    await add('Two', ['Nobody brought the cake.'])
    const { answer } = await ask('Which helicopter company flies vaccines?')
    expect(answer).toMatchObject({ sentences: [], missing: 'helicopter, company, flies, vaccines' })
    const related = (await ask('When do the helicopters and pilots replace the drivers?')).answer
    expect(related.missing).toBe('helicopters, pilots, replace')
    expect(related.sentences.every(({ is_related }) => is_related)).toBe(true)
  })

  it('understands a follow-up question', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    await add('One', ['The bridge opens in May.', 'The bridge costs four million.', 'The school opens in June.'])
    await add('Two', ['Nobody brought the cake.'])
    const { thread } = await ask('When does the bridge open?')
    const { answer } = await ask('And how much does it cost?', { thread_id: thread.thread_id })
    expect(said(answer)[0]).toBe('The bridge costs four million.')
  })

  it.each([
    [
      'de',
      'Wann öffnet die Bibliothek?',
      ['Die Bibliothek öffnet am Dienstag um neun Uhr.', 'Danach gibt es Kaffee und Kuchen.'],
    ],
    ['ja', '図書館の予算はいくらですか', ['図書館の予算は三百万円です。', '明日は雨が降ります。']],
    ['zh', '阅览室什么时候开放？', ['阅览室下个月开放。', '明天会下雨。']],
    ['ko', '도서관은 언제 문을 엽니까?', ['도서관은 화요일에 문을 엽니다.', '내일은 비가 옵니다.']],
  ])('works in %s', async (language, question, lines) => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    await add('One', lines, { language })
    await add('Two', ['Nobody brought the cake.'])
    expect(said((await ask(question)).answer)[0]).toBe(lines[0])
  })

  it('about a whole recording is its overview', async () => {
    await using server = await askServer()
    const { add, ask } = await openAsk(server)
    const id = await add('One', [
      'We decided to open the bridge in May.',
      'Anna will send the plan to the ministry by Friday.',
      'It costs four million euros.',
    ])
    expect(said((await ask('What was decided?', { file_id: id })).answer)).toEqual(['We decided to open the bridge in May.'])
    expect(said((await ask('To-dos?', { file_id: id, topic: 'actions' })).answer)).toEqual([
      'Anna will send the plan to the ministry by Friday.',
    ])
    expect(citedAt((await ask('What is this about?', { file_id: id })).answer).length).toBeGreaterThan(0)
  })
})

describe('the scope of a question', () => {
  it('can be recordings, folders, dates and speakers', async () => {
    await using server = await askServer()
    const { user, add, ask } = await openAsk(server)
    const { data_filetag } = await user.folders.create({ body: { name: 'Bridge', icon: 'e627', color: '#4c8eff' } })
    const one = await add('One', [['Anna', 'The bridge opens in May.']], { folders: [data_filetag.id] })
    const two = await add('Two', [['Ben', 'The bridge costs four million.']])
    const inScope = async (scope: object) => said((await ask('What about the bridge?', { scope })).answer)
    expect(await inScope({ file_ids: [two] })).toEqual(['The bridge costs four million.'])
    expect(await inScope({ folder_ids: [data_filetag.id] })).toEqual(['The bridge opens in May.'])
    expect(await inScope({ folder_ids: [''] })).toEqual(['The bridge costs four million.'])
    expect(await inScope({ speakers: ['Ben'] })).toEqual(['The bridge costs four million.'])
    const [file] = (await user.files.list({ query: {}, body: [one] })).data_file_list
    const day = file!.start_time * 1000
    expect((await inScope({ date_from: day, date_to: day })).length).toBeGreaterThan(0)
    await expect(inScope({ date_from: day + 86_400_000 })).rejects.toMatchObject({ refusal: 'nothingToRead' })
  })

  it('leaves out recordings in the trash', async () => {
    await using server = await askServer()
    const { user, add, ask } = await openAsk(server)
    await add('One', ['The bridge opens in May.'])
    const two = await add('Two', ['The bridge costs four million.'])
    await user.files.trash({ body: [two] })
    expect(said((await ask('What about the bridge?')).answer)).toEqual(['The bridge opens in May.'])
    await expect(ask('What about the bridge?', { file_id: two })).rejects.toMatchObject({ refusal: 'nothingToRead' })
  })
})
