import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Note, SUMMARY_CATEGORIES, SummaryResult } from '../../contract.ts'
import { parseSummaryResult } from '../../rules.ts'
import { createPoint } from './summary.ts'
import type { Segment, Summary } from './summary.ts'
import { summaryLabelsFor } from './summaryLabels.ts'
import { toSummaryResult } from './toSummaryResult.ts'
import { toWireNote } from '../toNote.ts'

const segment: Segment = { id: 's7', start: 374_000, end: 380_000, speaker: 'Anna', text: 'We ordered forty panels.' }
const summary: Summary = {
  engine: { kind: 'llm', id: 'small_model' },
  language: 'en',
  headline: 'Forty panels',
  title: '',
  category: 'meeting',
  keyphrases: [],
  coverage: { start: 0, end: 2_647_000, share: 1 },
  notRead: [],
  template: null,
  sections: [
    { kind: 'overview', heading: 'Overview', points: [createPoint('The order is placed.', [segment])] },
    {
      kind: 'points',
      heading: 'Key points',
      points: [createPoint('Forty panels are ordered.', [segment]), createPoint('The price will fall.', [])],
    },
    {
      kind: 'actions',
      heading: 'Action items',
      points: [{ ...createPoint('Anna sends the survey.', [segment]), owner: 'Anna', due: 'by Friday' }],
    },
  ],
  chapters: [],
  mentions: [],
  talkTime: [],
  silence: 0,
}

const toMarkdown = (of: Summary, language: string) =>
  toSummaryResult(of, { summaryId: 's', labels: summaryLabelsFor(language) }).markdown

describe('the summary as a document', () => {
  it('has a title, its coverage, its author and a time on every line', () => {
    expect(toMarkdown(summary, 'en_US')).toBe(
      [
        '# Forty panels',
        '*Covers 0:00 to 44:07 (100%). Written by small\\_model.*',
        'The order is placed. [6:14](#t=374000)',
        '## Key points',
        '- Forty panels are ordered. [6:14](#t=374000)\n- The price will fall. *(not found in the recording)*',
        '## Action items',
        '- [ ] Anna sends the survey. (Anna, by Friday) [6:14](#t=374000)\n',
      ].join('\n\n'),
    )
  })

  it('names its author and the recurring terms in the language of the summary', () => {
    const extractive: Summary = {
      ...summary,
      engine: { kind: 'extractive', id: 'extractive' },
      keyphrases: ['roof survey', 'panel'],
    }
    const text = toMarkdown(extractive, 'de')
    expect(text).toContain('Aus dem Transkript zitiert, ohne Sprachmodell')
    expect(text).toContain('roof survey, panel')
  })

  it('shows the coverage when something was not read', () => {
    const partial = { ...summary, coverage: { start: 0, end: 1_200_000, share: 0.455 } }
    expect(toMarkdown(partial, 'fr_FR')).toContain('Couvre de 0:00 à 20:00 (45 %).')
  })

  it('names the passages that could not be read', () => {
    const markdown = toMarkdown({ ...summary, notRead: [{ start: 60_000, end: 125_000 }] }, 'de')
    expect(markdown).toContain('1:00 bis 2:05 konnte nicht gelesen werden.')
  })

  it('has the headings of its template, also over an empty section, and its chapters', () => {
    const markdown = toMarkdown(
      {
        ...summary,
        template: { id: 't', type: 'custom', name: 'Mine' },
        keyphrases: ['roof'],
        sections: [
          { kind: 'overview', heading: 'In *short*', points: [createPoint('All is well.', [segment])] },
          { kind: 'text', heading: 'Risks', points: [] },
        ],
        chapters: [{ start_time: 0, end_time: 9000, title: 'The [roof]' }],
      },
      'en',
    )
    expect(markdown.split('\n\n').slice(2)).toEqual([
      String.raw`## In \*short\*`,
      'All is well. [6:14](#t=374000)',
      '## Risks',
      'Nothing found.',
      '## Chapters',
      '- The \\[roof\\] [0:00](#t=0)\n',
    ])
  })

  it('shows an unsupported line with its time and a mark', () => {
    const doubtful = { ...createPoint('It is cheap.', [segment]), supported: false }
    const markdown = toMarkdown({ ...summary, sections: [{ kind: 'points', heading: 'Points', points: [doubtful] }] }, 'en')
    expect(markdown).toContain('- It is cheap. [6:14](#t=374000) *(not found in the recording)*')
  })

  it('reports that there was too little speech instead of being empty', () => {
    const empty = { ...summary, headline: '', sections: [] }
    expect(toMarkdown(empty, 'ja_JP')).toContain('発言が少なすぎるため')
  })

  it('shows a hostile title, line, speaker or model name as plain text', () => {
    const hostileText = '<img src=x onerror=alert(1)> [a](javascript:b) # ![p](http://e.example/p)'
    const line = createPoint(hostileText, [{ ...segment, speaker: hostileText }])
    const text = toMarkdown(
      {
        ...summary,
        headline: hostileText,
        sections: (['overview', 'points', 'actions'] as const).map((kind) => ({ kind, heading: hostileText, points: [line] })),
        engine: { kind: 'llm', id: hostileText },
      },
      'en',
    )
    expect(text).not.toMatch(/<img|javascript:|!\[|http:/)
    expect([...text.matchAll(/\]\(([^)]*)\)/g)].every(([, href]) => href === '#t=374000')).toBe(true)
  })
})

describe('the summary in responses (B§3)', () => {
  const result = toSummaryResult(summary, { summaryId: 'sum1', labels: summaryLabelsFor('de_DE') })

  it('contains the Markdown twice, the translated header and the lines with their times', () => {
    expect(SummaryResult.parse(JSON.parse(JSON.stringify(result)))).toEqual(result)
    expect(result.content.markdown).toBe(result.markdown)
    expect(result.header).toEqual({
      headline: 'Forty panels',
      category: 'Besprechung',
      summary_id: 'sum1',
      original_category: 'meeting',
    })
    const noTask = { owner: null, due: null, done: false }
    expect(result.form?.sections.map(({ kind }) => kind)).toEqual(['overview', 'points', 'actions'])
    expect(result.form?.sections[1]?.points).toEqual([
      {
        id: 'p2',
        text: 'Forty panels are ordered.',
        segments: ['s7'],
        start_time: 374_000,
        speaker: 'Anna',
        supported: true,
        ...noTask,
      },
      { id: 'p3', text: 'The price will fall.', segments: [], start_time: null, speaker: null, supported: false, ...noTask },
    ])
    expect(parseSummaryResult(JSON.stringify(result))).toEqual(result)
  })

  it('becomes a note with both sets of field names and plain Markdown as its content', () => {
    const note = toWireNote({
      note_id: 'n1',
      note_type: 'auto_sum_note',
      note_title: 'Monday',
      note_tab_name: 'Summary',
      note_content: result.markdown,
      summary_id: result.header.summary_id,
      extra: { summary_id: result.header.summary_id, header: result.header, form: result.form, cited: null },
    })
    expect(Note.parse(note)).toEqual(note)
    expect(note).toMatchObject({
      note_content: result.markdown,
      data_content: result.markdown,
      data_id: 'n1',
      summary_id: 'sum1',
      data_error_code: '',
    })
  })
})

describe('the labels of the document', () => {
  const locales = readdirSync(new URL('../../messages/', import.meta.url)).map((name) => name.replace('.json', ''))

  it('exist in each of the ten interface languages', () => {
    expect(locales).toHaveLength(10)
    expect(new Set(locales.map((locale) => summaryLabelsFor(locale).nothing)).size).toBe(10)
    for (const words of locales.map(summaryLabelsFor)) {
      expect(Object.keys(words.categories)).toEqual([...SUMMARY_CATEGORIES])
      expect(words.covers).toMatch(/\{from\}[\s\S]*\{to\}[\s\S]*\{percent\}/)
      expect(words.byModel).toContain('{model}')
    }
  })

  it('are found for every notation of a language, and fall back to English', () => {
    const actionsLabel = (tag: string) => summaryLabelsFor(tag).actions
    expect([
      actionsLabel('de'),
      actionsLabel('pt-BR'),
      actionsLabel('zh'),
      actionsLabel('zh-Hant-HK'),
      actionsLabel('zh_TW'),
      actionsLabel('nl'),
      actionsLabel(''),
    ]).toEqual(['Aufgaben', 'Tarefas', '待办事项', '待辦事項', '待辦事項', 'Action items', 'Action items'])
  })
})
