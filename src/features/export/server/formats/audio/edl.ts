import type { Millis } from '#shared/units.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { markersOf } from './markers.ts'

/** Frame rate of the list. */
const FRAMES_PER_SECOND = 25
const COLORS = { GREEN: 'ResolveColorGreen', YELLOW: 'ResolveColorYellow', BLUE: 'ResolveColorBlue' } as const

/** A CMX 3600 edit list with markers in the format of DaVinci Resolve. It starts at one hour, as is usual. */
export const writeEdl = (document: ExportDocument): string =>
  `TITLE: ${oneLine(document.title)}\nFCM: NON-DROP FRAME\n\n${markersOf(document)
    .map(({ start, end, name, comment, color }, index) => {
      const [from, length] = [timecode(start), Math.max(1, toFrames(end) - toFrames(start))]
      const next = timecode(start + 1000 / FRAMES_PER_SECOND)
      const number = String((index % 999) + 1).padStart(3, '0')
      const text = [name, comment].filter(Boolean).join(' – ').replaceAll('|', '/')
      return `${number}  001      V     C        ${from} ${next} ${from} ${next}  \n |C:${COLORS[color]} |M:${text} |D:${length}\n\n`
    })
    .join('')}`

const toFrames = (time: Millis): number => Math.round((time * FRAMES_PER_SECOND) / 1000)

function timecode(time: Millis): string {
  const frames = toFrames(time) + 3600 * FRAMES_PER_SECOND
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const total = Math.floor(frames / FRAMES_PER_SECOND)
  return [total / 3600, (total / 60) % 60, total % 60, frames % FRAMES_PER_SECOND].map(pad).join(':')
}
