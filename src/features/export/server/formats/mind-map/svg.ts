import { type Box, connect, layoutTree } from '#features/notes/rules.ts'
import { formatTimestamp } from '#features/transcription/rules.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { escapeXml } from '../escaping.ts'
import { isRtlText } from '../documents/direction.ts'
import { textWidth, wrapLines } from '../subtitles/lines.ts'

const PADDING = 24
const COLORS = { ink: '#1d1b17', faint: '#68625a', line: '#c9c2b8', box: '#ffffff', accent: '#1f5a46', soft: '#e3efe9' } as const
/** Width of a column of text in parts of its size. Noto Sans is a little narrower. */
const COLUMN = 0.58

/** The mind map as a drawing, as the page shows it with all branches open. It contains neither script nor other addresses. */
export function writeSvg({ title, mindMap, language }: ExportDocument): string {
  const layout = layoutTree(mindMap, new Set())
  const [width, height] = [layout.width + 2 * PADDING, layout.height + 2 * PADDING]
  const parts = mindMap.flatMap((branch, index) => {
    const placed = layout.branches[index]!
    return [
      curve(layout.root, placed.box),
      ...placed.leaves.map(({ box }) => curve(placed.box, box)),
      box(placed.box, branch.title, { size: 13, isBold: true, time: branch.span?.start, language }),
      ...placed.leaves.map(({ box: leafBox }, n) => {
        const leaf = branch.leaves[n]!
        return box(leafBox, leaf.text, { size: 12, isLeaf: true, time: leaf.passage?.start, language })
      }),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-PADDING} ${-PADDING} ${width} ${height}" font-family="'Noto Sans', sans-serif">
<title>${escapeXml(title)}</title>
<rect x="${-PADDING}" y="${-PADDING}" width="${width}" height="${height}" fill="${COLORS.box}"/>
${parts.join('\n')}
${box(layout.root, title, { size: 15, isBold: true, isRoot: true, language })}
</svg>
`
}

const curve = (from: Box, to: Box): string =>
  `<path d="${connect(from, to)}" fill="none" stroke="${COLORS.line}" stroke-width="1.5"/>`

type BoxStyle = {
  size: number
  language: string
  isBold?: boolean
  isLeaf?: boolean
  isRoot?: boolean
  time?: number | undefined
}

function box({ x, y, width, height }: Box, text: string, style: BoxStyle): string {
  const { size, language, isBold = false, isLeaf = false, isRoot = false, time } = style
  const gap = isLeaf ? 2 : 6
  const label = time === undefined ? '' : formatTimestamp(time)
  const room = width - 24 - (label ? label.length * size * COLUMN + 10 : 0)
  const lineHeight = size * 1.35
  const maxLines = Math.max(1, Math.floor((height - 2 * gap - 6) / lineHeight))
  const lines = clip(wrapLines(text.replaceAll(/\s+/g, ' '), Math.floor(room / (size * COLUMN)), language), maxLines)
  const top = y + height / 2 - ((lines.length - 1) * lineHeight) / 2 + size * 0.35
  const isRtl = isRtlText(text)
  const textX = isRtl ? x + 12 + room : x + 12
  const frame = isLeaf
    ? ''
    : `<rect x="${x}" y="${y + gap}" width="${width}" height="${height - 2 * gap}" rx="8" fill="${isRoot ? COLORS.soft : COLORS.box}" stroke="${isRoot ? COLORS.accent : COLORS.line}"/>`
  const weight = isBold ? ' font-weight="650"' : ''
  const direction = isRtl ? ' direction="rtl"' : ''
  return [
    frame,
    ...lines.map(
      (line, n) =>
        `<text x="${textX}" y="${round(top + n * lineHeight)}" font-size="${size}" fill="${COLORS.ink}"${weight}${direction}>${escapeXml(line)}</text>`,
    ),
    label &&
      `<text x="${x + width - 12}" y="${round(y + height / 2 + size * 0.35)}" font-size="${size - 1}" fill="${COLORS.faint}" text-anchor="end">${label}</text>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const round = (n: number): number => Math.round(n * 100) / 100

function clip(lines: readonly string[], count: number): readonly string[] {
  const last = lines[count - 1]
  if (lines.length <= count || last === undefined) return lines
  const characters = [...last]
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > textWidth(last)) characters.pop()
  return [...lines.slice(0, count - 1), `${characters.join('').trimEnd()}…`]
}
