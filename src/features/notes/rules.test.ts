import { describe, expect, it } from 'vitest'
import { toTimeLink, parseTimeLink } from '#shared/timeLink.ts'
import { SummaryForm } from './contract.ts'
import { convertForm, coveredPercent, parseSummaryResult } from './rules.ts'

describe('a time in a recording', () => {
  it('is read from a citation link and from no other link', () => {
    expect(toTimeLink(374_000)).toBe('#t=374000')
    expect(parseTimeLink(toTimeLink(374_000))).toBe(374_000)
    for (const other of ['#t=', '#t=-1', '#t=1e9', 'https://example.com/#t=5', 'javascript:#t=5', '#top'])
      expect(parseTimeLink(other)).toBeUndefined()
  })
})

it('shows 100 per cent only when everything was read', () => {
  expect([0, 0.29, 0.999, 1, 1.5].map(coveredPercent)).toEqual([0, 29, 99, 100, 100])
})

describe('parsing the summary of a file (B§3)', () => {
  const ownResult = {
    markdown: '# A',
    header: { headline: 'A', category: 'Call', summary_id: 's', original_category: 'call' },
    form: null,
    content: { markdown: '# A' },
  }
  it('returns the JSON of this server unchanged', () => expect(parseSummaryResult(JSON.stringify(ownResult))).toEqual(ownResult))
  it('converts the structured summary of an earlier release to sections', () => {
    const point = (text: string) => ({ text, segments: ['s1'], start_time: 6000, speaker: 'Ann', supported: true })
    const common = {
      engine: { kind: 'llm' as const, id: 'm' },
      language: 'en',
      coverage: { start_time: 0, end_time: 9000, share: 1 },
      keyphrases: ['roof'],
    }
    const form = { ...common, overview: point('All.'), points: [point('One.'), point('Two.')], actions: [] }
    const task = { owner: null, due: null, done: false }
    expect(convertForm(form, { overview: 'Overview', points: 'Key points' })).toEqual({
      ...common,
      template: null,
      sections: [
        { kind: 'overview', heading: 'Overview', points: [{ ...point('All.'), id: 'p1', ...task }] },
        {
          kind: 'points',
          heading: 'Key points',
          points: [
            { ...point('One.'), id: 'p2', ...task },
            { ...point('Two.'), id: 'p3', ...task },
          ],
        },
      ],
      chapters: [],
      mentions: [],
      talk_time: [],
      silence_ms: 0,
    })
    const parsed = parseSummaryResult(JSON.stringify({ ...ownResult, form }))
    expect(SummaryForm.parse(parsed?.form)).toEqual(parsed?.form)
    expect(convertForm(parsed?.form)).toEqual(parsed?.form)
    expect(convertForm({ ...form, points: [{ text: 1 }] })).toBeNull()
  })

  it.each([
    ['plain Markdown', '# A'],
    ['JSON with markdown', '{"markdown":"# A"}'],
    ['JSON with content.markdown', '{"content":{"markdown":"# A"}}'],
    ['JSON with content', '{"content":"# A"}'],
    ['JSON with summary', '{"summary":"# A"}'],
    ['a list of several summaries', '[{"ai_content":"# A","category":"Call"}]'],
  ])('finds the summary in %s', (_, text) =>
    expect(parseSummaryResult(text)).toMatchObject({ markdown: '# A', content: { markdown: '# A' }, form: null }),
  )
  it('returns undefined when there is none', () => {
    expect(parseSummaryResult('')).toBeUndefined()
    expect(parseSummaryResult('{"other":1}')).toBeUndefined()
  })
})
