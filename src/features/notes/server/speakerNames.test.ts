import { describe, expect, it } from 'vitest'
import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { withCurrentNames } from './speakerNames.ts'
import type { StoredResult } from './store.ts'
import { summaryLabelsFor } from './summary/summaryLabels.ts'
import { toMarkdown } from './summary/toSummaryResult.ts'

const point = (id: string, text: string, more: Partial<SummaryPoint> = {}): SummaryPoint => ({
  id,
  text,
  segments: ['1'],
  start_time: 1000,
  speaker: 'Speaker 1',
  supported: true,
  owner: null,
  due: null,
  done: false,
  ...more,
})

function createResult(kind: 'llm' | 'extractive', points: SummaryPoint[], language = 'en'): StoredResult {
  const form: SummaryForm = {
    engine: { kind, id: 'small' },
    language,
    coverage: { start_time: 0, end_time: 1000, share: 1 },
    keyphrases: [],
    template: null,
    mentions: [],
    silence_ms: 0,
    sections: [{ kind: 'actions', heading: 'To do', points }],
    chapters: [{ start_time: 0, end_time: 1000, title: 'Speaker 2 pays' }],
    talk_time: [{ speaker: 'Speaker 1', ms: 1, share: 1 }],
  }
  const headline = 'Speaker 2 pays'
  const markdown = toMarkdown({ headline, form, notRead: [] }, summaryLabelsFor(language))
  const header = { headline, category: '', summary_id: 's', original_category: '' }
  return { markdown, header, form, content: { markdown }, speakers: names('Speaker 1', 'Speaker 2', 'Speaker 3') }
}

const names = (...shown: string[]) => ({
  separation: 1,
  names: Object.fromEntries(shown.map((name, index) => [`Speaker ${index + 1}`, name])),
})
const rename = (result: StoredResult, ...steps: string[][]) =>
  steps.reduce((text, shown) => withCurrentNames(text, names(...shown)), result)
const tasksOf = ({ markdown }: StoredResult) => markdown.split('\n').filter((line) => line.startsWith('- [ ]'))

const written = createResult('llm', [point('p1', 'speaker 1 calls Speaker 2', { owner: 'Speaker 1' })])

describe('the names in a text', () => {
  it('are the current ones, wherever they occur', () => {
    const { markdown, form, header } = rename(written, ['Lena', 'Tom', 'Speaker 3'])
    expect(markdown).toContain('- [ ] Lena calls Tom (Lena) [0:01](#t=1000)')
    expect(markdown).not.toMatch(/speaker [12]/i)
    expect(header.headline).toBe('Tom pays')
    expect(form?.chapters[0]?.title).toBe('Tom pays')
    expect(form?.talk_time[0]?.speaker).toBe('Lena')
    expect(form?.sections[0]?.points[0]).toMatchObject({ text: 'Lena calls Tom', speaker: 'Lena', owner: 'Lena' })
  })

  it.each([
    [
      'renamed twice',
      [
        ['Lena', 'Tom', 'x'],
        ['Magda', 'Tom', 'x'],
      ],
      '- [ ] Magda calls Tom (Magda) [0:01](#t=1000)',
    ],
    [
      'exchanged',
      [
        ['Lena', 'Tom', 'x'],
        ['Tom', 'Lena', 'x'],
      ],
      '- [ ] Tom calls Lena (Tom) [0:01](#t=1000)',
    ],
    ['merged', [['Lena', 'Lena', 'x']], '- [ ] Lena calls Lena (Lena) [0:01](#t=1000)'],
    [
      'merged and separated again',
      [
        ['Lena', 'Lena', 'x'],
        ['Lena', 'Tom', 'x'],
      ],
      '- [ ] Lena calls Tom (Lena) [0:01](#t=1000)',
    ],
  ])('follow speakers who are %s', (_, steps, expected) => {
    expect(tasksOf(rename(written, ...steps))).toEqual([expected])
  })

  it('are the previous ones after undoing', () => {
    const original = ['Speaker 1', 'Speaker 2', 'Speaker 3']
    expect(rename(written, ['Lena', 'Lena', 'Lena'], original)).toEqual(written)
  })

  it('are kept where the user typed them before a speaker had them', () => {
    const markdown = 'Speaker 1 calls Lena.'
    const edited: StoredResult = { ...written, form: null, basis: written.form!, markdown, content: { markdown } }
    const renamed = rename(edited, ['Lena', 'Tom', 'x'])
    expect(renamed.markdown).toBe('Lena calls Lena.')
    expect(rename(renamed, ['Magda', 'Tom', 'x']).markdown).toBe('Magda calls Lena.')
  })

  it('are kept as spoken in quotes, but not after them', () => {
    const quoted = createResult('extractive', [
      point('p1', 'Tom, please (now) call', { owner: 'Tom', due: 'Friday' }),
      point('p2', 'I do it', { owner: 'Speaker 3' }),
    ])
    const before = { ...quoted, speakers: names('Speaker 1', 'Tom', 'Speaker 3') }
    expect(tasksOf(rename(before, ['Lena', 'Thomas', 'Ada']))).toEqual([
      '- [ ] Tom, please (now) call (Thomas, Friday) [0:01](#t=1000)',
      '- [ ] I do it (Ada) [0:01](#t=1000)',
    ])
  })

  it('are also replaced in the language of the text', () => {
    const german = createResult('llm', [point('p1', 'Sprecher 2 zahlt')], 'de')
    expect(tasksOf(rename(german, ['Lena', 'Tom', 'x']))[0]).toContain('Tom zahlt')
  })

  it('are kept when the speakers were separated again', () => {
    expect(withCurrentNames(written, { ...names('Lena', 'Tom', 'x'), separation: 2 })).toBe(written)
  })
})
