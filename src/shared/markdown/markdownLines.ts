/** A line of Markdown, read without the lines around it but for code, tables and underlined headings. */
export type MarkdownLine = {
  readonly kind: 'blank' | 'heading' | 'item' | 'text' | 'quote' | 'code' | 'table' | 'rule'
  /** The line as it is, without its end. */
  readonly source: string
  /** What stands behind its marks: the words of a heading, of an entry of a list or of a quotation. */
  readonly content: string
  /** Of a heading, 1 to 6; otherwise 0. */
  readonly level: number
  /** Whether its box is ticked; undefined for a line that is no task. */
  readonly isDone: boolean | undefined
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/
const CLOSING_MARKS = /(?:^|[ \t]+)#+[ \t]*$/
const UNDERLINE = /^ {0,3}(?:(=+)|-+)[ \t]*$/
const RULE = /^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
/** The start or end of a block of code, in lists and quotations too. */
export const FENCE = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}|~{3,})/
const TABLE_RULE = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/
/** The marks of lists and quotations at the start of a line. */
export const CONTAINERS = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*)*/
const BOX = /^\[([ xX])\](?=[ \t]|$)[ \t]*/

/**
 * Returns the lines of Markdown in time that grows with their length only, so that the event loop can read every note with it. What is
 * shown is made by `parseMarkdown()`; tests compare both.
 */
export function readLines(markdown: string): MarkdownLine[] {
  const sources = markdown.split(/\r\n?|\n/)
  const lines: MarkdownLine[] = []
  let fence = ''
  let isTable = false
  let isInList = false
  for (const [index, source] of sources.entries()) {
    const [, mark = ''] = FENCE.exec(source) ?? []
    if (fence !== '' || mark !== '') {
      const isEnd = fence !== '' && mark.startsWith(fence) && source.trimEnd().endsWith(mark)
      fence = fence === '' ? mark : isEnd ? '' : fence
      lines.push({ ...PLAIN, kind: mark === '' ? 'code' : 'rule', source, content: mark === '' ? source : '' })
      continue
    }
    const previous = lines.at(-1)
    const next = sources[index + 1] ?? ''
    isTable = source.includes('|') && (isTable || (TABLE_RULE.test(next) && !TABLE_RULE.test(source)))
    if (isTable)
      lines.push({ ...PLAIN, source, ...(TABLE_RULE.test(source) ? { kind: 'rule' } : { kind: 'table', content: source }) })
    else if (previous?.kind === 'text' && UNDERLINE.test(source)) {
      lines[lines.length - 1] = { ...previous, kind: 'heading', level: source.trimStart().startsWith('=') ? 1 : 2 }
      lines.push({ ...PLAIN, kind: 'rule', source })
    } else {
      const line = readLine(source, !isInList && previous?.kind !== 'text' && previous?.kind !== 'quote')
      if (line.kind === 'item') isInList = true
      else if (/^\S/.test(source) && (previous?.kind === 'blank' || line.kind === 'heading')) isInList = false
      lines.push(line)
    }
  }
  return lines
}

const PLAIN = { content: '', level: 0, isDone: undefined } as const

/** Reads one line by itself. `canBeCode` says whether it is code when it is indented. */
export function readLine(source: string, canBeCode = false): MarkdownLine {
  if (source.trim() === '') return { ...PLAIN, kind: 'blank', source }
  if (canBeCode && /^ {0,3}(?: {4}|	)/.test(source)) return { ...PLAIN, kind: 'code', source, content: source }
  if (RULE.test(source)) return { ...PLAIN, kind: 'rule', source }
  const heading = HEADING.exec(source)
  if (heading)
    return {
      ...PLAIN,
      kind: 'heading',
      source,
      content: source.slice(heading[0].length).replace(CLOSING_MARKS, '').trim(),
      level: heading[1]!.length,
    }
  const marks = CONTAINERS.exec(source)?.[0] ?? ''
  const isItem = /[-*+.)][ \t]*$/.test(marks)
  const rest = source.slice(marks.length)
  const box = isItem ? BOX.exec(rest) : null
  return {
    ...PLAIN,
    source,
    kind: isItem ? 'item' : marks.includes('>') ? 'quote' : 'text',
    content: rest.slice(box?.[0].length ?? 0).trim(),
    isDone: box ? box[1] !== ' ' : undefined,
  }
}

/** Returns Markdown with the boxes of its tasks set to what a function says of each, counted from 0. Other text stays as it is. */
export function changeTasks(markdown: string, isDone: (wasDone: boolean, index: number) => boolean): string {
  let index = 0
  const lines = readLines(markdown)
  const ends = markdown.match(/\r\n?|\n/g) ?? []
  return lines
    .map(({ source, isDone: wasDone }, at) => {
      const end = ends[at] ?? ''
      if (wasDone === undefined) return source + end
      const isTicked = isDone(wasDone, index++)
      return (isTicked === wasDone ? source : source.replace(/\[[ xX]\]/, isTicked ? '[x]' : '[ ]')) + end
    })
    .join('')
}

/** Returns the id of a task of a text, from its place among the tasks. */
export const taskId = (index: number): string => `t${index + 1}`

/** Returns the ids of the tasks of a text by the numbers of their lines, from 1. */
export function taskIdsByLine(markdown: string): Map<number, string> {
  const numbers = readLines(markdown).flatMap(({ isDone }, index) => (isDone === undefined ? [] : [index + 1]))
  return new Map(numbers.map((number, index) => [number, taskId(index)]))
}
