import type { Block, Inline } from '../../document/Block.ts'
import { toBlocks } from '../../document/blocks.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'
import { isRtlText } from './direction.ts'
import { zipFiles } from './zipFiles.ts'

const TYPE = 'application/vnd.oasis.opendocument.text'
const NAMESPACES = ['office', 'style', 'text', 'table', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'office:version="1.3"',
  ])
  .join(' ')
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An OpenDocument text for LibreOffice Writer and other programs. */
export const writeOdt = async (document: ExportDocument): Promise<Buffer> =>
  zipFiles(
    [
      ['mimetype', TYPE],
      ['content.xml', contentXml(toBlocks(document))],
      [
        'styles.xml',
        `${HEAD}<office:document-styles ${NAMESPACES}><office:styles>${STYLES}</office:styles></office:document-styles>`,
      ],
      ['meta.xml', metaXml(document)],
      ['META-INF/manifest.xml', MANIFEST],
    ],
    document.createdAt,
  )

const MANIFEST = `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="${TYPE}"/>
${['content', 'styles', 'meta'].map((name) => `<manifest:file-entry manifest:full-path="${name}.xml" manifest:media-type="text/xml"/>\n`).join('')}</manifest:manifest>`

const metaXml = ({ title, createdAt, language }: ExportDocument): string =>
  `${HEAD}<office:document-meta ${NAMESPACES}><office:meta><meta:generator>Earshot</meta:generator><dc:title>${escapeXml(title)}</dc:title><meta:creation-date>${createdAt.toISOString().slice(0, 19)}</meta:creation-date>${language ? `<dc:language>${escapeXml(language)}</dc:language>` : ''}</office:meta></office:document-meta>`

const heading = (level: number, size: number): string =>
  `<style:style style:name="Heading_${level}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="0.4cm" fo:keep-with-next="always"/><style:text-properties fo:font-size="${size}pt" fo:font-weight="bold" style:font-size-complex="${size}pt" style:font-size-asian="${size}pt" style:font-weight-complex="bold" style:font-weight-asian="bold"/></style:style>`
const STYLES = `<style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm" fo:line-height="135%" fo:text-align="start"/><style:text-properties fo:font-size="11pt" style:font-size-complex="11pt" style:font-size-asian="11pt"/></style:style>
${[heading(1, 20), heading(2, 16), heading(3, 13), heading(4, 11)].join('\n')}`

/** Each paragraph style, for both directions. */
const AUTOMATIC = ['Standard', 'Heading_1', 'Heading_2', 'Heading_3', 'Heading_4']
  .map(
    (name) =>
      `<style:style style:name="${name}_rtl" style:family="paragraph" style:parent-style-name="${name}"><style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="start"/></style:style>`,
  )
  .concat(
    [
      'bold:fo:font-weight="bold" style:font-weight-complex="bold" style:font-weight-asian="bold"',
      'italic:fo:font-style="italic" style:font-style-complex="italic"',
      'strike:style:text-line-through-style="solid"',
      'code:style:font-name="monospace" fo:font-family="monospace"',
      'faint:fo:color="#68625a"',
    ].map((entry) => {
      const at = entry.indexOf(':')
      return `<style:style style:name="${entry.slice(0, at)}" style:family="text"><style:text-properties ${entry.slice(at + 1)}/></style:style>`
    }),
  )
  .join('')

const contentXml = (blocks: readonly Block[]): string =>
  `${HEAD}<office:document-content ${NAMESPACES}><office:automatic-styles>${AUTOMATIC}</office:automatic-styles><office:body><office:text>${blocks.map(renderBlock).join('\n')}</office:text></office:body></office:document-content>`

function renderBlock(block: Block): string {
  switch (block.type) {
    case 'heading': {
      const name = `Heading_${block.level}${suffix(block.inlines)}`
      return `<text:h text:style-name="${name}" text:outline-level="${block.level}">${renderInlines(block.inlines)}</text:h>`
    }
    case 'item':
      return paragraph([{ text: `${'   '.repeat(block.level)}${block.marker} ` }, ...block.inlines])
    case 'quote':
      return paragraph([{ text: '“' }, ...block.inlines, { text: '”' }])
    case 'code':
      return paragraph([{ text: block.text, code: true }])
    case 'rule':
      return paragraph([{ text: '* * *' }])
    case 'table': {
      const columns = Math.max(1, ...block.rows.map((row) => row.length))
      const rows = block.rows.map(
        (row) =>
          `<table:table-row>${Array.from({ length: columns }, (_, n) => `<table:table-cell office:value-type="string">${paragraph(row[n] ?? [])}</table:table-cell>`).join('')}</table:table-row>`,
      )
      return `<table:table><table:table-column table:number-columns-repeated="${columns}"/>${rows.join('')}</table:table>`
    }
    case 'speech': {
      const time = block.time && span('faint', `${escapeText(block.time)}<text:s text:c="2"/>`)
      const speaker = block.speaker && span('bold', escapeText(`${block.speaker}: `))
      const text = escapeText(block.text)
      const style = `Standard${isRtlText(block.text) ? '_rtl' : ''}`
      return `<text:p text:style-name="${style}">${time}${speaker}${block.isNotUnderstood ? span('italic', text) : text}</text:p>`
    }
    default:
      return paragraph(block.inlines, block.isFaint)
  }
}

const suffix = (inlines: readonly Inline[]): string => (isRtlText(inlines.map(({ text }) => text).join('')) ? '_rtl' : '')

const paragraph = (inlines: readonly Inline[], isFaint = false): string =>
  `<text:p text:style-name="Standard${suffix(inlines)}">${isFaint ? span('faint', renderInlines(inlines)) : renderInlines(inlines)}</text:p>`

const renderInlines = (inlines: readonly Inline[]): string =>
  inlines
    .map(({ text, bold, italic, strike, code, href }) => {
      let xml = escapeText(text)
      if (bold) xml = span('bold', xml)
      if (italic) xml = span('italic', xml)
      if (strike) xml = span('strike', xml)
      if (code) xml = span('code', xml)
      return href ? `<text:a xlink:type="simple" xlink:href="${escapeXml(href)}">${xml}</text:a>` : xml
    })
    .join('')

const span = (style: string, xml: string): string => `<text:span text:style-name="${style}">${xml}</text:span>`

/** Consecutive spaces and line breaks are elements. */
const escapeText = (text: string): string =>
  escapeXml(text)
    .replaceAll('\n', '<text:line-break/>')
    .replaceAll('\t', '<text:tab/>')
    .replaceAll(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`)
