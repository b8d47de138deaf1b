import { describe, expect, it } from 'vitest'
import { newId } from '#shared/newId.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { testServer } from '#test/server/testServer.ts'

const words = ({ text, marks }: { text: string; marks: [number, number][] }) => marks.map(([from, to]) => text.slice(from, to))

describe('search', () => {
  it('finds the moment in a transcript, with its second, speaker and segment', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    const id = await add('Interview', [
      ['Dr. Okafor', 'So I can say forty before the rains begin, in two waves of twenty.'],
      ['Lena', 'And the drivers sign in February.'],
    ])
    const { recordings, total_moments, total_recordings, words: looked } = await search('drivers')
    expect({ total_moments, total_recordings, looked }).toEqual({ total_moments: 1, total_recordings: 1, looked: ['drivers'] })
    expect(recordings).toMatchObject([
      {
        file_id: id,
        filename: 'Interview',
        title_marks: [],
        source: 'web',
        moments_total: 1,
        moments: [{ kind: 'transcript', start_ms: 10_000, end_ms: 19_000, speaker: 'Lena', segment_id: '1', note_id: null }],
      },
    ])
    expect(recordings[0]!.moments[0]).toMatchObject({ text: 'And the drivers sign in February.', marks: [[8, 15]] })
  })

  it('finds titles, summaries, notes and comments of highlights', async () => {
    await using server = await testServer()
    const { user, add, search } = await openSearch(server)
    const id = await add('Kampala visit', ['Nothing of interest was said.'])
    const markdown = '# Visit\n\n- Forty **clinics** need drivers. [0:10](#t=10000)\n- [ ] Ask about the bridge'
    await user.files.change({ params: { id }, body: { ai_content: markdown } })
    const highlight = {
      id: newId(new Date()),
      start_time: 3000,
      end_time: 4000,
      text: 'of interest',
      comment: 'Quote this tomorrow',
    }
    await user.notes.addHighlight({ params: { id }, body: highlight })
    await server.waitForJobs()
    expect((await search('kampala')).recordings).toMatchObject([{ title_marks: [[0, 7]], moments: [], moments_total: 0 }])
    expect((await search('clinics')).recordings[0]!.moments).toMatchObject([
      { kind: 'summary', start_ms: 10_000, text: 'Forty clinics need drivers.', marks: [[6, 13]] },
    ])
    expect((await search('bridge')).recordings[0]!.moments).toMatchObject([
      { kind: 'summary', start_ms: null, text: 'Ask about the bridge' },
    ])
    expect((await search('tomorrow')).recordings[0]!.moments).toMatchObject([
      { kind: 'highlight', start_ms: 3000, text: 'Quote this tomorrow', segment_id: null },
    ])
  })

  it('returns the index of the speaker in the transcript, also after a speaker whose words were not understood', async () => {
    await using server = await testServer()
    const { user, add, search } = await openSearch(server)
    const id = await add('Interview', ['Nothing.'])
    const line = (n: number, speaker: string, content: string, more = {}) => ({
      id: String(n),
      start_time: n * 1000,
      end_time: n * 1000 + 900,
      speaker,
      content,
      language: 'en',
      ...more,
    })
    const trans_result = [
      line(0, 'Lena', 'Noise', { not_understood: true }),
      line(1, 'Okafor', 'The river rises.'),
      line(2, 'Lena', 'The river falls.'),
      line(3, '', 'The river stays.'),
    ]
    await user.files.change({ params: { id }, body: { trans_result } })
    await server.waitForJobs()
    const placeOf = async (query: string) => (await search(query)).recordings[0]?.moments[0]?.speaker_index
    expect([await placeOf('"river rises"'), await placeOf('"river falls"'), await placeOf('"river stays"')]).toEqual([1, 0, null])
  })

  it('finds quoted words only when they are adjacent, whatever the quotation marks', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add('Together', ['We go before the rains begin.'])
    await add('Apart', ['Before we go, the rains begin.'])
    for (const query of [
      '"before the rains"',
      '“before the rains”',
      '„before the rains“',
      '«before the rains»',
      '「before the rains」',
    ])
      expect(await titles(query)).toEqual(['Together'])
    expect(await titles('"before the ra')).toEqual(['Together'])
    expect(await titles('before the rains')).toEqual(expect.arrayContaining(['Together', 'Apart']))
  })

  it('excludes recordings that contain a word after a minus', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add('Road', ['The road to Kasese is closed.'])
    await add('Boat', ['The boat to Kasese has left.'])
    expect(await titles('kasese -boat')).toEqual(['Road'])
    expect(await titles('kasese −road')).toEqual(['Boat'])
    expect(await titles('kasese -"boat to"')).toEqual(['Road'])
    expect(await titles('kasese -"to boat"')).toHaveLength(2)
    expect(await titles('-boat')).toEqual([])
  })

  it('treats the last word as a prefix, unless a space follows', async () => {
    await using server = await testServer()
    const { add, titles, search } = await openSearch(server)
    await add('Road', ['The road to Kasese is closed.'])
    expect(await titles('kas')).toEqual(['Road'])
    expect(await titles('kas ')).toEqual([])
    expect((await search('kas road')).left_out).toEqual([{ word: 'kas', suggestion: null }])
    expect(await titles('road kas')).toEqual(['Road'])
  })

  it('ignores accents, case and variants of letters', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add('Łódź', ['Das Café in der Straße, ＡＢＣ Œuvre.'])
    for (const query of ['lodz ', 'ŁÓDŹ ', 'cafe ', 'strasse ', 'abc ', 'oeuvre ']) expect(await titles(query)).toEqual(['Łódź'])
  })

  it('finds Chinese and Japanese words of one and two characters, and longer ones', async () => {
    await using server = await testServer()
    const { add, titles, search } = await openSearch(server)
    await add('中文', ['我们在雨季之前修路。'])
    await add('日本語', ['来週の予算会議でカーテンを決めます。'])
    for (const query of ['雨', '雨季', '季', '雨季之前', '路']) expect(await titles(query)).toEqual(['中文'])
    for (const query of ['予', '予算', '予算会議', 'ｶｰﾃﾝ', '議']) expect(await titles(query)).toEqual(['日本語'])
    expect(await titles('季雨')).toEqual([])
    const [found] = (await search('雨季 路')).recordings
    expect(words(found!.moments[0]!)).toEqual(['雨季', '路'])
  })

  it('finds Korean words with their particles, and single syllables at their beginning', async () => {
    await using server = await testServer()
    const { add, titles, search } = await openSearch(server)
    await add('한국어', ['내일 회의에서 예산을 정하고 비가 오면 쉽니다.'])
    for (const query of ['회의', '회의에서', '예산', '비', '내일']) expect(await titles(query)).toEqual(['한국어'])
    expect(await titles('의회')).toEqual([])
    expect(words((await search('예산')).recordings[0]!.moments[0]!)).toEqual(['예산'])
  })

  it('returns marks in UTF-16 units, also after emoji and characters outside the basic plane', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('🎉 Party 𠮷野', ['😀😀 The 𠮷野家 opens. Party!'])
    const [found] = (await search('𠮷野')).recordings
    expect(found!.title_marks).toEqual([[9, 12]])
    expect(found!.moments[0]).toMatchObject({ marks: [[9, 12]] })
    expect((await search('party')).recordings[0]!.moments[0]!.marks).toEqual([[21, 26]])
  })

  it('returns whole words of a long text around the first match', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    const filler = 'lorem ipsum dolor sit amet '.repeat(20)
    await add('Long', [`${filler}the needle is here ${filler}`])
    const moment = (await search('needle')).recordings[0]!.moments[0]!
    expect(moment).toMatchObject({ is_cut_before: true, is_cut_after: true })
    expect(moment.text.length).toBeLessThanOrEqual(240)
    expect(words(moment)).toEqual(['needle'])
    expect(moment.text).toMatch(/^(lorem|ipsum|dolor|sit|amet) .* (lorem|ipsum|dolor|sit|amet)$/)
    await add('漢字', [`${'山川田'.repeat(120)}雨季${'山川田'.repeat(120)}`])
    const cut = (await search('雨季')).recordings[0]!.moments[0]!
    expect(cut.text.length).toBeLessThanOrEqual(240)
    expect(words(cut)).toEqual(['雨季'])
  })

  it('finds a recording with the words in different passages, after those with all words in one', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    const filler = 'and so on '.repeat(60)
    await add('Apart', [`The bridge. ${filler}`, `${filler} The harvest.`])
    await add('Together', ['The bridge and the harvest.'])
    await add('Only one', ['The bridge.'])
    const { recordings, total_recordings, total_moments } = await search('bridge harvest ')
    expect(recordings.map(({ filename }) => filename)).toEqual(['Together', 'Apart'])
    expect({ total_recordings, total_moments }).toEqual({ total_recordings: 2, total_moments: 3 })
    expect(recordings[1]!.moments.flatMap(words)).toEqual(['bridge', 'harvest'])
  })

  it('puts a recording with the words in its title first', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add('Talk', ['The budget is a budget, and another budget.'])
    await add('Budget', ['Nothing.'])
    expect(await titles('budget')).toEqual(['Budget', 'Talk'])
  })
})

describe('words that occur in no recording', () => {
  it('are left out and returned, with a similar word as spelled in a recording', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('Road', ['We reach Kasese before the rains.'])
    const result = await search('"before the rains" kasesse ')
    expect(result.left_out).toEqual([{ word: 'kasesse', suggestion: 'Kasese' }])
    expect(result.suggestion).toBe('"before the rains" Kasese ')
    expect(result.words).toEqual(['before the rains'])
    expect(result.recordings).toHaveLength(1)
  })

  it('have a suggestion for swapped, missing and other letters, and within quotations', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('Plan', ['The ministry releases the budget for Ägypten.'])
    for (const [query, suggestion] of [
      ['minsitry ', 'ministry '],
      ['budgte ', 'budget '],
      ['agyptn ', 'Ägypten '],
      ['"the budgett"', '"the budget"'],
    ] as const)
      expect((await search(query)).suggestion).toBe(suggestion)
    expect(await search('xylophone ')).toMatchObject({
      suggestion: null,
      left_out: [{ word: 'xylophone', suggestion: null }],
      recordings: [],
    })
  })

  it('are not returned when only a filter hides the recordings that contain them', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('Road', ['The road to Kasese.'])
    expect(await search('kasese', { filters: { sources: ['desktop'] } })).toMatchObject({ recordings: [], left_out: [] })
  })

  it.each([
    ['会仪记录', '这是会议记录。', '会议记录'],
    ['王小明', '今天王晓明来了。', '王晓明'],
    ['会议记绿', '这是会议记录', '会议记录'],
    ['合议記録', '会議の会議記録です。', null],
    ['打ち会わせ', '次の打ち合わせは明日です。', '打ち合わせ'],
    ['メモリーカード', '新しいメモリカードです。', 'メモリカード'],
    ['회이실에서', '회의실에서 만나요.', '회의실에서'],
    ['회이실', '큰 회의실', '회의실'],
    ['咖啡机', '一家咖啡店。', null],
    ['会仪', '开会议。', null],
  ])('are suggested for the Chinese, Japanese or Korean %s in %s', async (query, text, expected) => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('Meeting', [text])
    expect((await search(query)).suggestion).toBe(expected)
  })

  it('are not suggested once their recording is in the trash or deleted', async () => {
    await using server = await testServer()
    const { user, add, search } = await openSearch(server)
    const id = await add('Road', ['The road to Kasese.'])
    await user.files.trash({ body: [id] })
    expect((await search('kasesse ')).suggestion).toBeNull()
    await user.files.untrash({ body: [id] })
    expect((await search('kasesse ')).suggestion).toBe('Kasese ')
    await user.files.remove({ query: {}, body: [id] })
    expect((await search('kasesse ')).suggestion).toBeNull()
  })
})
