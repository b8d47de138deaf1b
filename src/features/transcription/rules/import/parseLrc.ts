import { type Cue, type TimedWord, oneLine } from './cue.ts'
import type { ImportReport } from './ImportReport.ts'
import { splitSpeakers } from './speakerNames.ts'
import { parseClock } from './times.ts'

const TIME = String.raw`\d{1,3}:\d{2}(?:[.:]\d{1,3})?`
const LINE = new RegExp(`^\\s*(?<times>(?:\\[${TIME}\\]\\s?){1,50})(?<text>.*)$`)
const TAG = /^\s*\[(?<name>[a-z#]{2,10}):(?<value>[^\]]*)\]\s*$/i
const WORD_TIME = new RegExp(`<(?<time>${TIME})>`, 'g')

/** Whether a text looks like LRC: tags such as `[ti:…]`, or times with hundredths. */
export const isLrc = (text: string): boolean =>
  /^\s*\[(?:ti|ar|al|by|offset|length|re|ve|la):[^\]\n]*\]\s*$/im.test(text.slice(0, 4000)) ||
  /^\s*\[\d{1,3}:\d{2}\.\d{2,3}\]\s*(?!\s)[^\n]*\n\s*\[\d{1,3}:\d{2}\.\d{2,3}\]/m.test(text.slice(0, 4000))

/** Returns the cues of an LRC file. An empty line ends the previous one. */
export function parseLrc(text: string, report: ImportReport): Cue[] {
  let offset = 0
  const found = text.split('\n').flatMap((line, index) => {
    const match = LINE.exec(line)?.groups
    if (!match) {
      const tag = TAG.exec(line)?.groups
      if (tag?.['name'] === 'offset') offset = Number(tag['value']) || 0
      else if (!tag && line.trim() !== '') report.leaveOut('outside', index + 1, line)
      return []
    }
    const starts = [...(match['times'] ?? '').matchAll(/\[([^\]]+)\]/g)].flatMap(([, time = '']) => parseClock(time) ?? [])
    return starts.map((start) => ({ start: start - offset, text: match['text'] ?? '', place: index + 1 }))
  })
  const lines = found.toSorted((a, b) => a.start - b.start)
  return splitSpeakers(
    lines.flatMap(({ start, text: content, place }, n) => {
      const end = lines[n + 1]?.start ?? null
      const plain = oneLine(content.replaceAll(WORD_TIME, ''))
      return plain === '' ? [] : [{ start, end, lines: [plain], speaker: '', place, ...readWords(content, start, end, offset) }]
    }),
  )
}

/** Parses `<00:01.20>`, which precedes each word. */
function readWords(text: string, start: number, end: number | null, offset: number): { words?: TimedWord[] } {
  const marks = [...text.matchAll(WORD_TIME)]
  if (marks.length === 0) return {}
  const parts = [{ at: start, text: text.slice(0, marks[0]!.index) }].concat(
    marks.map((mark, n) => ({
      at: (parseClock(mark.groups?.['time'] ?? '') ?? start) - offset,
      text: text.slice(mark.index + mark[0].length, marks[n + 1]?.index ?? text.length),
    })),
  )
  const words = parts.flatMap((part, n): TimedWord[] => {
    const word = oneLine(part.text)
    return word === '' ? [] : [[part.at, Math.max(part.at, parts[n + 1]?.at ?? end ?? part.at), word, 1]]
  })
  return words.length > 0 ? { words } : {}
}
