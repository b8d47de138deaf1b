import type { File, Segment } from '#features/files/contract.ts'
import type { Highlight, Note, SummaryForm } from '#features/notes/contract.ts'
import { type Todo, createNoteTree } from '#features/notes/compute.ts'
import { languageOfTranscript } from '#features/transcription/compute.ts'
import type { ExportOptions } from '../../rules.ts'
import type { DocumentNote, ExportDocument, Paragraph, Turn } from './ExportDocument.ts'
import { oneLine } from '../formats/escaping.ts'
import { labelsIn } from './labels.ts'
import { estimateWords, splitIntoSentences } from './words.ts'

/** The stored data of a recording. */
export type DocumentSources = {
  readonly file: File
  readonly folders: readonly string[]
  readonly notes: readonly Note[]
  readonly todos: readonly Todo[]
  readonly highlights: readonly Highlight[]
  /** The summary as Markdown if another program wrote it; otherwise empty. */
  readonly foreignSummary: string
  readonly audioSuffix: string
  /** The word for "Speaker" in the language of the recording. */
  readonly speakerLabel: string
  readonly now: Date
}

/** Returns the document of a recording with the options applied. */
export function createDocument(sources: DocumentSources, options: ExportOptions): ExportDocument {
  const { file, folders, highlights, todos, now } = sources
  const segments = file.trans_result ?? []
  const language = languageOfTranscript(segments, file.extra_data.tranConfig?.language)
  const transcript = createTranscript(segments, { language, speakerLabel: sources.speakerLabel, options })
  const form = formOf(sources.notes)
  return {
    id: file.id,
    title: file.filename,
    recorded: { at: new Date(file.start_time * 1000), timezone: file.timezone },
    duration: file.duration,
    language,
    folders,
    ...transcript,
    notes: options.notes ? notesOf(sources, options) : [],
    highlights: options.highlights
      ? highlights.map(({ start_time, end_time, text, comment }) => ({ start: start_time, end: end_time, text, comment }))
      : [],
    todos: todos.map(({ point_id, text, owner, due, start_ms, done }) => ({
      id: point_id,
      text,
      owner,
      due,
      start: start_ms,
      isDone: done,
    })),
    chapters: form?.chapters.map(({ start_time, end_time, title }) => ({ start: start_time, end: end_time, title })) ?? [],
    mindMap: form ? mindMapOf(form, segments, options) : [],
    audioName: `${file.filename}.${sources.audioSuffix || file.filetype}`,
    createdAt: now,
    options,
    hasHeader: true,
  }
}

type TranscriptContext = { language: string; speakerLabel: string; options: ExportOptions }

/** Returns the paragraphs, the speakers and their turns. */
export function createTranscript(
  segments: readonly Segment[],
  { language, speakerLabel, options }: TranscriptContext,
): Pick<ExportDocument, 'paragraphs' | 'speakers' | 'turns'> {
  const names = [...new Set(segments.filter((segment) => !segment.not_understood).map(({ speaker }) => speaker))].filter(Boolean)
  const nameOf = (speaker: string) => {
    if (options.speakers === 'none' || speaker === '') return ''
    return options.speakers === 'numbers' ? `${speakerLabel} ${names.indexOf(speaker) + 1}` : oneLine(speaker)
  }
  const whole = segments.map((segment) => toParagraph(segment, nameOf(segment.speaker), language))
  const paragraphs = options.times === 'sentences' ? whole.flatMap((paragraph) => splitIntoSentences(paragraph, language)) : whole
  return { paragraphs, speakers: names.map(nameOf).filter(Boolean), turns: turnsOf(whole) }
}

function toParagraph(segment: Segment, speaker: string, language: string): Paragraph {
  const { id, start_time: start, end_time: end, content: text, words = [], not_understood: isNotUnderstood = false } = segment
  const timed = words.length > 0 ? words : estimateWords(text, start, end, language)
  return { id, start, end, speaker: isNotUnderstood ? '' : speaker, text, words: isNotUnderstood ? [] : timed, isNotUnderstood }
}

/** Returns one turn for each run of paragraphs by the same speaker, from its first to its last word. */
function turnsOf(paragraphs: readonly Paragraph[]): Turn[] {
  const turns: { start: number; end: number; speaker: string }[] = []
  for (const { speaker, words, start, end, isNotUnderstood } of paragraphs) {
    if (speaker === '' || isNotUnderstood) continue
    const [from, to] = [words[0]?.[0] ?? start, words.at(-1)?.[1] ?? end]
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.end = Math.max(last.end, to)
    else turns.push({ start: from, end: to, speaker })
  }
  return turns
}

const isSummaryNote = ({ note_type }: Note): boolean => note_type === 'auto_sum_note'

const formOf = (notes: readonly Note[]): SummaryForm | null => {
  const { extra } = notes.find(isSummaryNote) ?? notes.find((note) => note.extra.form ?? note.extra.cited) ?? {}
  return extra?.form ?? extra?.cited ?? null
}

function notesOf({ notes, foreignSummary }: DocumentSources, { locale }: ExportOptions): DocumentNote[] {
  const labels = labelsIn(locale)
  const own = notes
    .filter(({ note_content, note_type }) => note_content.trim() !== '' && note_type !== 'high_light')
    .toSorted((a, b) => Number(isSummaryNote(b)) - Number(isSummaryNote(a)))
    .map((note) => ({
      heading: isSummaryNote(note) ? labels.summary : note.note_tab_name || note.template?.name || labels.summary,
      markdown: isSummaryNote(note) && foreignSummary ? foreignSummary : note.note_content,
    }))
  if (foreignSummary === '' || notes.some(isSummaryNote)) return own
  return [{ heading: labels.summary, markdown: foreignSummary }, ...own]
}

function mindMapOf(form: SummaryForm, segments: readonly Segment[], { locale }: ExportOptions) {
  const labels = labelsIn(locale)
  const tree = createNoteTree(form, segments, {
    notFound: labels.notFound,
    section: ({ heading }) => heading || labels.more,
  })
  return tree.filter(({ leaves, span }) => leaves.length > 0 || span !== undefined)
}
