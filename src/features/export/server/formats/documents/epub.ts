import { createHash } from 'node:crypto'
import type { Block } from '../../document/Block.ts'
import { plainText, toBlocks } from '../../document/blocks.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { labelsIn } from '../../document/labels.ts'
import { escapeXml } from '../escaping.ts'
import { renderBlocks } from '../text/html.ts'
import { zipFiles } from './zipFiles.ts'

/** Number of paragraphs per chapter of the transcript. E-readers are slow with long chapters. */
const CHAPTER_LENGTH = 150
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const STYLE = `body{line-height:1.5}.facts,.time,.missing{color:#666}.time{font-size:.85em}blockquote{margin:1em 0;padding:0 0 0 1em}.task{list-style:none}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3em}`

type Chapter = { readonly title: string; readonly blocks: Block[]; readonly name: string }

/** An e-book (EPUB 3): the notes and parts of the transcript are its chapters. */
export async function writeEpub(document: ExportDocument): Promise<Buffer> {
  const language = document.language || document.options.locale.slice(0, 2)
  const chapters = toChapters(document)
  return zipFiles(
    [
      ['mimetype', 'application/epub+zip'],
      ['META-INF/container.xml', CONTAINER],
      ['EPUB/package.opf', packageXml(document, chapters, language)],
      ['EPUB/nav.xhtml', navXhtml(document, chapters, language)],
      ['EPUB/style.css', STYLE],
      ...chapters.map(({ name, title, blocks }): [string, string] => [
        `EPUB/${name}`,
        xhtml(title, renderBlocks(blocks), language),
      ]),
    ],
    document.createdAt,
  )
}

const CONTAINER = `${HEAD}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

/** Returns a chapter per main heading, and several for a long transcript. */
function toChapters(document: ExportDocument): Chapter[] {
  const chapters: { title: string; blocks: Block[]; name: string }[] = []
  const begin = (title: string) => chapters.push({ title, blocks: [], name: `part-${chapters.length + 1}.xhtml` })
  let spoken = 0
  for (const block of toBlocks(document)) {
    if (block.type === 'heading' && block.level <= 2) begin(plainText(block.inlines))
    if (block.type === 'speech' && spoken > 0 && spoken % CHAPTER_LENGTH === 0)
      begin(`${labelsIn(document.options.locale).transcript}, ${block.time || spoken + 1}`)
    if (block.type === 'speech') spoken++
    if (chapters.length === 0) begin(document.title)
    chapters.at(-1)!.blocks.push(block)
  }
  if (chapters.length === 0) begin(document.title)
  return chapters
}

const packageXml = ({ title, id, createdAt }: ExportDocument, chapters: readonly Chapter[], language: string): string =>
  `${HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${toUuid(id || title)}</dc:identifier>
<dc:title>${escapeXml(title) || 'Recording'}</dc:title>
<dc:language>${escapeXml(language)}</dc:language>
<meta property="dcterms:modified">${createdAt.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${chapters.map(({ name }, n) => `<item id="c${n + 1}" href="${name}" media-type="application/xhtml+xml"/>\n`).join('')}</manifest>
<spine>${chapters.map((_, n) => `<itemref idref="c${n + 1}"/>`).join('')}</spine>
</package>`

function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

const navXhtml = ({ title }: ExportDocument, chapters: readonly Chapter[], language: string): string =>
  xhtml(
    title,
    `<nav epub:type="toc"><h1>${escapeXml(title)}</h1><ol>${chapters.map((chapter) => `<li><a href="${chapter.name}">${escapeXml(chapter.title) || '–'}</a></li>`).join('')}</ol></nav>`,
    language,
  )

const xhtml = (title: string, body: string, language: string): string =>
  `${HEAD}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}">
<head><title>${escapeXml(title) || '–'}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>`
