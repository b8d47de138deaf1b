import { describe, expect, it } from 'vitest'
import { readDocument } from '#app/web/vite/documents.ts'
import { DOCUMENTS } from '#app/web/pages/public/documents.ts'
import type { DocumentPiece, DocumentTree } from '#app/web/pages/public/documentTree.ts'
import { LOCALES } from '#ui/locales.ts'
import { files, text } from './tree.ts'

const FOLDER = 'src/app/web/documents'
const translated = DOCUMENTS.flatMap((name) =>
  LOCALES.filter((locale) => locale !== 'en_US').map((locale) => [name, locale] as const),
)

describe('public documents (A§2)', () => {
  it('are those of the route table and no others', () => {
    const found = files(FOLDER).map((path) => path.slice(FOLDER.length + 1))
    expect(found.sort()).toEqual(DOCUMENTS.flatMap((name) => LOCALES.map((locale) => `${name}/${locale}.md`)).sort())
  })

  it.each(translated)('%s in %s has the outline, links and placeholders of the English text', (name, locale) => {
    expect(frameOf(read(name, locale))).toEqual(frameOf(read(name, 'en_US')))
  })

  it.each(translated)('%s in %s is translated', (name, locale) => {
    const [english, words] = [paragraphs(name, 'en_US'), paragraphs(name, locale)]
    expect(words.filter((one) => isProse(one) && english.includes(one))).toEqual([])
  })

  it.each(LOCALES)('in %s are linked by their titles', (locale) => {
    const words = JSON.parse(text(`src/app/web/pages/messages/${locale}.json`)) as Record<string, string>
    const named = DOCUMENTS.map((name) => [name, words[`doc_${name.replace(/-doc$/, '').replaceAll('-', '_')}`]])
    expect(named).toEqual(DOCUMENTS.map((name) => [name, read(name, locale).title]))
  })

  it.each(DOCUMENTS)('%s links to existing headings', (name) => {
    const anchors = new Map(DOCUMENTS.map((one) => [`/${one}`, frameOf(read(one, 'en_US')).anchors]))
    const lost = frameOf(read(name, 'en_US')).links.filter((to) => {
      const [page = '', anchor] = to.split('#')
      return anchor !== undefined && anchors.has(page) && !anchors.get(page)?.includes(anchor)
    })
    expect(lost).toEqual([])
  })
})

const known = new Map<string, DocumentTree>()

function read(name: string, locale: string): DocumentTree {
  const tree = known.get(`${name}/${locale}`) ?? readDocument(FOLDER, name, locale)
  known.set(`${name}/${locale}`, tree)
  return tree
}

/** Returns the structure that must be equal in every language. */
function frameOf({ pieces }: DocumentTree) {
  const all = pieces.flatMap(withinPiece)
  const elements = all.filter((piece) => typeof piece !== 'string')
  return {
    outline: elements.flatMap(({ tag }) => (tag === 'h2' || tag === 'h3' ? [tag] : [])),
    anchors: elements.flatMap(({ id }) => id ?? []),
    links: elements.flatMap(({ to, href }) => to ?? href ?? []).sort(),
    placeholders: all.flatMap((piece) => (typeof piece === 'string' ? (piece.match(/\{\{\s*\w+\s*\}\}/g) ?? []) : [])).sort(),
  }
}

const withinPiece = (piece: DocumentPiece): DocumentPiece[] =>
  typeof piece === 'string' ? [piece] : [piece, ...(piece.children ?? []).flatMap(withinPiece)]

const paragraphs = (name: string, locale: string): string[] =>
  text(`${FOLDER}/${name}/${locale}.md`)
    .split('\n')
    .map((line) => line.trim())

/** Whether a line is prose. Names, tables of numbers and code may be the same. */
const isProse = (line: string): boolean => !line.startsWith('|') && line.replace(/`[^`]*`/g, '').split(/\s+/).length > 5
