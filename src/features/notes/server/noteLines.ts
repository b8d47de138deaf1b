import type { Millis } from '#shared/units.ts'
import { readAiContent } from '#features/files/server.ts'
import { inlineText, linkedTimes, withoutTimes } from '#shared/markdown/inlineText.ts'
import { readLines } from '#shared/markdown/markdownLines.ts'
import type { AppContext } from '#platform/context.ts'
import type { SummaryForm, SummaryResult } from '../contract.ts'
import { parseSummaryResult } from '../rules.ts'
import { listHighlights } from './highlights/highlights.ts'
import { listNotes, type NoteRecord } from './store.ts'
import { toPlainText } from './summary/plainText.ts'

/** A line of a note as plain text. */
export type NoteLine = {
  readonly text: string
  readonly start: Millis | null
  readonly end: Millis | null
  readonly speaker: string | null
}

/** The text of a note for search. The id is empty for highlights and for a summary written by another program. */
export type NoteLines = {
  readonly kind: 'summary' | 'note' | 'highlight'
  readonly noteId: string
  readonly name: string
  readonly lines: readonly NoteLine[]
}

/** Returns the texts of the summary, the notes and the comments of highlights of a recording, line by line. */
export async function readNoteLines(ctx: AppContext, userId: string, fileId: string): Promise<NoteLines[]> {
  const notes = await listNotes(ctx, userId, fileId)
  const summary = notes.find(({ note_type }) => note_type === 'auto_sum_note')
  return [
    summaryLines(await readAiContent(ctx, userId, fileId), summary),
    ...notes.filter((note) => note !== summary && note.result).map(toLines),
    await highlightLines(ctx, userId, fileId),
  ].filter(({ lines }) => lines.length > 0)
}

/** The user or another program may have changed only the summary in the recording. */
function summaryLines(content: string, note: NoteRecord | undefined): NoteLines {
  if (note?.result && (content === '' || content === note.result.markdown)) return { ...toLines(note), kind: 'summary' }
  const markdown = parseSummaryResult(content)?.markdown ?? ''
  return { kind: 'summary', noteId: note?.note_id ?? '', name: '', lines: markdownLines(markdown) }
}

function toLines({ note_id, tab_name, result }: NoteRecord): NoteLines {
  const lines = result ? linesOf(result) : []
  return { kind: 'note', noteId: note_id, name: tab_name || (result?.header.headline ?? ''), lines }
}

const linesOf = ({ form, header, markdown }: SummaryResult): NoteLine[] =>
  form ? [line(header.headline), ...formLines(form)].filter(({ text }) => text !== '') : markdownLines(markdown)

const formLines = ({ sections, chapters }: SummaryForm): NoteLine[] => [
  ...sections.flatMap(({ heading, points }) => [
    line(heading),
    ...points.map(({ text, start_time, speaker }) => ({ ...line(text), start: round(start_time), speaker: speaker || null })),
  ]),
  ...chapters.map(({ title, start_time, end_time }) => ({ ...line(title), start: round(start_time), end: round(end_time) })),
]

async function highlightLines(ctx: AppContext, userId: string, fileId: string): Promise<NoteLines> {
  const highlights = await listHighlights(ctx, userId, fileId)
  const lines = highlights.map(({ comment, start_time, end_time }) => ({ ...line(comment), start: start_time, end: end_time }))
  return { kind: 'highlight', noteId: '', name: '', lines: lines.filter(({ text }) => text !== '') }
}

/** Returns the lines of Markdown as plain text, with the time of their first link to a time. */
export const markdownLines = (markdown: string): NoteLine[] =>
  readLines(markdown)
    .map(({ kind, content }) => {
      const text = kind === 'table' ? content.replaceAll(/(?<!\\)\|/g, ' ') : content
      return { ...line(kind === 'code' ? text : inlineText(withoutTimes(text))), start: linkedTimes(content)[0] ?? null }
    })
    .filter(({ text }) => text !== '')

const line = (text: string): NoteLine => ({ text: toPlainText(text), start: null, end: null, speaker: null })
const round = (time: number | null): number | null => (time === null ? null : Math.max(0, Math.round(time)))
