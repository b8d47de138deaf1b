import { describe, expect, it } from 'vitest'
import { pointsOf } from '../summary.ts'
import type { Segment } from '../summary.ts'
import { summarizeExtractively } from './summarizeExtractively.ts'

/** Returns segments from lines of the form `Name: words`, nine seconds apart. */
const transcript = (lines: readonly string[]): Segment[] =>
  lines.map((line, i) => {
    const [, speaker = '', text = line] = /^(\p{L}+): (.*)$/u.exec(line) ?? []
    return { id: `s${i + 1}`, start: i * 9000, end: i * 9000 + 8500, speaker, text }
  })

const english = transcript([
  'Anna: So, um, welcome everybody to the weekly meeting about the solar panel project.',
  'Ben: The solar panel supplier raised the price of every inverter by twelve percent last month.',
  'Anna: Yeah.',
  'Ben: That means the solar panel budget is short by about nine thousand euros this year.',
  'Cleo: We could buy fewer inverters if the roof of the library stays empty until spring.',
  'Anna: Right, okay.',
  'Cleo: The roof survey showed that the library roof cannot carry more than forty panels anyway.',
  'Ben: So the inverter order could shrink, and the budget would fit the library roof again.',
  'Anna: Is everybody happy with that?',
  'Cleo: The city council wants to see the roof survey before they approve the budget.',
  'Ben: I will send the roof survey to the council by Friday.',
  'Anna: Great, and please prepare the new inverter order for the supplier until tomorrow.',
  'Ben: If I had known, I would have called the supplier earlier.',
  'Anna: Thanks, bye bye.',
])

describe('a summary without a language model', () => {
  const summary = summarizeExtractively(english, { language: 'en', duration: 130_000 })

  it('cites existing segments that contain the words of every line', () => {
    const byId = new Map(english.map((segment) => [segment.id, segment]))
    const lines = summary.sections.flatMap(({ points }) => points)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      const cited = line.segments.map((id) => byId.get(id))
      expect(cited.length).toBeGreaterThan(0)
      expect(cited).not.toContain(undefined)
      expect(line).toMatchObject({ supported: true, start: cited[0]?.start, speaker: cited[0]?.speaker })
      const spoken = cited.map((segment) => segment?.text.toLowerCase()).join(' ')
      for (const word of line.text.toLowerCase().match(/\p{L}+/gu) ?? []) expect(spoken).toContain(word)
    }
  })

  it('names recurring topics and leaves out greetings and fillers', () => {
    expect(summary.headline).toMatch(/roof|panel|inverter|budget/i)
    expect(summary.keyphrases.join(' ')).toMatch(/solar panel/)
    expect(
      pointsOf(summary, 'points')
        .map((point) => point.text)
        .join(' '),
    ).not.toMatch(/\bum\b|bye/i)
  })

  it('suggests promises and requests as tasks, but no "would have"', () => {
    const tasks = pointsOf(summary, 'actions').map((action) => action.text)
    expect(tasks).toContain('I will send the roof survey to the council by Friday.')
    expect(tasks.join(' ')).toMatch(/prepare the new inverter order/)
    expect(tasks.join(' ')).not.toMatch(/would have called/)
  })

  it('reports that it covers the whole recording', () => {
    expect(summary.coverage).toEqual({ start: 0, end: 130_000, share: 1 })
    expect(summarizeExtractively(english, { language: 'en' }).coverage.end).toBe(english.at(-1)?.end)
  })

  it('counts speech that was not understood as not covered', () => {
    const spoken = english.reduce((sum, { start, end }) => sum + end - start, 0)
    const { coverage } = summarizeExtractively(english, { language: 'en', duration: 130_000, notUnderstood: spoken / 4 })
    expect(coverage).toEqual({ start: 0, end: 130_000, share: 0.8 })
  })

  it('does not join sentences across speech that was not understood', () => {
    const lines = transcript([
      'Anna: The library roof cannot carry the solar panels of',
      'Anna: the supplier from the city council.',
    ])
    const citedSegments = (afterGap: boolean) =>
      pointsOf(summarizeExtractively([lines[0]!, { ...lines[1]!, afterGap }], { language: 'en', points: 3 }), 'points').map(
        ({ segments }) => segments,
      )
    expect(citedSegments(false)).toContainEqual(['s1', 's2'])
    expect(citedSegments(true)).not.toContainEqual(['s1', 's2'])
  })

  it('is deterministic', () => {
    expect(summarizeExtractively(english, { language: 'en', duration: 130_000 })).toEqual(summary)
  })

  it('keeps the lines in the order of the recording', () => {
    const starts = pointsOf(summary, 'points').map((point) => point.start ?? -1)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })

  it('cites the time of each sentence when the words have times, so that sentences of one segment differ', () => {
    const text = 'It was the best of times. It was the worst of times. It was, um, the age of wisdom.'
    const words = text.split(' ').map((word, n) => ({ start: 1000 + n * 400, text: word }))
    const points = pointsOf(
      summarizeExtractively([{ id: 's1', start: 1000, end: 9000, speaker: '', text, words }], { language: 'en', points: 3 }),
      'points',
    )
    expect(Object.fromEntries(points.map((point) => [point.text, point.start]))).toEqual({
      'It was the best of times.': 1000,
      'It was the worst of times.': 1000 + 6 * 400,
      'It was, the age of wisdom.': 1000 + 12 * 400,
    })
  })

  it('joins a sentence that continues in the next segment, and cites both', () => {
    const lines = [
      'Ann: The treasurer reported that the harvest festival',
      'Ann: made a profit of four thousand pounds for the village school.',
    ]
    const points = pointsOf(summarizeExtractively(transcript(lines), { language: 'en', points: 3 }), 'points')
    expect(points.map((point) => point.segments)).toEqual([['s1', 's2']])
    expect(points[0]?.text).toBe(
      'The treasurer reported that the harvest festival made a profit of four thousand pounds for the village school.',
    )
  })

  it('is empty for a recording without speech', () => {
    const empty = summarizeExtractively([], { language: 'en', duration: 5000 })
    expect(empty).toMatchObject({
      headline: '',
      category: 'other',
      sections: [],
      coverage: { start: 0, end: 5000, share: 1 },
    })
    expect(summarizeExtractively(transcript(['Um.', '[laughter]']), { language: 'en' }).sections).toEqual([])
  })

  it('contains no markup, even when the transcript does', () => {
    const hostile = transcript(
      english.map(
        (s) => `${s.speaker}: ${s.text} <script>alert(1)</script> [gift](javascript:alert(2)) ![x](http://evil.example/p.png)`,
      ),
    )
    const json = JSON.stringify(summarizeExtractively(hostile, { language: 'en' }))
    expect(json).not.toMatch(/script>|javascript:|http:|!\[/)
  })
})

const otherLanguages: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'de',
    [
      'Anna: Ähm, willkommen zur Besprechung über die neue Bibliothek am Bahnhof.',
      'Jens: Die Bibliothek am Bahnhof braucht dringend ein größeres Lager für Bücher und Zeitschriften.',
      'Anna: Das Budget für die Bibliothek reicht in diesem Jahr leider nur für neue Regale im Lesesaal.',
      'Jens: Der Lesesaal der Bibliothek wird von vielen Schülern aus der Stadt am Nachmittag genutzt.',
      'Anna: Ich schicke den Entwurf für das Budget der Bibliothek bis Freitag an den Stadtrat.',
      'Jens: Genau.',
    ],
    /Bibliothek/,
  ],
  [
    'fr',
    [
      "Léa: Bonjour, nous parlons aujourd'hui de la rénovation de l'école du quartier.",
      "Paul: La rénovation de l'école coûte plus cher que prévu à cause du toit et des fenêtres.",
      "Léa: Le toit de l'école a été inspecté la semaine dernière par un ingénieur de la ville.",
      "Paul: L'ingénieur recommande de remplacer les fenêtres avant le toit pour économiser de l'énergie.",
      "Léa: Je vais envoyer le rapport de l'ingénieur au maire avant vendredi.",
      "Paul: Très bien, la rénovation des fenêtres commence donc au printemps prochain dans l'école.",
    ],
    /école|fenêtres|toit|rénovation|ingénieur/i,
  ],
  [
    'ja',
    [
      '田中: えーと、今日は新しい図書館の予算について話し合います。',
      '佐藤: 図書館の予算は去年より二割も減っていて、本棚の購入が難しい状況です。',
      '田中: 本棚の購入を来年に延期すれば、図書館の予算の範囲で閲覧室の改修ができます。',
      '佐藤: 閲覧室の改修は学生からの要望が多く、図書館の利用者も増えると考えられます。',
      '田中: では閲覧室の改修計画を市役所に提出して、予算の承認をお願いしましょう。',
    ],
    /図書館|予算|閲覧室/,
  ],
  [
    'zh',
    [
      '王: 嗯，今天我们讨论图书馆的预算和新书架的采购计划。',
      '李: 图书馆的预算比去年减少了两成，书架的采购计划需要重新安排。',
      '王: 如果把书架的采购推迟到明年，图书馆的预算就可以用来装修阅览室。',
      '李: 学生希望尽快装修阅览室，图书馆的读者人数也会因此增加。',
      '王: 那么请把阅览室的装修方案提交给市政府，等待预算批准。',
    ],
    /图书馆|预算|阅览室|装修|书架|采购/,
  ],
  [
    'ko',
    [
      '민수: 음, 오늘은 새로운 도서관의 예산과 책장 구입 계획을 이야기하겠습니다.',
      '지영: 도서관의 예산이 작년보다 이십 퍼센트 줄어서 책장 구입 계획을 다시 세워야 합니다.',
      '민수: 책장 구입을 내년으로 미루면 도서관 예산으로 열람실 수리를 시작할 수 있습니다.',
      '지영: 학생들이 열람실 수리를 많이 요청했고 도서관 이용자도 늘어날 것으로 보입니다.',
      '민수: 그럼 열람실 수리 계획을 시청에 제출하고 예산 승인을 기다립시다.',
    ],
    /도서관|예산|열람실|책장/,
  ],
  [
    'nl',
    [
      'Jan: Welkom bij de vergadering over de nieuwe bibliotheek bij het station.',
      'Els: De bibliotheek heeft een groter magazijn nodig voor boeken en tijdschriften uit de regio.',
      'Jan: De begroting voor de bibliotheek is dit jaar alleen genoeg voor nieuwe boekenkasten.',
      'Els: De gemeente wil de begroting zien voordat de bibliotheek nieuwe boekenkasten bestelt.',
      'Jan: De gemeente vergadert volgende maand over de begroting van de bibliotheek en het station.',
    ],
    /bibliotheek|begroting|gemeente|boekenkasten/i,
  ],
]

describe('a summary in other languages', () => {
  it.each(otherLanguages)('finds topics and whole sentences in %s', (language, lines, subject) => {
    const segments = transcript(lines)
    const summary = summarizeExtractively(segments, { language, points: 3 })
    expect(summary.headline).toMatch(subject)
    expect(pointsOf(summary, 'points')).toHaveLength(3)
    for (const point of pointsOf(summary, 'points')) {
      expect(point.text).toMatch(subject)
      expect(segments.map((segment) => segment.id)).toEqual(expect.arrayContaining([...point.segments]))
    }
    expect(summary.category).toBe('conversation')
  })

  it('finds tasks in languages with patterns, and none in others', () => {
    const tasksIn = (code: string) =>
      pointsOf(
        summarizeExtractively(transcript(otherLanguages.find(([language]) => language === code)?.[1] ?? []), { language: code }),
        'actions',
      ).map((action) => action.text)
    expect(tasksIn('de').join()).toContain('schicke den Entwurf')
    expect(tasksIn('fr').join()).toContain('envoyer le rapport')
    expect(tasksIn('ja').join()).toContain('市役所に提出')
    expect(tasksIn('zh').join()).toContain('提交给市政府')
    expect(tasksIn('nl')).toEqual([])
  })

  it('accepts an unknown language tag', () => {
    for (const language of ['', 'auto', 'xx', 'zh-Hant-TW', 'pt_BR', '???']) {
      expect(pointsOf(summarizeExtractively(english, { language }), 'points').length).toBeGreaterThan(3)
    }
  })
})

// Quadratic time in the number of segments would exceed the timeout of a test.
it('summarizes twenty hours in 20,000 segments and reaches the end', () => {
  const subjects = [
    'budget',
    'roof',
    'library',
    'inverter',
    'council',
    'survey',
    'supplier',
    'contract',
    'harbour',
    'railway',
    'museum',
    'orchard',
  ]
  const createLine = (i: number) => {
    const pick = (n: number) => subjects[(i * 7 + n * 5 + Math.floor(i / 40)) % subjects.length]
    return `Anna: The ${pick(0)} of the ${pick(1)} number ${i} was compared with the ${pick(2)} and every ${pick(3)} in district${i % 97} this year.`
  }
  const longTranscript = transcript(Array.from({ length: 20_000 }, (_, i) => createLine(i))).map((segment, i) => ({
    ...segment,
    start: i * 3600,
    end: i * 3600 + 3500,
  }))
  const summary = summarizeExtractively(longTranscript, { language: 'en' })
  expect(summary.coverage.share).toBe(1)
  expect(pointsOf(summary, 'points')).toHaveLength(16)
})

it('reads a transcript of one long segment once, and finds the time of each sentence', () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `The library roof number ${n} carries ${n % 97} heavy solar panels today.`)
  const spoken = lines.join(' ').split(' ')
  const words = spoken.map((text, n) => ({ text, start: n * 300, end: n * 300 + 250, confidence: 0.9 }))
  const end = spoken.length * 300
  const segment = { id: 's1', start: 0, end, speaker: 'Anna', text: lines.join(' '), words }
  const summary = summarizeExtractively([segment], { language: 'en', duration: end })
  const points = summary.sections.flatMap((section) => section.points)
  expect(points).not.toEqual([])
  for (const { text, start } of points) expect(start).toBe(spoken.indexOf(String(/number (\d+)/.exec(text)![1])) * 300 - 4 * 300)
})
