import { describe, expect, it } from 'vitest'
import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import { markdownBlocks } from './markdownBlocks.ts'

describe('the Markdown of a note', () => {
  it('is read as headings, lists and paragraphs', () => {
    const blocks = markdownBlocks('# Decisions\n\n- Forty **clinics**\n\nWho pays?', {
      hasTimes: true,
      budget: createMarkdownBudget(),
    })
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'item', 'paragraph'])
  })

  it('that would take the parser a minute is exported as plain text', () => {
    const slow = '~~a'.repeat(20_000)
    expect(markdownBlocks(`First\n\n${slow}`, { hasTimes: true, budget: createMarkdownBudget() })).toEqual([
      { type: 'paragraph', inlines: [{ text: 'First' }] },
      { type: 'paragraph', inlines: [{ text: slow }] },
    ])
  })
})
