import { languageTag } from '#shared/locales.ts'
import type { Block, Inline } from '../../document/Block.ts'
import { toBlocks } from '../../document/blocks.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'

/** Readable on paper and on screen, light and dark, without other files. */
const STYLE = `body{font:17px/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1d1b17;background:#fff}
h1{font-size:1.7em;line-height:1.25}h2{font-size:1.25em;margin-top:2em}h3,h4{font-size:1.05em}
.facts,.time,.missing{color:#68625a}.time{font-variant-numeric:tabular-nums;font-size:.85em;margin-inline-end:.6em}
blockquote{margin:1em 0;padding-inline-start:1em;border-inline-start:3px solid #c9c2b8}.task{list-style:none}
table{border-collapse:collapse}td,th{border:1px solid #c9c2b8;padding:.3em .6em;text-align:start}pre{overflow:auto}
@media(prefers-color-scheme:dark){body{color:#ece8e1;background:#191815}.facts,.time,.missing{color:#a59e93}}`

/** A self-contained page: no scripts, no images, and no links except those in the notes. */
export const writeHtml = (document: ExportDocument): string => `<!doctype html>
<html lang="${escapeXml(document.language || languageTag(document.options.locale))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(document.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${renderBlocks(toBlocks(document))}
</body>
</html>
`

/** Renders blocks as XHTML, which e-books also contain. */
export function renderBlocks(blocks: readonly Block[]): string {
  let depth = 0
  const lines: string[] = []
  const closeLists = (level: number) => {
    while (depth > level) {
      lines.push('</li></ul>')
      depth--
    }
  }
  for (const block of blocks) {
    if (block.type !== 'item') {
      closeLists(0)
      lines.push(renderBlock(block))
      continue
    }
    if (depth <= block.level) {
      while (depth <= block.level) {
        lines.push(depth < block.level ? '<ul><li>' : '<ul>')
        depth++
      }
    } else {
      closeLists(block.level + 1)
      lines.push('</li>')
    }
    // Numbers and checkboxes are part of the text, so that they look the same in every reader.
    const marker = block.marker === '•' ? '' : `${escapeXml(block.marker)} `
    lines.push(`<li dir="auto"${marker ? ' class="task"' : ''}>${marker}${renderInlines(block.inlines)}`)
  }
  closeLists(0)
  return lines.join('\n')
}

function renderBlock(block: Exclude<Block, { type: 'item' }>): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level} dir="auto">${renderInlines(block.inlines)}</h${block.level}>`
    case 'quote':
      return `<blockquote dir="auto">${renderInlines(block.inlines)}</blockquote>`
    case 'code':
      return `<pre><code>${escapeXml(block.text)}</code></pre>`
    case 'rule':
      return '<hr />'
    case 'table':
      return `<table>${block.rows.map((row, index) => renderRow(row, index === 0 ? 'th' : 'td')).join('')}</table>`
    case 'speech': {
      const time = block.time && `<span class="time">${escapeXml(block.time)}</span> `
      const speaker = block.speaker && `<strong>${escapeXml(block.speaker)}:</strong> `
      return `<p dir="auto"${block.isNotUnderstood ? ' class="missing"' : ''}>${time}${speaker}${escapeXml(block.text)}</p>`
    }
    default:
      return `<p dir="auto"${block.isFaint ? ' class="facts"' : ''}>${renderInlines(block.inlines)}</p>`
  }
}

const renderRow = (cells: readonly (readonly Inline[])[], tag: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag} dir="auto">${renderInlines(cell)}</${tag}>`).join('')}</tr>`

const renderInlines = (inlines: readonly Inline[]): string => inlines.map(renderInline).join('')

function renderInline({ text, bold, italic, code, strike, href }: Inline): string {
  let html = escapeXml(text).replaceAll('\n', '<br />')
  if (code) html = `<code>${html}</code>`
  if (strike) html = `<del>${html}</del>`
  if (italic) html = `<em>${html}</em>`
  if (bold) html = `<strong>${html}</strong>`
  return href ? `<a href="${escapeXml(href)}" rel="noopener noreferrer">${html}</a>` : html
}
