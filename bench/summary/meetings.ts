import { readdir, readFile } from 'node:fs/promises'
import type { SpokenSegment } from '#features/notes/server.ts'
import { seconds } from '#shared/units.ts'

/** A conversation written by us, with a summary written by us. */
export type Meeting = {
  readonly name: string
  readonly language: string
  readonly reference: string
  readonly segments: readonly SpokenSegment[]
}

const FOLDER = new URL('./meetings/', import.meta.url)
const WORDS_PER_SECOND = 2.5
const CHARACTERS_PER_SECOND = 6

/** Reads the committed meetings. Each paragraph lasts as long as its words, each of which has a time. */
export async function readMeetings(): Promise<Meeting[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.txt')).toSorted()
  return Promise.all(
    names.map(async (name) => parseMeeting(name.replace('.txt', ''), await readFile(new URL(name, FOLDER), 'utf8'))),
  )
}

function parseMeeting(name: string, content: string): Meeting {
  const [first = '', ...lines] = content.trim().split('\n')
  return { name, language: name.slice(0, 2), reference: first.replace(/^> /, ''), segments: toSegments(lines, name) }
}

/** Converts lines of the form `Name: words` to consecutive paragraphs half a second apart. */
function toSegments(lines: readonly string[], prefix: string): SpokenSegment[] {
  let time = 0
  return lines.map((line, index) => {
    const [, speaker = '', text = line] = /^([^:：]{1,20}): (.*)$/u.exec(line) ?? []
    const start = time
    const words = text.split(' ').map((word) => {
      const wordStart = time
      const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)
      time += isWide ? (word.length * 1000) / CHARACTERS_PER_SECOND : 1000 / WORDS_PER_SECOND
      return { start: Math.round(wordStart), text: word, confidence: 0.9 }
    })
    const end = Math.round(time)
    time += seconds(0.5)
    return { id: `${prefix}-${index + 1}`, start: Math.round(start), end, speaker, text, words }
  })
}

/** Concatenates conversations into one long recording. Returns the times at which they begin. */
export function joinMeetings(meetings: readonly Meeting[]): { segments: SpokenSegment[]; starts: number[] } {
  const starts: number[] = []
  let offset = 0
  const segments = meetings.flatMap(({ segments: all }) => {
    const from = offset
    starts.push(from)
    offset = from + (all.at(-1)?.end ?? 0) + seconds(1)
    return all.map((segment) => ({
      ...segment,
      start: segment.start + from,
      end: segment.end + from,
      words: segment.words?.map((word) => ({ ...word, start: word.start + from })),
    }))
  })
  return { segments, starts }
}
