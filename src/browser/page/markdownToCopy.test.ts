import { expect, it } from 'vitest'
import { markdownToCopy } from './markdownToCopy.ts'

const ADDRESS = 'https://earshot.example/file/1'

it.each([
  ['A *line*. [6:14](#t=374000)', 'A line. 6:14\n', `<p>A <em>line</em>. <a href="${ADDRESS}#t=374000">6:14</a></p>`],
  [
    '# T\n\n- [ ] a \\[b\\]\n- [x] c\n  - d',
    'T\n\n- ☐ a [b]\n- ☑ c\n  - d\n',
    '<h1>T</h1><ul><li>☐ a [b]</li><li>☑ c<ul><li>d</li></ul></li></ul>',
  ],
  ['2. a\n3. b', '2. a\n3. b\n', '<ol start="2"><li>a</li><li>b</li></ol>'],
  [
    '[x](https://a.test/?a=1&b="2") [y](javascript:alert(1))',
    'x y\n',
    '<p><a href="https://a.test/?a=1&amp;b=%222%22">x</a> y</p>',
  ],
  [
    '<b onclick="x">a</b> & `<i>`',
    '<b onclick="x">a</b> & <i>\n',
    '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt; &amp; <code>&lt;i&gt;</code></p>',
  ],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'a\tb\n1\t2\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  ['> q\n\n***\n\n![alt](x.png)', 'q\n\n---\n\nalt\n', '<blockquote><p>q</p></blockquote><hr><p>alt</p>'],
])('%s is copied', (markdown, text, html) => {
  const copied = markdownToCopy(markdown, ADDRESS)
  expect(copied.text).toBe(text)
  // The parser may encode the quotation mark in a URL.
  expect(copied.html?.replace('?a=1&amp;b=&quot;2&quot;', '?a=1&amp;b=%222%22')).toBe(html)
})
