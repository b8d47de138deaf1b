import type { Millis } from '#shared/units.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { oneLine } from '../escaping.ts'
import { type Cue, createCues } from './cues.ts'
import { plainLines } from './plainCue.ts'

/** Advanced SubStation Alpha, with one style. */
export const writeAss = (document: ExportDocument): string =>
  `[Script Info]
Title: ${oneLine(document.title)}
ScriptType: v4.00+
WrapStyle: 2
PlayResX: 1920
PlayResY: 1080
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,56,&H00FFFFFF,&H00FFFFFF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,80,80,60,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${createCues(document).map(renderAssCue).join('')}`

/**
 * The name is a comma-separated field; if two people speak, both names are in the text instead. Braces would begin a command, so
 * they are replaced by brackets.
 */
export function renderAssCue({ start, end, voices }: Cue): string {
  const [only] = voices.length === 1 ? voices : []
  const text = (only?.lines ?? plainLines(voices))
    .map((line) => line.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '＼'))
    .join('\\N')
  return `Dialogue: 0,${assTime(start)},${assTime(end)},Default,${only?.speaker.replaceAll(',', ' ') ?? ''},0,0,0,,${text}\n`
}

function assTime(time: Millis): string {
  const hundredths = Math.round(time / 10)
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${pad((hundredths / 6000) % 60)}:${pad((hundredths / 100) % 60)}.${pad(hundredths % 100)}`
}
