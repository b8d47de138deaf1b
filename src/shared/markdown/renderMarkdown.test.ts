import { describe, expect, it } from 'vitest'
import { renderHtml } from '#test/markdown/renderHtml.ts'
import { isOutsideLink } from './renderMarkdown.ts'

describe('Markdown as HTML', () => {
  it.each([
    ['headings', '# A\n\nB\n---', '<h1>A</h1><h2>B</h2>'],
    ['lines of a list', '- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['a list with empty lines', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['numbers from 3, with brackets', '3) a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['tasks', '- [ ] a\n- [x] b', '<ul><li>☐ a</li><li>☑ b</li></ul>'],
    ['a quotation', '> a\n>\n> b', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['emphasis', '*a* **b** ~~c~~ `d`', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>'],
    ['emphasis in text without spaces', 'これは**太字**です', '<p>これは<strong>太字</strong>です</p>'],
    ['emphasis from right to left', 'זה **מודגש**', '<p>זה <strong>מודגש</strong></p>'],
    ['escapes', String.raw`\*a\* \# 1\.`, '<p>*a* # 1.</p>'],
    ['code', '```js\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    [
      'a table',
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
    ],
    ['line breaks', 'a\\\nb<br>c<br/>d', '<p>a<br>b<br>c<br>d</p>'],
    ['a rule', 'a\n\n***', '<p>a</p><hr>'],
    ['times', '[0:01](#t=1000) [far](#t=9999999999999)', '<p><a href="#t=1000">0:01</a> far</p>'],
    ['links by reference', '[a][b]\n\n[b]: https://x.example', '<p><a href="https://x.example">a</a></p>'],
    ['notes at the foot', 'a[^1]\n\n[^1]: b', '<p>a[1]</p><p>[1] b</p>'],
    ['CRLF', '# a\r\n\r\n- b\r\n- c', '<h1>a</h1><ul><li>b</li><li>c</li></ul>'],
  ])('has %s', (_name, markdown, html) => expect(renderHtml(markdown)).toBe(html))

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="x">b</b>',
    '![x](https://evil.example/x.png)',
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](/api/me) [e](&#106;avascript:x)',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '[a](vbscript:x "onclick=y")',
  ])('has no element and no link that the text wanted: %s', (markdown) => {
    expect(renderHtml(markdown)).toMatch(/^(?:<p>)?(?:[^<]|<\/?p>)*$/)
  })

  it('leads to the web and to addresses of email only', () => {
    expect(['http://a.test', 'HTTPS://a.test', 'mailto:a@b.test'].every(isOutsideLink)).toBe(true)
    expect(['', '#t=0', ' javascript:1', 'ftp://a.test', 'https:evil', 'blob:https://a'].some(isOutsideLink)).toBe(false)
  })
})
