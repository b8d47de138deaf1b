import { type Cue, TIME, parseTime, splitSpeaker } from './cue.ts'

/** `6:14  Lena Brandt`, `[00:06:14] Lena Brandt` or `Lena Brandt  6:14`, with the text below. Otter and Plaud write such lines. */
const TIME_FIRST = new RegExp(
  `^[[(]?(?<time>${TIME})[\\])]?(?:\\s*(?:-{1,2}>?|–|—)\\s*[[(]?${TIME}[\\])]?)?(?<rest>(?:\\s+|:).*)?$`,
)
const SPEAKER_FIRST = new RegExp(`^(?<speaker>\\S.{0,59}?)\\s+[[(]?(?<time>${TIME})[\\])]?\\s*$`)
/** The last line of a text exported by Otter. */
const ADVERTISEMENT = /^Transcribed by https?:\/\/otter\.ai\/?$/i

type Header = { time: string; speaker: string; text: string }

/** Returns the passages of a text whose lines begin with a time or name one; none when there are no such lines. */
export function parseTimedText(text: string): Cue[] {
  const cues: { start: number; speaker: string; lines: string[] }[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (ADVERTISEMENT.test(line)) continue
    const header = readHeader(line)
    if (header) cues.push({ start: parseTime(header.time), speaker: header.speaker, lines: header.text ? [header.text] : [] })
    else if (line !== '') cues.at(-1)?.lines.push(line)
  }
  return cues.flatMap(({ start, speaker, lines }) =>
    lines.length === 0 ? [] : [{ start, end: null, speaker, text: lines.join(' ').replaceAll(/\s+/g, ' ') }],
  )
}

function readHeader(line: string): Header | null {
  const first = TIME_FIRST.exec(line)?.groups
  if (first) {
    const rest = (first['rest'] ?? '').replace(/^\s*[:-]?\s*/, '')
    const spoken = splitSpeaker(rest)
    // A short rest without a sentence is a name.
    const isName = spoken.speaker === '' && rest.length <= 60 && !/[.!?。！？,;]/.test(rest)
    return {
      time: first['time'] ?? '',
      speaker: isName ? rest.replace(/:$/, '') : spoken.speaker,
      text: isName ? '' : spoken.text,
    }
  }
  const second = SPEAKER_FIRST.exec(line)?.groups
  return second ? { time: second['time'] ?? '', speaker: second['speaker'] ?? '', text: '' } : null
}
