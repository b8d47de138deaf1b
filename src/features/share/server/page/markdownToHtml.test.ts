import { describe, expect, it } from 'vitest'
import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import { createNameHider, KEEPS_NAMES } from './hideNames.ts'
import { markup } from '#platform/http/html.ts'
import { markdownToHtml, type MarkdownOptions } from './markdownToHtml.ts'

const render = (markdown: string, options: Partial<MarkdownOptions> = {}) =>
  markdownToHtml(markdown, {
    title: 'Title',
    clip: null,
    names: KEEPS_NAMES,
    budget: createMarkdownBudget(),
    renderTime: (time) => markup`<a href="#p${time}">${time}</a>`,
    ...options,
  })?.text.replaceAll(/>\s+</g, '><')

describe('markdownToHtml', () => {
  it('renders the elements of summaries and notes', () => {
    const markdown = '## Tasks\n\n- [x] Send **the** budget [0:01](#t=1000)\n- [ ] *Ask*\n\n| a | b |\n|---|---|\n| 1 | 2 |'
    expect(render(markdown)).toBe(
      '<h3 dir="auto">Tasks</h3><ul><li dir="auto" class="task"><span class="box" aria-hidden="true">☑</span> Send <strong>the</strong> budget <a href="#p1000">1000</a></li>' +
        '<li dir="auto" class="task"><span class="box" aria-hidden="true">☐</span><em>Ask</em></li></ul>' +
        '<div class="table" tabindex="0"><table><thead><tr><th dir="auto">a</th><th dir="auto">b</th></tr></thead><tbody><tr><td dir="auto">1</td><td dir="auto">2</td></tr></tbody></table></div>',
    )
  })

  it('leaves out the title and the line that says how a summary was generated', () => {
    expect(render('# title\n\n*Read in full.*\n\nText')).toBe('<p dir="auto">Text</p>')
    expect(render('# Other\n\nText')).toBe('<h3 dir="auto">Other</h3><p dir="auto">Text</p>')
  })

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a <b onclick=x>b</b>', '<p dir="auto">a &lt;b onclick=x&gt;b&lt;/b&gt;</p>'],
    ['![alt](https://example.org/x.png)', '<p dir="auto">alt</p>'],
    ['[a](javascript:alert(1))', '<p dir="auto">a</p>'],
    ['[a](JAVASCRIPT:alert(1))', '<p dir="auto">a</p>'],
    ['[a](&#106;avascript:alert(1))', '<p dir="auto">a</p>'],
    ['[a](data:text/html,x)', '<p dir="auto">a</p>'],
    ['[a](//evil.example)', '<p dir="auto">a</p>'],
    ['[a](/api/user/me)', '<p dir="auto">a</p>'],
    [
      '[a](https://example.org/"onclick="x)',
      '<p dir="auto"><a href="https://example.org/&quot;onclick=&quot;x" rel="noopener nofollow noreferrer" target="_blank">a</a></p>',
    ],
    ['`<i>`', '<p dir="auto"><code>&lt;i&gt;</code></p>'],
    ['```\n</code><script>\n```', '<pre tabindex="0"><code>&lt;/code&gt;&lt;script&gt;</code></pre>'],
    ['a\u202eb', '<p dir="auto">ab</p>'],
  ])('makes %j safe', (markdown, expected) => {
    expect(render(markdown)).toBe(expected)
  })

  it.each([
    ['quotations', `${'>'.repeat(20_000)} deep`],
    ['lists', `${'- '.repeat(2000)}deep`],
    ['links', `${'[a]('.repeat(10_000)} deep`],
    ['struck out words', `${'~~a'.repeat(5000)} deep`],
    ['a long text', `${'- point\n'.repeat(50_000)} deep`],
    ['emphasis', `${'*'.repeat(20_000)}deep`],
    ['headings with CR line ends', `${'a\r=\r'.repeat(10_000)} deep`],
    ['headings with CRLF line ends', `${'a\r\n=\r\n'.repeat(10_000)} deep`],
    ['lists in lists', `${`${'- '.repeat(40)}a\n`.repeat(300)}deep`],
    [
      'lists in lists by their indents',
      `${Array.from({ length: 1800 }, (_, n) => `${' '.repeat(2 * (n % 30))}- a\n`).join('')}deep`,
    ],
    ['quotations of many lines', `${`${'>'.repeat(60)}a\n`.repeat(300)} deep`],
    ['lines after deep quotations', `${'>'.repeat(60)}a\n${'a\n'.repeat(5000)}deep`],
    ['instructions inside lines', `${'a<?'.repeat(13_000)} deep`],
    ['footnotes', `${Array.from({ length: 3000 }, (_, n) => `[^${n}]: a\n`).join('')} deep`],
  ])('shows %s that would take long to parse as plain text, and not at all for a clip', (_name, markdown) => {
    expect(render(markdown)).toContain('deep')
    expect(render(markdown, { clip: { start: 0, end: 1000 } })).toBeUndefined()
  })

  it('shows for a clip only lines that cite passages inside it, and their headings', () => {
    const markdown =
      'Lead without a time.\n\n## In\n\n- one [0:10](#t=10000)\n- two [0:10](#t=10000) [0:40](#t=40000)\n- none\n\n## Out\n\n- three [0:40](#t=40000)\n\nfour [0:20](#t=20000)'
    const shown = render(markdown, { clip: { start: 10_000, end: 20_000 } })
    expect(shown).toBe('<h3 dir="auto">In</h3><ul><li dir="auto">one <a href="#p10000">10000</a></li></ul>')
    expect(render(markdown, { clip: { start: 0, end: 1000 } })).toBeUndefined()
  })

  it('treats CR as a line end', () => {
    expect(render('# Tasks\r\r- a\r- b\r\rEnd')).toBe(render('# Tasks\n\n- a\n- b\n\nEnd'))
  })

  it('gives all texts of a page one budget', () => {
    const budget = createMarkdownBudget()
    const nested = `${'- '.repeat(20)}a\n`.repeat(100)
    const shown = Array.from({ length: 31 }, () => render(nested, { budget })?.startsWith('<ul>'))
    expect([shown.at(0), shown.at(-1)]).toEqual([true, false])
  })

  it('finds names through marks and HTML, in tables, code, headings and descriptions of pictures', () => {
    const names = createNameHider(['Lena Brandt'], (n) => `Speaker ${n}`)
    const hidden = render(
      '## Le**na** Bra*nd*t\n\nAsk L*e*na [0:01](#t=1000) or [Bra](https://a.example/lena)ndt, `Le`na, Le&shy;na ![Lena](x)\n\n| **L**ena | b |\n|---|---|\n| 1 | Brandt |\n\n```\nlena = 1\n```\n\n<i>Lena</i>\n\n~~L~~ena, note[^Lena] and [Le**na**][x]\n\n[^Lena]: Le*na*\n\n[x]: https://a.example/lena',
      { names },
    )
    expect(hidden?.replaceAll(/<[^>]*>/g, '')).not.toMatch(/lena|brandt/i)
    expect(hidden).toContain('<a href="#p1000">1000</a>')
    expect(hidden).not.toContain('a.example')
  })

  it('finds names in a text that is shown unparsed', () => {
    const names = createNameHider(['Lena Brandt'], (n) => `Speaker ${n}`)
    expect(render(`${'a\r=\r'.repeat(10_000)} Le**na** and L*e*na`, { names })).not.toMatch(/Le\*\*na|L\*e\*na/)
  })
})
