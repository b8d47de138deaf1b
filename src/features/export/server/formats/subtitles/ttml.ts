import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml, formatCueTime, oneLine } from '../escaping.ts'
import { type Cue, type Voice, createCues } from './cues.ts'

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
      <ttm:title>${escapeXml(oneLine(title))}</ttm:title>
${agents.join('')}    </metadata>
  </head>
  <body>
    <div>
${cues.join('')}    </div>
  </body>
</tt>
`
}

export function renderTtmlCue({ start, end, voices }: Cue, speakers: readonly string[]): string {
  const times = `begin="${formatCueTime(start, '.')}" end="${formatCueTime(end, '.')}"`
  const [only] = voices.length === 1 ? voices : []
  if (only) return `      <p ${times}${agentAttribute(only, speakers)}>${renderLines(only)}</p>\n`
  const spans = voices.map(
    (voice) => `<span${agentAttribute(voice, speakers)}>${voice.speaker ? '' : '- '}${renderLines(voice)}</span>`,
  )
  return `      <p ${times}>${spans.join('<br/>')}</p>\n`
}

const renderLines = ({ lines }: Voice): string => lines.map(escapeXml).join('<br/>')

const agentAttribute = ({ speaker }: Voice, speakers: readonly string[]): string =>
  speakers.includes(speaker) ? ` ttm:agent="${agentOf(speaker, speakers)}"` : ''

const agentOf = (speaker: string, speakers: readonly string[]): string => `speaker${speakers.indexOf(speaker) + 1}`
