import { renderHtml } from '#test/markdown/renderHtml.ts'
import { describe, expect, it } from 'vitest'
import { escapePlainText, toPlainText } from './plainText.ts'

const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['a script', 'before <script>alert(1)</script> after'],
  ['a script that never ends', 'before <script src=//evil.example/x.js after'],
  ['an event handler', 'before <img src=x onerror=alert(1)> after'],
  ['an event handler across lines', 'before <img\nsrc=x\nonerror=alert(1)\n> after'],
  ['a link with script', 'before [click me](javascript:alert(1)) after'],
  ['a link with brackets inside', 'before [a](https://evil.example/(x)y) after'],
  ['a link by reference', 'before [click][ref] after\n\n[ref]: https://evil.example'],
  ['an image that reports its reader', 'before ![x](https://evil.example/pixel.png?who=me) after'],
  ['an image inside a link', 'before [![x](https://evil.example/a.png)](https://evil.example) after'],
  ['an automatic link', 'before <https://evil.example> after'],
  ['a bare address', 'before https://evil.example/path and www.evil.example after'],
  ['an address that grows together', 'before hthttp://tp://evil.example after'],
  ['a scheme hidden by a soft hyphen', 'before java\u00adscript:alert(1) after'],
  ['a data address', 'before data:text/html;base64,PHNjcmlwdD4= after'],
  ['a reversed name', 'before \u202egnp.exe\u202c after'],
  ['isolates and invisible marks', 'before \u2066x\u2069\u200b\u2060\ufeff after'],
  ['a script nested deeper than anyone speaks', `before ${'<a'.repeat(40)}<script>${'>'.repeat(40)} after`],
  ['a link nested deeper than anyone speaks', `before ${'['.repeat(40)}x${'](http://e.example)'.repeat(40)} after`],
  ['a comment', 'before <!-- hidden --> after'],
  ['an entity', 'before &lt;script&gt; &#106;avascript: after'],
  ['a code fence', '``` before\nafter'],
  ['a heading', '# before\n\n## after'],
  ['a list', '- before\n1. after'],
  ['a rule', '--- before after'],
  ['a quotation', '> before after'],
  ['a table', '| before | after |\n|---|---|\n| a | b |'],
  ['emphasis', '**before** _x_ ~~after~~'],
  ['a backslash before a mark', 'before \\[x\\](https://evil.example) \\<b> after'],
]

describe('text from a transcript or a model', () => {
  it.each(hostileTexts)('becomes plain text on one line when it contains %s', (_, text) => {
    const plain = toPlainText(text)
    expect(plain).toMatch(/before/)
    expect(plain).toMatch(/after/)
    expect(plain).not.toMatch(/[\n\u202a-\u202e\u2066-\u2069\u200b\ufeff]|https?:\/\/|www\.|javascript:|data:/i)
    expect(toPlainText(plain)).toBe(plain)
  })

  it.each(hostileTexts)('is rendered as plain text in a Markdown heading and list when it contains %s', (_, text) => {
    const document = `# ${escapePlainText(text)}\n\n- ${escapePlainText(text)} [6:14](#t=374000)`
    const html = renderHtml(document)
    expect(html.match(/<[a-z]\w*/g)).toEqual(['<h1', '<ul', '<li', '<a'])
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="#t=374000"'])
    expect(html).toContain('before')
    expect(html).toContain('after')
  })

  it('keeps punctuation, right-to-left scripts, joined characters and e-mail addresses', () => {
    for (const speech of [
      '5 < 6 and 7 > 3, isn’t it?',
      'a_b * 2 = [c]',
      'שלום לכולם',
      'مرحبا بالجميع',
      '👩‍👩‍👧 family',
      'ann@example.com',
      '100 % & more',
      'Here is the data: all of it',
    ]) {
      expect(toPlainText(speech)).toBe(speech)
      const html = renderHtml(`- ${escapePlainText(speech)}`)
      const renderedText = html
        .replace(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
      expect(renderedText.trim()).toBe(speech)
    }
  })

  // Quadratic time in the length would exceed the timeout of a test.
  it.each([
    ['<a ', 200_000, 599_999],
    ['[', 200_000, 200_000],
    ['![x](', 50_000, 250_000],
    ['<!--', 200_000, 800_000],
    ['[a](', 80_000, 320_000],
  ])('is processed in one pass when it repeats %s', (part, count, length) => {
    expect(toPlainText(part.repeat(count))).toHaveLength(length)
  })

  it('is processed in one pass when its tags nest', () => {
    expect(toPlainText('<a'.repeat(90_000) + '>'.repeat(90_000))).toMatch(/^[a ]+$/)
  })
})
