import { decodeHTMLStrict } from 'entities/decode'
import type { Millis } from '#shared/units.ts'
import { parseClock } from './times.ts'

/** The text of one voice in a cue without tags, and the times within it. */
export type VoicePart = {
  readonly voice: string
  /** With line breaks. */
  readonly text: string
  /** The time from which the text after this index is spoken. */
  readonly marks: readonly { readonly at: number; readonly time: Millis }[]
}

/** Longer text in brackets is not a tag. */
const MAX_TAG = 300

/** Tags of SRT and WebVTT. Anything else in angle brackets is text: `x < 5`, `<noscript>`. */
const STYLE_TAG =
  /^(?:\/?(?:i|b|u|s|em|strong|rp|rb|rtc|small|big|strike|del|sub|sup|center|tt|c|ruby|lang)|\/(?:v|font|span|p|div|a)|(?:c|i|b|u|ruby|v)(?:\.[^\s.]+)+|lang(?:\.[^\s.]+)*\s[\w-]+|(?:font|span|p|div|a)(?:\s+[\w:-]+\s*=.*)?)$/isu
const READING = /^rt(?:\.[^\s.]+)*$/i
const VOICE = /^v(?:\.[^\s.]+)*\s+(?<name>\S.*)$/su
/** Commands of Advanced SubStation Alpha (`{\an8}`) and of MicroDVD and other programs (`{b}`, `{y:i}`). */
const COMMAND = /^(?:\\.*|\/?[bius]|[a-zA-Z]:.*)$/su

/** Removes tags and commands from the text of a cue and replaces entities, in linear time. */
export function readCueText(source: string): VoicePart[] {
  const parts: { voice: string; text: string; marks: { at: number; time: Millis }[] }[] = []
  let [part, skipped] = [{ voice: '', text: '', marks: [] as { at: number; time: Millis }[] }, false]
  const startVoice = (voice: string) => {
    if (part.text.trim() !== '') parts.push(part)
    part = { voice, text: '', marks: [] }
  }
  const add = (text: string) => {
    if (!skipped) part.text += text
  }
  let at = 0
  for (const { from, to, content, isBrace } of bracketsOf(source)) {
    const effect = isBrace ? (COMMAND.test(content) ? 'none' : null) : effectOf(content)
    if (effect === null) continue
    add(decodeEntities(source.slice(at, from)))
    at = to
    if (isBrace) {
      // A word ends at a change of style.
      if (content.length === 1 && /\S$/.test(part.text) && /\S/.test(source[to] ?? '')) add(' ')
    } else if (effect === 'break') add('\n')
    else if (effect === 'reading') skipped = true
    else if (skipped && content.startsWith('/')) skipped = false
    else if (typeof effect === 'number') part.marks.push({ at: part.text.length, time: effect })
    else if (typeof effect === 'object') startVoice(effect.voice)
    else if (/^\/v$/i.test(content) && part.voice) startVoice('')
  }
  add(decodeEntities(source.slice(at)))
  if (part.text.trim() !== '') parts.push(part)
  return parts
}

/** Returns what a tag does; null when it is text. */
function effectOf(content: string): 'none' | 'break' | 'reading' | Millis | { voice: string } | null {
  if (/^br\s*\/?$/i.test(content)) return 'break'
  if (READING.test(content)) return 'reading'
  if (/^\/rt$/i.test(content) || STYLE_TAG.test(content)) return 'none'
  const voice = VOICE.exec(content)?.groups?.['name']
  if (voice) return { voice: decodeEntities(voice).replaceAll(/\s+/g, ' ').trim() }
  return /^\d/.test(content) ? parseClock(content) : null
}

/** Yields `<…>` and `{…}` without nested brackets and short enough to be a tag. */
function* bracketsOf(source: string): Generator<{ from: number; to: number; content: string; isBrace: boolean }> {
  const pattern = new RegExp(`<([^<>]{1,${MAX_TAG}})>|\\{([^{}]{1,${MAX_TAG}})\\}`, 'g')
  // Without a closing bracket there is no tag. This avoids a search from each opening one.
  if (!/[>}]/.test(source)) return
  for (const match of source.matchAll(pattern)) {
    const content = match[1] ?? match[2] ?? ''
    yield { from: match.index, to: match.index + match[0].length, content: content.trim(), isBrace: match[1] === undefined }
  }
}

/** Replaces entities, and non-breaking spaces with ordinary ones. */
export const decodeEntities = (text: string): string =>
  (text.includes('&') ? decodeHTMLStrict(text) : text).replaceAll(/[\u00a0\u200e\u200f]/g, (sign) =>
    sign === '\u00a0' ? ' ' : '',
  )
