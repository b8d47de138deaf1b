import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml, formatCueTime } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'

/** TTML 1, the interchange format of broadcasters, with an agent for each speaker. */
export function writeTtml(document: ExportDocument): string {
  const { title, language, speakers } = document
  const agents = speakers.map(
    (speaker) =>
      `      <ttm:agent xml:id="${agentOf(speaker, speakers)}" type="person"><ttm:name type="full">${escapeXml(speaker)}</ttm:name></ttm:agent>\n`,
  )
  const cues = createCues(document).map((cue) => renderTtmlCue(cue, speakers))
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="${escapeXml(language)}">
  <head>
    <metadata>
      <ttm:title>${escapeXml(title)}</ttm:title>
${agents.join('')}    </metadata>
  </head>
  <body>
    <div>
${cues.join('')}    </div>
  </body>
</tt>
`
}

export function renderTtmlCue({ start, end, speaker, lines }: Cue, speakers: readonly string[]): string {
  const by = speakers.includes(speaker) ? ` ttm:agent="${agentOf(speaker, speakers)}"` : ''
  const times = `begin="${formatCueTime(start, '.')}" end="${formatCueTime(end, '.')}"`
  return `      <p ${times}${by}>${lines.map(escapeXml).join('<br/>')}</p>\n`
}

const agentOf = (speaker: string, speakers: readonly string[]): string => `speaker${speakers.indexOf(speaker) + 1}`
