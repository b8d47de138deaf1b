import type { JSONContent } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { fromEditorDocument, toEditorDocument } from './markdownDocument.ts'

const roundTrip = (markdown: string) => fromEditorDocument(toEditorDocument(markdown))

describe('Markdown in the editor', () => {
  it('gives the text of a summary back as it was', () => {
    const summary = [
      '# Forty clinics before the rains\n',
      '*Covers 0:00 to 48:07 (100%). Written by mistral-small.*\n',
      'The pilot works. [6:14](#t=374000)\n',
      '## Decisions\n',
      '- Forty clinics, in **two** waves. [6:14](#t=374000) [21:18](#t=1278000)\n- The second survey is dropped. *(not found)*\n',
      '## To do\n',
      '- [x] Send the budget. [31:27](#t=1887000)\n- [ ] Ask for numbers.\n',
    ].join('\n')
    expect(roundTrip(summary)).toBe(summary)
  })

  it('turns links to times into chips', () => {
    const { content } = toEditorDocument('Forty. [6:14](#t=374000)')
    expect(content?.[0]?.content).toEqual([
      { type: 'text', text: 'Forty. ' },
      { type: 'timeLink', attrs: { time: 374_000, label: '6:14' } },
    ])
  })

  it('keeps what it cannot show', () => {
    const sources = [
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '<b>bold</b> text',
      '![picture](https://x.test/a.png)',
      '- [ ] task\n- no task',
      '[mail](mailto:a@b.test)',
    ]
    for (const source of sources) {
      expect(toEditorDocument(source).content?.[0]).toEqual({ type: 'sourceBlock', attrs: { source } })
      expect(roundTrip(`before\n\n${source}\n\nafter\n`)).toBe(`before\n\n${source}\n\nafter\n`)
    }
  })

  it('makes an empty document of an empty text', () => {
    expect(toEditorDocument('  \n')).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
    expect(fromEditorDocument({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe('')
  })

  it('gives generated documents back unchanged', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const document = generateDocument(seed)
      const markdown = fromEditorDocument(document)
      expect(toEditorDocument(markdown), `seed ${seed}:\n${markdown}`).toEqual(document)
    }
  })
})

/** Returns a document that depends only on the seed. */
function generateDocument(seed: number): JSONContent {
  let state = seed * 2_654_435_761
  // A linear congruential generator, so that a failure can be repeated.
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
  const many = <Item>(most: number, create: () => Item): Item[] => Array.from({ length: 1 + random(most) }, create)
  const words = () => many(4, () => pick(WORDS)).join(' ')
  const MARKS = [[], [], [], ['bold'], ['italic'], ['strike'], ['code'], ['bold', 'italic'], ['link'], ['link', 'bold']]
  const inlines = (): JSONContent[] => {
    const list: JSONContent[] = []
    for (const kind of many(4, () => pick(['text', 'text', 'text', 'time']))) {
      if (kind === 'time')
        list.push({ type: 'timeLink', attrs: { time: random(4_000_000), label: `${random(60)}:${10 + random(50)}` } })
      else {
        const marks = pick(MARKS).map((type) =>
          type === 'link' ? { type, attrs: { href: 'https://example.test/a' } } : { type },
        )
        list.push({ type: 'text', text: words(), ...(marks.length > 0 && { marks }) })
      }
      // Without a space between them, two texts with the same marks would be one.
      list.push({ type: 'text', text: ' · ' })
    }
    return [...list, { type: 'text', text: 'end' }].reduce<JSONContent[]>(joinTexts, [])
  }
  const paragraph = (): JSONContent => ({ type: 'paragraph', content: inlines() })
  const item = (type: string, depth: number): JSONContent => ({
    type,
    ...(type === 'taskItem' && { attrs: { checked: random(2) === 1 } }),
    content: [paragraph(), ...(depth < 2 && random(4) === 0 ? [list(depth + 1)] : [])],
  })
  const list = (depth: number): JSONContent => {
    const type = pick(['bulletList', 'orderedList', 'taskList'])
    return {
      type,
      ...(type === 'orderedList' && { attrs: { start: 1 + random(12) } }),
      content: many(3, () => item(type === 'taskList' ? 'taskItem' : 'listItem', depth)),
    }
  }
  const block = (): JSONContent => {
    switch (random(7)) {
      case 0:
        return { type: 'heading', attrs: { level: 1 + random(4) }, content: inlines() }
      case 1:
        return list(0)
      case 2:
        return { type: 'blockquote', content: [paragraph()] }
      case 3:
        return { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: words() }] }
      case 4:
        return { type: 'horizontalRule' }
      default:
        return paragraph()
    }
  }
  // A paragraph between blocks, because two lists in a row are one list in Markdown.
  return { type: 'doc', content: many(4, () => [block(), paragraph()]).flat() }
}

const WORDS = [
  'pilot',
  'forty',
  '*',
  '_',
  '#',
  '1.',
  '-',
  '+',
  '>',
  '[x]',
  '`',
  '~~',
  '\\',
  '&amp;',
  '<b>',
  '|',
  '!',
  'a_b_c',
  '2*3*4',
  '会議',
  'Über',
  '“quoted”',
  '(later)',
  '50%',
  '$',
  'x=y',
  'é',
  '👍',
]

function joinTexts(list: JSONContent[], node: JSONContent): JSONContent[] {
  const last = list.at(-1)
  if (last?.type === 'text' && node.type === 'text' && !last.marks && !node.marks)
    return [...list.slice(0, -1), { type: 'text', text: `${last.text}${node.text}` }]
  return [...list, node]
}
