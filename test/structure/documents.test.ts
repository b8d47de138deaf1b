import { describe, expect, it } from 'vitest'
import { readDocument } from '#app/web/build/documents.ts'
import { DOCUMENTS } from '#features/site/rules.ts'
import type { DocumentNode, DocumentTree } from '#features/site/rules.ts'
import { LOCALES } from '#shared/locales.ts'
import { listFiles, readText } from './sourceTree.ts'

const FOLDER = 'src/features/site/web/documents'
const translations = DOCUMENTS.flatMap((name) =>
  LOCALES.filter((locale) => locale !== 'en_US').map((locale) => [name, locale] as const),
)

describe('public documents (A§2)', () => {
  it('are those of the route table and no others', () => {
    const found = listFiles(FOLDER)
      .filter((path) => path.endsWith('.md'))
      .map((path) => path.slice(FOLDER.length + 1))
    expect(found.sort()).toEqual(DOCUMENTS.flatMap((name) => LOCALES.map((locale) => `${name}/${locale}.md`)).sort())
  })

  it.each(translations)('%s in %s has the outline, links and placeholders of the English text', (name, locale) => {
    expect(structureOf(readTree(name, locale))).toEqual(structureOf(readTree(name, 'en_US')))
  })

  it.each(translations)('%s in %s is translated', (name, locale) => {
    const [english, translation] = [readLines(name, 'en_US'), readLines(name, locale)]
    expect(translation.filter((candidate) => isProse(candidate) && english.includes(candidate))).toEqual([])
  })

  it.each(LOCALES)('in %s are linked by their titles', (locale) => {
    const translation = JSON.parse(readText(`src/features/site/messages/${locale}.json`)) as Record<string, string>
    const linkTitles = DOCUMENTS.map((name) => [name, translation[`doc_${name.replace(/-doc$/, '').replaceAll('-', '_')}`]])
    expect(linkTitles).toEqual(DOCUMENTS.map((name) => [name, readTree(name, locale).title]))
  })

  it.each(DOCUMENTS)('%s links to existing headings', (name) => {
    const anchors = new Map(DOCUMENTS.map((candidate) => [`/${candidate}`, structureOf(readTree(candidate, 'en_US')).anchors]))
    const brokenLinks = structureOf(readTree(name, 'en_US')).links.filter((to) => {
      const [page = '', anchor] = to.split('#')
      return anchor !== undefined && anchors.has(page) && !anchors.get(page)?.includes(anchor)
    })
    expect(brokenLinks).toEqual([])
  })
})

const parsedDocuments = new Map<string, DocumentTree>()

function readTree(name: string, locale: string): DocumentTree {
  const tree = parsedDocuments.get(`${name}/${locale}`) ?? readDocument(FOLDER, name, locale)
  parsedDocuments.set(`${name}/${locale}`, tree)
  return tree
}

/** Returns the structure that must be equal in all languages. */
function structureOf({ pieces }: DocumentTree) {
  const all = pieces.flatMap(flattenPiece)
  const elements = all.filter((piece) => typeof piece !== 'string')
  return {
    outline: elements.flatMap(({ tag }) => (tag === 'h2' || tag === 'h3' ? [tag] : [])),
    anchors: elements.flatMap(({ id }) => id ?? []),
    links: elements.flatMap(({ to, href }) => to ?? href ?? []).sort(),
    placeholders: all.flatMap((piece) => (typeof piece === 'string' ? (piece.match(/\{\{\s*\w+\s*\}\}/g) ?? []) : [])).sort(),
  }
}

const flattenPiece = (piece: DocumentNode): DocumentNode[] =>
  typeof piece === 'string' ? [piece] : [piece, ...(piece.children ?? []).flatMap(flattenPiece)]

const readLines = (name: string, locale: string): string[] =>
  readText(`${FOLDER}/${name}/${locale}.md`)
    .split('\n')
    .map((line) => line.trim())

/** Returns whether a line is prose. Names, tables of numbers and code may be equal. */
const isProse = (line: string): boolean => !line.startsWith('|') && line.replace(/`[^`]*`/g, '').split(/\s+/).length > 5
