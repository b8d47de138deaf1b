import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** FreeMind format, which Freeplane and XMind also read. The time of a node is an attribute. */
export const writeFreeMind = ({ title, mindMap }: ExportDocument): string => `<map version="1.0.1">
<node TEXT="${escapeXml(title)}">
${mindMap
  .map(
    (branch) => `<node TEXT="${escapeXml(branch.title)}" POSITION="right">
${timeOf(branch.span)}${branch.leaves.map(({ text, passage }) => `<node TEXT="${escapeXml(text)}">${timeOf(passage)}</node>\n`).join('')}</node>
`,
  )
  .join('')}</node>
</map>
`

const timeOf = (span: { start: number } | undefined): string =>
  span ? `<attribute NAME="time" VALUE="${formatTimestamp(span.start)}"/>` : ''
