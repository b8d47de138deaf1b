import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { parseTemplate } from '../template.ts'
import { pointsOf } from '../summary.ts'
import type { Segment } from '../summary.ts'
import { findDue } from './findDue.ts'
import { summarizeExtractively } from './summarizeExtractively.ts'

/** Returns segments from lines of the form `Name: words`, with durations in proportion to their words. */
function transcript(lines: readonly string[]): Segment[] {
  let time = 0
  return lines.map((line, i) => {
    const [, speaker = '', text = line] = /^([^:：]{1,20}): (.*)$/u.exec(line) ?? []
    const start = time
    time += text.split(' ').length * 400 + 500
    return { id: `s${i + 1}`, start, end: time - 500, speaker, text }
  })
}

const summarize = (lines: readonly string[], language = 'en') => summarizeExtractively(transcript(lines), { language })
const textsOf = (lines: readonly string[], kind: 'points' | 'questions' | 'actions', language = 'en') =>
  pointsOf(summarize(lines, language), kind).map(({ text }) => text)

const meeting = [
  'Anna: The solar panel supplier raised the price of every inverter by twelve percent last month.',
  'Ben: That means the solar panel budget is short by about nine thousand euros this year.',
  'Cleo: The roof survey showed that the library roof cannot carry more than forty panels anyway.',
  'Ben: So the inverter order could shrink, and the budget would fit the library roof again.',
  'Anna: We agreed to wait for the city council in Lyon.',
  'Cleo: The city council in Lyon wants to see the roof survey before they approve the budget.',
  'Anna: Who sends the roof survey to the council?',
  'Ben: I will send the roof survey to the council by Friday.',
  'Cleo: Great, and Anna, please prepare the new inverter order until tomorrow.',
]

describe('key sentences', () => {
  it('are whole: fragments, continuations and poorly recognised sentences are not quoted', () => {
    const fragments = [
      'Dan: because the museum roof of the harbour district and the railway museum',
      'Eva: The harbour district council of the railway museum was going to...',
      'Dan: Which the council of the harbour district already knew about the museum roof.',
    ]
    const texts = textsOf([...meeting, ...fragments], 'points').join(' ')
    expect(texts).not.toMatch(/harbour/)
    const [first, ...others] = transcript(meeting)
    const unclear = { ...first!, words: first!.text.split(' ').map((text, i) => ({ start: i * 400, text, confidence: 0.3 })) }
    const { sections } = summarizeExtractively([unclear, ...others], { language: 'en' })
    expect(pointsOf({ sections }, 'points').flatMap(({ segments }) => segments)).not.toContain('s1')
  })

  it('do not repeat what was said twice', () => {
    const repeated = [
      ...meeting,
      'Ben: The solar panel supplier raised the price of every inverter by twelve percent last month, yes.',
    ]
    expect(textsOf(repeated, 'points').filter((text) => text.includes('twelve percent'))).toHaveLength(1)
  })

  it('are missing for a text of a few lines', () => {
    expect(summarize(meeting.slice(0, 2)).sections).toEqual([])
  })

  it('come from several speakers if there are several', () => {
    expect(new Set(pointsOf(summarize(meeting), 'points').map(({ speaker }) => speaker)).size).toBeGreaterThan(1)
  })
})

describe('questions', () => {
  it.each([
    ['en', 'Who pays the drivers after March?', 'The drivers are paid, right?|You know?|Can you hear me?|What?'],
    ['de', 'Wer bezahlt die Fahrer nach dem März?', 'Die Fahrer sind bezahlt, oder?|Hört ihr mich?'],
    ['fr', 'Qui paie les chauffeurs après mars?', "Les chauffeurs sont payés, n'est-ce pas?|Ça va?"],
    ['es', '¿Quién paga a los conductores después de marzo?', 'Los conductores cobran, ¿verdad?|¿Me oyes?'],
    ['it', 'Chi paga gli autisti dopo marzo?', 'Gli autisti sono pagati, vero?|Mi senti?'],
    ['pt', 'Quem paga aos motoristas depois de março?', 'Os motoristas estão pagos, não é?|Tudo bem?'],
    ['ja', '三月以降の運転手の給料は誰が払いますか？', '運転手は払われますよね？|聞こえますか？'],
    ['ko', '삼월 이후에는 누가 운전사 급여를 지급합니까?', '운전사는 급여를 받죠?|들리세요?'],
    ['zh', '三月以后谁来支付司机的工资？', '司机的工资付了，对吧？|你们听得到吗？'],
  ])('are found in %s, excluding tags and phrases about the call', (language, question, others) => {
    expect(textsOf([`A: ${question}`, ...others.split('|').map((text) => `B: ${text}`)], 'questions', language)).toEqual([
      question,
    ])
  })

  it('are recognised by their first words when the transcript has no question marks', () => {
    expect(textsOf(['A: what changed in the harbour since the summer', 'B: the harbour got a new crane'], 'questions')).toEqual([
      'What changed in the harbour since the summer',
    ])
  })
})

describe('possible tasks', () => {
  it('have the speaker as owner for "I", the named speaker, or no owner, and the date as spoken', () => {
    const actions = pointsOf(summarize([...meeting, 'Cleo: Somebody has to ask the council for the forms.']), 'actions')
    expect(actions.map(({ owner, due }) => [owner, due])).toEqual([
      ['Ben', 'by Friday'],
      ['Anna', 'until tomorrow'],
      [null, null],
    ])
  })

  it.each([
    ['en', 'Send it before the end of the month.', 'before the end of the month'],
    ['de', 'Ich schicke es bis nächsten Freitag.', 'bis nächsten Freitag'],
    ['fr', "Je l'envoie d'ici vendredi.", "d'ici vendredi"],
    ['es', 'Lo envío antes del viernes.', 'antes del viernes'],
    ['it', 'Lo mando entro lunedì.', 'entro lunedì'],
    ['pt', 'Envio até sexta-feira.', 'até sexta-feira'],
    ['ja', '金曜日までに送ります。', '金曜日までに'],
    ['ko', '다음 주까지 보내겠습니다.', '다음 주까지'],
    ['zh', '我会在周五之前发给你。', '在周五之前'],
    ['en', 'Send it at once.', null],
  ])('keep the date in %s: %s', (language, text, due) => expect(findDue(text, language)).toBe(due))
})

describe('names and numbers', () => {
  it('are counted, with the time of the first mention', () => {
    const { mentions } = summarize(meeting)
    expect(mentions).toContainEqual({ text: 'Lyon', kind: 'name', count: 2, start_time: transcript(meeting)[4]?.start })
    expect(mentions.filter(({ kind }) => kind === 'number').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['nine thousand euros', 'forty panels']),
    )
  })

  it.each([
    ['de', 'Wir zahlen 420.000 Euro, sagt Herr Krüger.', ['Krüger', '420.000 Euro']],
    ['ja', '鈴木さんは三百万円と言いました。', ['鈴木さん', '三百万円']],
    ['zh', '张经理说要三十万元。', ['张经理', '三十万元']],
  ])('are found in %s', (language, text, found) => {
    expect(summarize([text], language).mentions.map((mention) => mention.text)).toEqual(found)
  })
})

describe('talk time', () => {
  it('is the share of each speaker in the speech, and the rest of the recording is silence', () => {
    const segments: Segment[] = [
      { id: '1', start: 0, end: 6000, speaker: 'Ann', text: 'One.' },
      { id: '2', start: 5000, end: 9000, speaker: 'Ben', text: 'Two.' },
    ]
    const { talkTime, silence } = summarizeExtractively(segments, { language: 'en', duration: 20_000, notUnderstood: 1000 })
    expect(talkTime).toEqual([
      { speaker: 'Ann', ms: 6000, share: 0.6 },
      { speaker: 'Ben', ms: 4000, share: 0.4 },
    ])
    expect(silence).toBe(10_000)
  })
})

/** Returns about three minutes of speech on one topic. */
const lecture = (topic: string, place: string) =>
  Array.from(
    { length: 24 },
    (_, i) =>
      `Ann: The ${topic} of the ${place} was measured ${i % 2 ? 'again' : 'twice'}, and every ${topic} of that ${place} was written down in the book.`,
  )

describe('chapters', () => {
  const lines = [...lecture('glacier', 'valley'), ...lecture('violin', 'orchestra'), ...lecture('engine', 'factory')]

  it('are contiguous and begin where the topic changes, with distinct titles', () => {
    const segments = transcript(lines)
    const { chapters, coverage } = summarizeExtractively(segments, { language: 'en' })
    const changes = [24, 48].map((index) => segments[index]!.start)
    for (const change of changes) expect(chapters.some(({ start_time: start }) => Math.abs(start - change) < 15_000)).toBe(true)
    expect(chapters[0]?.start_time).toBe(0)
    expect(chapters.at(-1)?.end_time).toBe(coverage.end)
    chapters.slice(1).forEach(({ start_time: start }, index) => expect(start).toBe(chapters[index]?.end_time))
    const titles = chapters.map(({ title }) => title)
    expect(titles.join(' ').toLowerCase()).toMatch(/glacier.*violin.*engine/)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('are missing in a recording shorter than five minutes', () => {
    const short = lines.slice(0, 20)
    expect(transcript(short).at(-1)?.end).toBeLessThan(minutes(5))
    expect(summarize(short).chapters).toEqual([])
  })
})

describe('a template without a language model', () => {
  const fill = (content: string, lines: readonly string[] = meeting, language = 'en') =>
    summarizeExtractively(transcript(lines), {
      language,
      template: parseTemplate({ id: 't', type: 'custom', name: 'Mine', content }),
    })

  it('fills each section from the transcript, and keeps sections without content', () => {
    const summary = fill(
      'Short.\n# Decisions\n# To-dos\n# Open questions\n# Roof survey\nWhat the survey showed.\n# Allergies\n# Key figures',
    )
    expect(summary.template).toEqual({ id: 't', type: 'custom', name: 'Mine' })
    const texts = Object.fromEntries(summary.sections.map(({ heading, points }) => [heading, points.map(({ text }) => text)]))
    expect(texts['Decisions']).toEqual(['We agreed to wait for the city council in Lyon.'])
    expect(texts['To-dos']?.join()).toContain('by Friday')
    expect(texts['Open questions']).toEqual(['Who sends the roof survey to the council?'])
    expect(texts['Roof survey']?.join()).toContain('cannot carry more than forty panels')
    expect(texts['Allergies']).toEqual([])
    expect(texts['Key figures']?.join()).toContain('nine thousand euros')
  })

  it.each([
    ['de', 'Wir haben beschlossen, die Dächer zuerst zu erneuern.', '# Entscheidungen'],
    ['fr', 'Nous avons décidé de refaire les toits en premier.', '# Décisions'],
    ['es', 'Hemos decidido renovar primero los tejados.', '# Decisiones'],
    ['it', 'Abbiamo deciso di rifare prima i tetti.', '# Decisioni'],
    ['pt', 'Ficou decidido renovar primeiro os telhados.', '# Decisões'],
    ['ja', '屋根を先に修理することにしました。', '# 決定事項'],
    ['ko', '지붕을 먼저 수리하기로 결정했습니다.', '# 결정 사항'],
    ['zh', '我们决定先翻修屋顶。', '# 决定'],
  ])('finds decisions in %s', (language, text, content) => {
    expect(fill(content, [`A: ${text}`], language).sections[0]?.points.map((point) => point.text)).toEqual([text])
  })

  it('does not put the same sentence into two sections of statements', () => {
    const { sections } = fill('# Summary\n# Key points\n# The roof')
    const all = sections.flatMap(({ points }) => points.map(({ text }) => text))
    expect(new Set(all).size).toBe(all.length)
  })
})
