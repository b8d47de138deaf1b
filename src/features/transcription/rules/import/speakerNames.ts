import { normalizeText } from '#shared/normalizeText.ts'
import { defaultSpeakerName } from '../assignSpeakers.ts'
import { type Cue, oneLine, withoutDirectionMarks } from './cue.ts'
import { beginsSentence } from './notNames.ts'

/** A cue whose lines may begin with names. `speaker` is the one named by the format, or empty. */
export type UnsplitCue = Omit<Cue, 'text'> & { readonly lines: readonly string[] }

/** A line that may begin with the name of a speaker. */
type Candidate = { readonly name: string; readonly text: string; readonly kind: NameKind }

/**
 * How much a text looks like a name: `full` has several parts or is a speaker label, `single` is one word with a capital or in a
 * script without capitals, `odd` is any other text before a colon. `bracketed` is a single word in brackets, often a sound.
 */
export type NameKind = 'full' | 'single' | 'odd' | 'bracketed'

const MAX_NAME = 60
const MAX_NAME_WORDS = 8
/** `>> LENA: …`, `- Lena: …`, `Lena：…`. A full-width colon needs no space after it. */
const PREFIX = new RegExp(
  `^(?:[-–—]\\s?)?(?:>{1,3}\\s?)?(?<name>[^:：﹕፦]{1,${MAX_NAME}}?)\\s?(?::(?=\\s|$)|[：﹕፦])\\s*(?<text>.*)$`,
  'su',
)
const BRACKETS = new RegExp(
  `^(?:[-–—]\\s?)?[[(【（](?<name>[^\\])】）]{1,${MAX_NAME}})[\\])】）](?<colon>\\s?[:：])?\\s*(?<text>\\S.*)$`,
  'su',
)

const SOUND_BEFORE_NAME = /^(?<sound>[[(][^\])]{1,40}[\])])\s*(?<name>\S.*)$/su

/** Lower-case particles within names. */
const PARTICLES = new Set(
  'de del de la las los da das do dos di du des le van von vom der den ter ten zu zur zum af av bin ibn bint binti al el ul ben bar mac y e i und and et of o te & + / |'.split(
    ' ',
  ),
)
/** Labels that programs give to unknown speakers. */
const SPEAKER_LABEL =
  /^(?:unknown |unidentified )?(?:speaker|spk|sprecher(?:in)?|person|participant|guest|user|channel|hablante|orador|locutor|intervenant|locuteur|relatore|oratore|falante|participante|host|interviewer|interviewee|moderator|话者|說話者|说话人|发言人|發言人|話者|발언자|화자|참석자|спикер|говорящий|המדובר|متحدث)[\s_-]*[\p{L}\p{N}]{0,3}$/iu
const EMAIL_OR_PHONE = /^(?:[\w.+-]+@[\w.-]+|[+\d][\d\s*()./-]{4,})$/

/**
 * Separates names from the texts after them. What looks like a name can be the beginning of a sentence ("Remember: bring a coat"),
 * so the whole file decides: names recur, precede every text, or begin the file.
 */
export function splitSpeakers(cues: readonly UnsplitCue[]): Cue[] {
  const lines = cues.map((cue) => cue.lines.map((line) => cleanLine(line)))
  const isName = findNames(cues, lines)
  return cues.flatMap((cue, n) => splitCue(cue, lines[n] ?? [], isName))
}

const cleanLine = (line: string): string => oneLine(withoutDirectionMarks(line))

function readCandidate(line: string): Candidate | null {
  const colon = PREFIX.exec(line.length > 400 ? line.slice(0, 400) : line)?.groups
  const found = colon ?? BRACKETS.exec(line.length > 400 ? line.slice(0, 400) : line)?.groups
  if (!found) return null
  const name = (found['name'] ?? '').trim().replace(/^[[(【（](.+)[\])】）]$/su, '$1')
  const text = line.length > 400 ? line.slice(400 - (found['text'] ?? '').length) : (found['text'] ?? '')
  // A sound before a name belongs to what is said: `[Applause] Tom: Yes`.
  const sound = colon && SOUND_BEFORE_NAME.exec(name)?.groups
  if (sound)
    return nameKind(sound['name']!)
      ? { name: sound['name']!, text: `${sound['sound']} ${text}`, kind: nameKind(sound['name']!)! }
      : null
  const kind = nameKind(name)
  // `3: 1` and `At 9: 30` are numbers.
  if (!kind || (/\d$/.test(name) && /^\d/.test(text) && !SPEAKER_LABEL.test(name))) return null
  const isBracketed = !colon && !found['colon'] && !SPEAKER_LABEL.test(name)
  return { name, text, kind: isBracketed ? 'bracketed' : kind }
}

/** Returns how much a text looks like a name; null when it cannot be one, such as a sentence, a time or a URL. */
export function nameKind(name: string): NameKind | null {
  if (SPEAKER_LABEL.test(name)) return 'full'
  if (EMAIL_OR_PHONE.test(name)) return 'odd'
  // Ignores the company or role after a name.
  const bare = name.replace(/\s*[([（].{0,50}[)\]）]$/u, '')
  if (bare === '' || /[!?;…"“”«»。！？，、]|https?$|\d:\d|\d[.,]\d|\b(?:19|20)\d\d\b/u.test(bare)) return null
  if (/^[\d\s.,-]+$/.test(bare) || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(bare)) return null
  const words = bare.split(/[\s/|]+/).filter(Boolean)
  if (words.length > MAX_NAME_WORDS || beginsSentence(bare) || !hasPeriodsOfNames(words)) return null
  // `Brandt, Lena` and a list of two names are names; with more commas it is a sentence.
  if (bare.split(',').length > 2) return null
  if (!/[\p{Lu}\p{Ll}]/u.test(bare)) return kindOfUncased(words)
  const isCapital = (word: string) => /^[^\p{L}]*(?:\p{Lu}|\p{Lt}|\p{Lo}|\p{Ll}+\p{Lu})/u.test(word) || !/\p{L}/u.test(word)
  if (words.every((word) => isCapital(word) || PARTICLES.has(word.toLowerCase())) && words.some(isCapital)) {
    const isFull = words.length > 1 || name !== bare || (bare.length > 1 && bare === bare.toUpperCase())
    return isFull ? 'full' : 'single'
  }
  return words.length <= 2 ? 'odd' : null
}

/** A period in a name ends a title or an initial, or is part of an account name. */
const hasPeriodsOfNames = (words: readonly string[]): boolean =>
  words.every((word) => !word.endsWith('.') || word.length <= 5) && words.every((word) => word.length <= 40)

/** Names in scripts without capitals are short. */
function kindOfUncased(words: readonly string[]): NameKind | null {
  const characters = [...words.join('')].length
  const isHan = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words.join(''))
  if (characters > (isHan ? 10 : 30) || words.length > 4) return null
  return words.length > 1 ? 'full' : 'single'
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)
const keyOf = (name: string): string => (isAscii(name) ? name : normalizeText(name, 'NFC')).toLowerCase()

/** Returns the candidates that are names in this file. */
function findNames(cues: readonly UnsplitCue[], lines: readonly (readonly string[])[]): (candidate: Candidate) => boolean {
  const counts = new Map<string, number>()
  const voices = new Set<string>()
  let [named, likely, plain, firstLikely] = [0, 0, 0, -1]
  for (const [n, cue] of cues.entries()) {
    if (cue.speaker !== '') voices.add(keyOf(cue.speaker))
    const candidates = (lines[n] ?? []).map(readCandidate)
    const [first] = candidates
    const isNamed = first !== null && first !== undefined && first.kind !== 'bracketed'
    if (isNamed) {
      named++
      if (first.kind !== 'odd') {
        likely++
        if (firstLikely < 0) firstLikely = n
      }
    } else if (cue.speaker === '') plain++
    for (const candidate of candidates)
      if (candidate && candidate.kind !== 'bracketed')
        counts.set(keyOf(candidate.name), (counts.get(keyOf(candidate.name)) ?? 0) + 1)
  }
  const total = named + plain
  const share = total === 0 ? 0 : named / total
  const recurring = [...counts.values()].filter((count) => count > 1).length
  const isNamedThroughout = share >= 0.8
  const hasNames = isNamedThroughout || (firstLikely >= 0 && firstLikely < 3) || (recurring > 0 && share >= 0.1)
  const isKnown = (key: string) => voices.has(key) || (counts.get(key) ?? 0) > 1
  return ({ name, kind }) => {
    const key = keyOf(name)
    if (voices.has(key)) return true
    if (kind === 'bracketed') return hasNames && counts.has(key)
    if (!hasNames) return false
    if (kind === 'full') return isKnown(key) || firstLikely === 0 || recurring > 0 || likely >= total / 2
    if (kind === 'odd') return share >= 0.5 && (isKnown(key) || (isNamedThroughout && recurring > 0))
    // A single word that occurs once is a name only if names recur, or if every text has one. Compare "Coffee: two euros".
    return isKnown(key) || recurring > 0 || share > 0.95
  }
}

/** Labels such as `SPEAKER_00` count from zero. */
function readableName(name: string): string {
  const number = /^SPEAKER_0*(\d{1,3})$/.exec(name)?.[1]
  return number === undefined ? name : defaultSpeakerName(Number(number))
}

type Part = { speaker: string; texts: string[] }

/** Splits a cue at further names, and divides its time. */
function splitCue(cue: UnsplitCue, lines: readonly string[], isName: (candidate: Candidate) => boolean): Cue[] {
  const parts: Part[] = []
  for (const line of lines) {
    // With a voice from the format, a name before the text repeats it.
    const candidate = readCandidate(line)
    if (candidate && isName(candidate) && (cue.speaker === '' || keyOf(candidate.name) === keyOf(cue.speaker)))
      parts.push({ speaker: cue.speaker || readableName(candidate.name), texts: [candidate.text] })
    else if (parts.length > 0) parts.at(-1)!.texts.push(line)
    else parts.push({ speaker: cue.speaker, texts: [line] })
  }
  const spoken = parts
    .map(({ speaker, texts }) => ({ speaker, text: oneLine(texts.join(' ')) }))
    .filter(({ text }) => text !== '')
  return shareCue(cue, spoken)
}

/** Divides the time of a cue among its parts in proportion to their lengths. */
export function shareCue(
  { start, end, words, place }: Omit<Cue, 'text' | 'speaker'>,
  parts: readonly { speaker: string; text: string }[],
): Cue[] {
  const total = parts.reduce((sum, { text }) => sum + text.length, 0)
  let length = 0
  const timeAt = () => (end === null || parts.length === 1 ? start : Math.round(start + ((end - start) * length) / total))
  return parts.map(({ speaker, text }, n) => {
    const from = timeAt()
    length += text.length
    const until = n === parts.length - 1 ? end : end === null ? null : timeAt()
    return { start: from, end: until, speaker, text, place, ...(words && parts.length === 1 && { words }) }
  })
}
