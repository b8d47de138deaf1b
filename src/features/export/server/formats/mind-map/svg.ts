import { type Box, connect, layoutTree } from '#features/notes/compute.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { isRtlText } from '../documents/direction.ts'
import { escapeXml } from '../escaping.ts'
import { textWidth, wrapLines } from '../subtitles/lines.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

const PADDING = 24
const COLORS = { ink: '#1d1b17', faint: '#68625a', line: '#c9c2b8', box: '#ffffff', accent: '#1f5a46', soft: '#e3efe9' } as const
/** Width of a column of text in em. Most letters of Noto Sans are narrower. */
const COLUMN = 0.5

/** A line of text and the position of its baseline. With the anchor `end`, the text ends there. */
export type PlacedText = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: string
  readonly isBold: boolean
  readonly anchor: 'start' | 'end'
}
type DrawText = (text: PlacedText) => string

/** Renders the mind map as the page shows it with all branches open. The SVG contains neither scripts nor external links. */
export function writeSvg({ title, mindMap, language }: ExportDocument, draw: DrawText = drawAsText): string {
  const layout = layoutTree(mindMap, new Set())
  const [width, height] = [layout.width + 2 * PADDING, layout.height + 2 * PADDING]
  const parts = mindMap.flatMap((branch, index) => {
    const placed = layout.branches[index]!
    return [
      curve(layout.root, placed.box),
      ...placed.leaves.map(({ box }) => curve(placed.box, box)),
      drawBox(placed.box, branch.title, { kind: 'branch', time: branch.span?.start, language, draw }),
      ...placed.leaves.map(({ box }, n) => {
        const leaf = branch.leaves[n]!
        return drawBox(box, leaf.text, { kind: 'leaf', time: leaf.passage?.start, language, draw })
      }),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-PADDING} ${-PADDING} ${width} ${height}" font-family="'Noto Sans', sans-serif">
<title>${escapeXml(title)}</title>
<rect x="${-PADDING}" y="${-PADDING}" width="${width}" height="${height}" fill="${COLORS.box}"/>
${parts.join('\n')}
${drawBox(layout.root, title, { kind: 'root', time: undefined, language, draw })}
</svg>
`
}

function drawAsText({ text, x, y, size, color, isBold, anchor }: PlacedText): string {
  const weight = isBold ? ' font-weight="bold"' : ''
  const end = anchor === 'end' ? ' text-anchor="end"' : ''
  // Some programs ignore the direction attribute, but all support these marks.
  const marked = isRtlText(text) ? `\u202b${text}\u202c` : text
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}"${weight}${end}>${escapeXml(marked)}</text>`
}

const curve = (from: Box, to: Box): string =>
  `<path d="${connect(from, to)}" fill="none" stroke="${COLORS.line}" stroke-width="1.5"/>`

type BoxStyle = { kind: 'root' | 'branch' | 'leaf'; time: number | undefined; language: string; draw: DrawText }
const SIZES = { root: 15, branch: 13, leaf: 12 } as const

function drawBox({ x, y, width, height }: Box, text: string, { kind, time, language, draw }: BoxStyle): string {
  const size = SIZES[kind]
  const gap = kind === 'leaf' ? 2 : 6
  const label = time === undefined ? '' : formatTimestamp(time)
  const room = width - 24 - (label ? label.length * size * COLUMN + 10 : 0)
  const lineHeight = size * 1.35
  const maxLines = Math.max(1, Math.floor((height - 2 * gap - 6) / lineHeight))
  const lines = clip(wrapLines(text.replaceAll(/\s+/g, ' '), Math.floor(room / (size * COLUMN)), language), maxLines)
  const top = y + height / 2 - ((lines.length - 1) * lineHeight) / 2 + size * 0.35
  const isRtl = isRtlText(text)
  const color = COLORS.ink
  const placed = lines.map((line, n): PlacedText => ({
    text: line,
    x: isRtl ? x + 12 + room : x + 12,
    y: round(top + n * lineHeight),
    size,
    color,
    isBold: kind !== 'leaf',
    anchor: isRtl ? 'end' : 'start',
  }))
  if (label) {
    const place = { x: x + width - 12, y: round(y + height / 2 + size * 0.35) }
    placed.push({ ...place, text: label, size: size - 1, color: COLORS.faint, isBold: false, anchor: 'end' })
  }
  const frame = `<rect x="${x}" y="${y + gap}" width="${width}" height="${height - 2 * gap}" rx="8" fill="${kind === 'root' ? COLORS.soft : COLORS.box}" stroke="${kind === 'root' ? COLORS.accent : COLORS.line}"/>`
  return [...(kind === 'leaf' ? [] : [frame]), ...placed.map(draw)].join('\n')
}

const round = (n: number): number => Math.round(n * 100) / 100

function clip(lines: readonly string[], count: number): readonly string[] {
  const last = lines[count - 1]
  if (lines.length <= count || last === undefined) return lines
  const characters = [...last]
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > textWidth(last)) characters.pop()
  return [...lines.slice(0, count - 1), `${characters.join('').trimEnd()}…`]
}
