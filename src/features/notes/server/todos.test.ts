import { describe, expect, it } from 'vitest'
import type { SummaryForm, SummaryPoint, SummaryResult } from '../contract.ts'
import { isSameTask, keepTicks, listTodosOf, setTodoDone } from './todos.ts'

const point = (id: string, text: string): SummaryPoint => ({
  id,
  text,
  segments: [],
  start_time: 374_000.4,
  speaker: null,
  supported: true,
  owner: 'Lena',
  due: 'by Friday',
  done: false,
})

function createResult(markdown: string, actions: SummaryPoint[] | null): SummaryResult {
  const form: SummaryForm | null = actions && {
    engine: { kind: 'llm', id: 'small' },
    language: 'en',
    coverage: { start_time: 0, end_time: 1000, share: 1 },
    keyphrases: [],
    template: null,
    chapters: [],
    mentions: [],
    talk_time: [],
    silence_ms: 0,
    sections: [
      { kind: 'points', heading: 'Key points', points: [point('p1', 'Forty clinics.')] },
      { kind: 'actions', heading: 'To do', points: actions },
    ],
  }
  const header = { headline: '', category: '', summary_id: 's', original_category: '' }
  return { markdown, header, form, content: { markdown } }
}

const MARKDOWN = '- Forty clinics.\n- [ ] Send the budget [6:14](#t=374000)\n- [ ] Find a boat\n'
const written = createResult(MARKDOWN, [point('p2', 'Send the budget'), point('p3', 'Find a boat')])
const edited = createResult(MARKDOWN, null)

describe('the tasks of a text', () => {
  it('are the points of its to-do section, with owner, due date and time', () => {
    expect(listTodosOf(written)).toEqual([
      { point_id: 'p2', text: 'Send the budget', owner: 'Lena', due: 'by Friday', start_ms: 374_000, done: false },
      { point_id: 'p3', text: 'Find a boat', owner: 'Lena', due: 'by Friday', start_ms: 374_000, done: false },
    ])
  })

  it('are the lines with a checkbox once the text was edited', () => {
    expect(listTodosOf(edited)).toEqual([
      { point_id: 't1', text: 'Send the budget', owner: null, due: null, start_ms: 374_000, done: false },
      { point_id: 't2', text: 'Find a boat', owner: null, due: null, start_ms: null, done: false },
    ])
  })

  it('are those that the page shows, without the marks of Markdown', () => {
    const markdown = 'Example:\n\n```\n- [ ] code\n```\n\n1. [ ] Ask **Ann** \\[soon\\]\n2. [x] Find `a` boat\n\n> - [ ] Wait\n'
    const result = createResult(markdown, null)
    expect(listTodosOf(result).map(({ point_id, text, done }) => [point_id, text, done])).toEqual([
      ['t1', 'Ask Ann [soon]', false],
      ['t2', 'Find a boat', true],
      ['t3', 'Wait', false],
    ])
    expect(setTodoDone(result, 't3', true)?.markdown).toBe(markdown.replace('> - [ ]', '> - [x]'))
  })

  it('keep who and when in an edited text where they were not changed', () => {
    const markdown = '- [x] Send the budget (Lena, by Friday) [6:14](#t=374000)\n- [ ] Find two boats (Lena, by Friday)\n'
    const basis = createResult('', [point('p2', 'Send the budget'), point('p3', 'Find a boat')]).form!
    expect(listTodosOf({ ...createResult(markdown, null), basis })).toEqual([
      { point_id: 't1', text: 'Send the budget', owner: 'Lena', due: 'by Friday', start_ms: 374_000, done: true },
      { point_id: 't2', text: 'Find two boats (Lena, by Friday)', owner: null, due: null, start_ms: null, done: false },
    ])
  })

  it('are ticked in the points and in the Markdown', () => {
    const ticked = setTodoDone(written, 'p3', true)!
    expect(ticked.markdown).toBe(MARKDOWN.replace('- [ ] Find', '- [x] Find'))
    expect(ticked.content.markdown).toBe(ticked.markdown)
    expect(listTodosOf(ticked).map(({ done }) => done)).toEqual([false, true])
    expect(setTodoDone(ticked, 'p3', false)).toEqual(written)
    expect(listTodosOf(setTodoDone(edited, 't1', true)!).map(({ done }) => done)).toEqual([true, false])
  })

  it('are not ticked by the id of another point', () => {
    expect(setTodoDone(written, 'p1', true)).toBeUndefined()
    expect(setTodoDone(edited, 'p2', true)).toBeUndefined()
  })

  it('stay ticked in a new text when their wording is similar', () => {
    const before = setTodoDone(written, 'p2', true)!
    const next = createResult('- [ ] Find a boat for the six clinics\n- [ ] Send the budget to them\n', [
      point('p1', 'Find a boat for the six clinics'),
      point('p2', 'Send the budget to them'),
    ])
    expect(listTodosOf(keepTicks(next, before)).map(({ done }) => done)).toEqual([false, true])
    expect(keepTicks(next, before).markdown).toContain('- [x] Send the budget to them')
    expect(keepTicks(next, written)).toEqual(next)
  })
})

it.each([
  ['Send the budget to Anna', 'Send the budget to Anna.', {}, {}, true],
  ['Send the budget to Anna', 'Send Anna the budget', { owner: 'Lena' }, {}, true],
  ['Send the budget', 'Send the budget', { owner: 'Lena' }, { owner: 'Tom' }, false],
  ['Send the budget', 'Send the budget', { due: 'Friday' }, { due: 'Monday' }, false],
  ['Send the budget', 'Find a boat', {}, {}, false],
])('"%s" and "%s" with %j and %j are one task: %s', (a, b, more, other, expected) => {
  const nobody = { owner: null, due: null }
  expect(isSameTask({ ...nobody, text: a, ...more }, { ...nobody, text: b, ...other })).toBe(expected)
})
