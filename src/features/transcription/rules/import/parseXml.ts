import { Parser } from 'htmlparser2'
import type { Millis } from '#shared/units.ts'
import { type Cue, type TimedWord, createLineCounter, oneLine } from './cue.ts'
import { decodeEntities } from './cueText.ts'
import type { ImportReport } from './ImportReport.ts'
import { type UnsplitCue, splitSpeakers } from './speakerNames.ts'
import { parseNumber, parseTime } from './times.ts'

/** An element with its text. Nested elements count as text at their position. */
type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  readonly children: (Element | string)[]
}

/** Names of elements are compared without their namespace. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** A deeper document is not a transcript. */
const MAX_DEPTH = 200

/**
 * Parses XML, HTML and SAMI into a tree. Replaces entities; those of a DOCTYPE are not supported. Parses damaged documents as far
 * as possible.
 */
function readTree(text: string, isHtml: boolean, report: ImportReport): Element {
  const root: Element = { name: '', attributes: {}, line: 1, children: [] }
  const open: Element[] = [root]
  const lineAt = createLineCounter(text)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = {
          name: localName(name),
          attributes: lowerKeys(attributes),
          line: lineAt(parser.startIndex),
          children: [],
        }
        if (open.length > MAX_DEPTH) throw new TooDeepError()
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(data) {
        const { children } = open.at(-1)!
        if (typeof children.at(-1) === 'string') children[children.length - 1] += data
        else children.push(data)
      },
      onclosetag() {
        if (open.length > 1) open.pop()
      },
    },
    { xmlMode: !isHtml, decodeEntities: true, recognizeSelfClosing: true },
  )
  try {
    parser.end(text)
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
    report.leaveOut('badRow', lineAt(parser.startIndex))
  }
  return root
}

/** Thrown for deep nesting: the parser slows down with each open element, and recursive functions must end. */
class TooDeepError extends Error {}

const lowerKeys = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]))

const isElement = (child: Element | string): child is Element => typeof child !== 'string'

function textOf(element: Element): string {
  return element.children
    .map((child) => (!isElement(child) ? child : child.name === 'br' ? '\n' : child.name === 'metadata' ? '' : textOf(child)))
    .join('')
}

function findAll(element: Element, name: string, found: Element[] = []): Element[] {
  for (const child of element.children) {
    if (!isElement(child)) continue
    if (child.name === name) found.push(child)
    findAll(child, name, found)
  }
  return found
}

/** Returns the cues of an XML, HTML or SAMI document; none when its elements are unknown. */
export function parseXml(text: string, report: ImportReport): Cue[] {
  const head = text.slice(0, 2000).toLowerCase()
  const isHtml = head.includes('<sami') || head.includes('<!doctype html') || head.includes('<html')
  const root = readTree(text, isHtml, report)
  const readers = isHtml ? [readSami, readHtml] : [readRecording, readElan, readTimedtext, readTtml, readYouTube]
  for (const read of readers) {
    const cues = read(root, report)
    if (cues.length > 0) return cues
  }
  return []
}

/** TTML and its profiles: paragraphs with `begin`, `end` or `dur`, relative to those of their parents. */
function readTtml(root: Element, report: ImportReport): Cue[] {
  const tt = findAll(root, 'tt')[0]
  if (!tt) return []
  const unit = ttmlUnits(tt.attributes)
  const names = new Map(
    findAll(tt, 'agent').map((agent) => [agent.attributes['id'] ?? '', oneLine(findAll(agent, 'name').map(textOf).join(' '))]),
  )
  const cues: UnsplitCue[] = []
  const visit = (element: Element, offset: Millis, agent: string) => {
    const begin = unit(element.attributes['begin'])
    const own = element.attributes['agent'] ?? agent
    const start = offset + (begin ?? 0)
    if (element.name === 'p') {
      addParagraph(element, start, own)
      return
    }
    for (const child of element.children) if (isElement(child)) visit(child, start, own)
  }
  const addParagraph = (p: Element, start: Millis, agent: string) => {
    const spans = p.children
      .filter(isElement)
      .filter(({ name, attributes }) => name === 'span' && attributes['begin'] !== undefined)
    const timed = p.attributes['begin'] === undefined && spans.length > 0 ? spans : [p]
    for (const element of timed) {
      const from = element === p ? start : start + (unit(element.attributes['begin']) ?? 0)
      const length = unit(element.attributes['dur'])
      const until = unit(element.attributes['end'])
      const end =
        length === null
          ? until === null
            ? null
            : until + (element === p ? start - (unit(p.attributes['begin']) ?? 0) : start)
          : from + length
      const lines = textOf(element).split('\n').map(oneLine).filter(Boolean)
      const speaker = names.get(element.attributes['agent'] ?? agent) ?? ''
      if (element.attributes['begin'] === undefined && p.attributes['begin'] === undefined && lines.length > 0)
        report.leaveOut('badTime', element.line, lines.join(' '))
      else if (lines.length > 0) cues.push({ start: from, end, lines, speaker, place: element.line })
    }
  }
  visit(tt, 0, '')
  return splitSpeakers(cues)
}

/** Returns a function that parses the times of a TTML document, which may use ticks and frames. */
function ttmlUnits(attributes: Readonly<Record<string, string>>): (value: string | undefined) => Millis | null {
  const ticks = Number(attributes['tickrate']) || 10_000_000
  const frames = Number(attributes['framerate']) || 30
  return (value) => {
    if (value === undefined) return null
    const text = value.trim()
    const count = /^(\d+(?:\.\d+)?)([tf])$/.exec(text)
    if (count) return Math.round((Number(count[1]) * 1000) / (count[2] === 't' ? ticks : frames))
    const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2}):(\d{1,3})$/.exec(text)
    if (clock) return Math.round((parseTime(text.slice(0, text.lastIndexOf(':'))) ?? 0) + (Number(clock[4]) * 1000) / frames)
    return parseTime(text)
  }
}

/** The XML format of Earshot. */
function readRecording(root: Element): Cue[] {
  return findAll(root, 'segment').flatMap((segment) => {
    const [text] = findAll(segment, 'text')
    const [start, end] = [parseNumber(segment.attributes['start'] ?? ''), parseNumber(segment.attributes['end'] ?? '')]
    if (!text || start === null) return []
    const words = findAll(segment, 'w').map((w): TimedWord => {
      const { start: from, end: to, confidence } = w.attributes
      return [Number(from), Number(to), textOf(w).trim(), Number(confidence ?? 1)]
    })
    return [
      {
        start,
        end,
        text: oneLine(textOf(text)),
        speaker: oneLine(segment.attributes['speaker'] ?? ''),
        place: segment.line,
        ...(words.length > 0 && words.every(([from, to]) => Number.isFinite(from) && Number.isFinite(to)) && { words }),
      },
    ]
  })
}

/** ELAN: tiers of utterances by speaker, and tiers of words within them. */
function readElan(root: Element): Cue[] {
  const slots = new Map(
    findAll(root, 'time_slot').map(({ attributes }) => [
      attributes['time_slot_id'] ?? '',
      parseNumber(attributes['time_value'] ?? ''),
    ]),
  )
  const tiers = findAll(root, 'tier')
  const annotationsOf = (tier: Element) =>
    findAll(tier, 'alignable_annotation').flatMap((annotation) => {
      const [from, to] = [annotation.attributes['time_slot_ref1'], annotation.attributes['time_slot_ref2']].map((id) =>
        slots.get(id ?? ''),
      )
      const text = oneLine(findAll(annotation, 'annotation_value').map(textOf).join(' '))
      return from === null || from === undefined || text === ''
        ? []
        : [{ start: from, end: to ?? null, text, place: annotation.line }]
    })
  const children = Map.groupBy(tiers, ({ attributes }) => attributes['parent_ref'])
  return tiers
    .filter(({ attributes }) => attributes['parent_ref'] === undefined)
    .flatMap((tier) => {
      const id = tier.attributes['tier_id'] ?? ''
      const words = (children.get(id) ?? []).flatMap(annotationsOf)
      const speaker = tier.attributes['participant'] ?? (/^(?:utterances|default)$/i.test(id) ? '' : id)
      return annotationsOf(tier).map((cue) => ({ ...cue, speaker, ...wordsWithin(words, cue) }))
    })
}

type Span = { start: Millis; end: Millis | null; text: string }

/** Returns the words within a passage. */
export function wordsWithin(words: readonly Span[], { start, end }: Span): { words?: TimedWord[] } {
  const [from, to] = [lowerBound(words, start), end === null ? words.length : lowerBound(words, end)]
  const own = words.slice(from, to).map(({ start: at, end: until, text }): TimedWord => [at, until ?? at, text, 1])
  return own.length > 0 ? { words: own } : {}
}

/** Returns the index of the first word that begins at or after a time. Words are in order. */
function lowerBound(words: readonly Span[], time: Millis): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.start < time) low = middle + 1
    else high = middle
  }
  return low
}

/** YouTube's captions with words: `<p t="400" d="2070"><s t="200">`. */
function readTimedtext(root: Element): Cue[] {
  if (!findAll(root, 'timedtext')[0]) return []
  return splitSpeakers(
    findAll(root, 'p').flatMap((p) => {
      const start = parseNumber(p.attributes['t'] ?? '')
      const length = parseNumber(p.attributes['d'] ?? '')
      const lines = decodeEntities(textOf(p)).split('\n').map(oneLine).filter(Boolean)
      return start === null || lines.length === 0
        ? []
        : [{ start, end: length === null ? null : start + length, lines, speaker: '', place: p.line }]
    }),
  )
}

/** YouTube's captions: `<transcript><text start="0.4" dur="2.1">`. Their entities are escaped twice. */
function readYouTube(root: Element): Cue[] {
  return splitSpeakers(
    findAll(root, 'text').flatMap((element) => {
      const [start, length] = [parseNumber(element.attributes['start'] ?? ''), parseNumber(element.attributes['dur'] ?? '')]
      const lines = decodeEntities(textOf(element)).split('\n').map(oneLine).filter(Boolean)
      if (start === null || lines.length === 0) return []
      return [
        {
          start: Math.round(start * 1000),
          end: length === null ? null : Math.round((start + length) * 1000),
          lines,
          speaker: '',
          place: element.line,
        },
      ]
    }),
  )
}

/** SAMI: `<SYNC Start=1000><P>`, mostly without closing tags. A text without letters ends the previous one. */
function readSami(root: Element): Cue[] {
  const syncs = findAll(root, 'sync').flatMap((element) => {
    const start = parseNumber(element.attributes['start'] ?? '')
    const lines = textBeforeNext(element, 'sync').replaceAll('\u00a0', ' ').split('\n').map(oneLine).filter(Boolean)
    return start === null ? [] : [{ start, lines, place: element.line }]
  })
  const sorted = syncs.toSorted((a, b) => a.start - b.start)
  return splitSpeakers(
    sorted.flatMap(({ start, lines, place }, n) =>
      lines.length === 0 ? [] : [{ start, end: sorted[n + 1]?.start ?? null, lines, speaker: '', place }],
    ),
  )
}

/** Returns the text of an element up to a nested element of a name, which is nested when tags are not closed. */
const textBeforeNext = (element: Element, name: string): string =>
  element.children
    .map((child) =>
      !isElement(child) ? child : child.name === 'br' ? '\n' : child.name === name ? '' : textBeforeNext(child, name),
    )
    .join('')

/** The HTML export of Earshot: paragraphs with a time, a name in bold, and the text. */
function readHtml(root: Element): Cue[] {
  return findAll(root, 'p').flatMap((p) => {
    const [time, ...rest] = p.children.filter((child) => isElement(child) || child.trim() !== '')
    if (!time || !isElement(time) || time.attributes['class'] !== 'time') return []
    const start = parseTime(textOf(time))
    const [bold, ...others] = rest
    const hasName = bold !== undefined && isElement(bold) && bold.name === 'strong'
    const speaker = hasName ? oneLine(textOf(bold)).replace(/\s?[:：]$/, '') : ''
    const text = oneLine((hasName ? others : rest).map((child) => (isElement(child) ? textOf(child) : child)).join(''))
    return start === null || text === '' ? [] : [{ start, end: null, text, speaker, place: p.line }]
  })
}
