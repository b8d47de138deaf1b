import { describe, expect, it } from 'vitest'
import { compileDocument } from './compileDocument.ts'

const compile = (text: string, locale = 'en_US', ids?: string[]) =>
  compileDocument({ file: 'privacy/en_US.md', text, locale, ...(ids && { ids }) })

describe('compiled Markdown document', () => {
  it('has a title and nodes, anchors for its headings and URLs for its links', () => {
    const { title, pieces, ids } = compile(
      '# Help\n\n## How long is it kept?\n\nSee [plans](page:buyDetail#minutes), [there](https://example.org/x) and `a`.\n\n## How long is it kept?\n',
    )
    expect(title).toBe('Help')
    expect(ids).toEqual(['how-long-is-it-kept', 'how-long-is-it-kept-2'])
    expect(pieces[1]).toEqual({
      tag: 'p',
      children: [
        'See ',
        { tag: 'a', to: '/buydetail#minutes', children: ['plans'] },
        ', ',
        { tag: 'a', href: 'https://example.org/x', children: ['there'] },
        ' and ',
        { tag: 'code', children: ['a'] },
        '.',
      ],
    })
  })

  it('uses the anchors of the English text, so that links work in all languages', () => {
    expect(compile('# Hilfe\n\n## Wie lange?\n', 'de_DE', ['how-long']).pieces).toEqual([
      { tag: 'h2', id: 'how-long', children: ['Wie lange?'] },
    ])
  })

  it('keeps the alignment of table columns', () => {
    const { pieces } = compile('# T\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n')
    expect(JSON.stringify(pieces)).toContain('{"tag":"td","align":"right","children":["2"]}')
  })

  it('joins lines with a space, or without one in languages that do not use spaces', () => {
    expect(compile('# T\n\none\ntwo').pieces).toEqual([{ tag: 'p', children: ['one two'] }])
    expect(compile('# T\n\n保存する\nもの', 'ja_JP').pieces).toEqual([{ tag: 'p', children: ['保存するもの'] }])
  })

  it.each([
    ['raw HTML', 'a <b>bold</b> word', /privacy\/en_US\.md:3: raw HTML/],
    ['a block of HTML', '<div>x</div>', /:3: raw HTML/],
    ['a picture', '![x](https://example.org/x.png)', /:3: <img> has no place/],
    ['a page that is none', '[x](page:nowhere)', /:3: page:nowhere is no page/],
    ['a page that needs an id', '[x](page:file)', /:3: page:file is no page/],
    ['an address without https', '[x](http://example.org)', /:3: a link leads to .* not to http:\/\/example\.org/],
    ['a script', '[x](javascript:alert)', /:3: a link leads to/],
    ['an unknown placeholder', 'by {{owner}}', /:3: unknown placeholder \{\{owner\}\}/],
    ['bold that is none', 'これは**「太字」**です', /:3: "\*\*" did not make bold/],
    ['a second title', '# Another', /:3: <h1> has no place/],
  ])('rejects %s with file and line', (_, text, message) => {
    expect(() => compile(`# T\n\n${text}\n`)).toThrow(message)
  })

  it('rejects a text without a title', () => {
    expect(() => compile('no title')).toThrow('privacy/en_US.md:1: a document begins with "# Title"')
  })
})
