import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** OPML 2, for outliners. Its date is that of the recording, so that the same map results in the same file. */
export const writeOpml = ({
  title,
  mindMap,
  recorded,
  createdAt,
}: ExportDocument): string => `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${escapeXml(title)}</title>
    <dateCreated>${(recorded?.at ?? createdAt).toUTCString()}</dateCreated>
  </head>
  <body>
    <outline text="${escapeXml(title)}">
${mindMap
  .map(
    (branch) => `      <outline text="${escapeXml(branch.title)}"${timeOf(branch.span)}>
${branch.leaves.map(({ text, passage }) => `        <outline text="${escapeXml(text)}"${timeOf(passage)}/>\n`).join('')}      </outline>
`,
  )
  .join('')}    </outline>
  </body>
</opml>
`

const timeOf = (span: { start: number } | undefined): string => (span ? ` time="${formatTimestamp(span.start)}"` : '')
