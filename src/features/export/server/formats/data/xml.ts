import type { ExportDocument, Paragraph } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'

/** All data as elements. Times are in milliseconds. */
export function writeXml(document: ExportDocument): string {
  const { id, title, recorded, duration, language, folders, notes, highlights, todos, chapters, paragraphs } = document
  return `<?xml version="1.0" encoding="UTF-8"?>
<recording${attributes({ id, duration, language, recorded: recorded?.at.toISOString() })}>
  <title>${escapeXml(title)}</title>
${[
  ...folders.map((folder) => `  <folder>${escapeXml(folder)}</folder>\n`),
  ...notes.map(({ heading, markdown }) => `  <note${attributes({ heading })}>${escapeXml(markdown)}</note>\n`),
  ...chapters.map(({ start, end, title: name }) => `  <chapter${attributes({ start, end })}>${escapeXml(name)}</chapter>\n`),
  ...todos.map(
    ({ text, owner, due, start, isDone }) =>
      `  <todo${attributes({ start, owner, due, done: isDone ? 'true' : 'false' })}>${escapeXml(text)}</todo>\n`,
  ),
  ...highlights.map(
    ({ start, end, text, comment }) => `  <highlight${attributes({ start, end, comment })}>${escapeXml(text)}</highlight>\n`,
  ),
].join('')}  <transcript>
${paragraphs.map(renderSegment).join('')}  </transcript>
</recording>
`
}

function renderSegment({ id, start, end, speaker, text, words, isNotUnderstood }: Paragraph): string {
  const segment = attributes({ id, start, end, speaker, understood: isNotUnderstood ? 'false' : undefined })
  const wordElements = words.map(
    ([from, to, word, confidence]) => `      <w${attributes({ start: from, end: to, confidence })}>${escapeXml(word)}</w>\n`,
  )
  return `    <segment${segment}>\n      <text>${escapeXml(text)}</text>\n${wordElements.join('')}    </segment>\n`
}

/** Formats attributes, without empty ones. */
const attributes = (values: Readonly<Record<string, string | number | null | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === '' || value === null || value === undefined ? '' : ` ${name}="${escapeXml(String(value))}"`))
    .join('')
