import { type Cue, TIME, parseTime, splitSpeaker } from './cue.ts'

const TIMING = new RegExp(`^\\s*(?<start>${TIME})\\s*-->\\s*(?<end>${TIME})`)
const VOICE = /<v(?:\.[^ <>]*)?\s+(?<name>[^<>]+)>/
/** Tags of subtitles: bold, italic, colors, voices and times of words. */
const TAGS = /<[^<>]*>|\{\\[^{}]*\}/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}

/** Returns the cues of an SRT or WebVTT file; none when it has no line with times. Speakers are voices, or names before a text. */
export function parseSubtitles(text: string): Cue[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (TIMING.test(line) ? [index] : []))
  return starts.flatMap((index, n) => {
    const { start = '', end = '' } = TIMING.exec(lines[index] ?? '')?.groups ?? {}
    const following = lines.slice(index + 1, starts[n + 1] ?? lines.length)
    // The text ends with an empty line. What stands before the next times is its number or name.
    const blank = following.findIndex((line) => line.trim() === '')
    const content = (blank < 0 ? following : following.slice(0, blank)).join(' ')
    const voice = VOICE.exec(content)?.groups?.['name']?.trim() ?? ''
    const plain = plainText(content)
    const spoken = voice ? { speaker: plainText(voice), text: plain } : splitSpeaker(plain)
    return spoken.text === '' ? [] : [{ start: parseTime(start), end: parseTime(end), ...spoken }]
  })
}

const plainText = (text: string): string =>
  text
    .replaceAll(TAGS, '')
    .replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
