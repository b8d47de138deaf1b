import { cutText } from '#shared/cutText.ts'
import { newId } from '#shared/newId.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { MAX_NOTES, MAX_TAB_NAME, SECTION_KINDS, type SummaryHeader, type SummaryResult } from '../contract.ts'
import { parseSummaryResults } from '../rules.ts'
import { toEdited, writeText } from './noteText.ts'
import { createNote, findOrCreateSummary, hasEarlierText, listNotes, type NoteRecord, type StoredResult } from './store.ts'
import { escapePlainText } from './summary/plainText.ts'
import { summaryIdOf, toDimensionItems } from './summary/toSummaryResult.ts'
import { NO_HEADER } from './toNote.ts'

type SentText = Pick<SummaryResult, 'markdown' | 'header'>
type Target = { readonly userId: string; readonly fileId: string }

/**
 * Sets the text of a recording's note to the summary saved by a client, so that every call returns it (B§4). A result that this
 * server once returned changes nothing, even if it is outdated; plain Markdown is an edit. In a list (`data_result_summ_mul`), each
 * item belongs to the note of its `summary_id`; others become new notes. Call it with the recording locked. Refuses when there
 * would be too many notes.
 */
export async function saveClientSummary(
  tx: AppContext,
  target: Target,
  aiContent: string,
): Promise<{ refused: 'tooManyNotes' } | undefined> {
  // Other JSON is stored unchanged.
  const [first = { markdown: aiContent, header: NO_HEADER }, ...others] = parseSummaryResults(aiContent)
  const isResult = first.markdown !== aiContent
  const sent = [first, ...others].filter(({ markdown }) => markdown.trim() !== '')
  const notes = await listNotes(tx, target.userId, target.fileId)
  const known = isResult ? textsOf(notes) : new Set(notes.flatMap(({ result }) => result?.markdown ?? []))
  if (sent.length > MAX_ITEMS) return { refused: 'tooManyNotes' }
  for (const [index, text] of sent.entries()) {
    const wasSent =
      known.has(text.markdown) || (isResult && (await hasEarlierText(tx, target.userId, target.fileId, text.markdown)))
    if (wasSent) continue
    known.add(text.markdown)
    const edited = isResult && editedNote(notes, text)
    if (edited) await saveText(tx, edited.note, { ...text, markdown: edited.markdown })
    else if (index === 0) await saveText(tx, await findOrCreateSummary(tx, target.userId, target.fileId), text)
    else if (notes.filter(({ note_type }) => note_type === 'sum_multi_note').length >= MAX_NOTES)
      return { refused: 'tooManyNotes' }
    else notes.push(await saveText(tx, await addNote(tx, target, text), text))
  }
  return undefined
}

/** Maximum number of items that the server returns: each dimension of a summary, and the notes. */
const MAX_ITEMS = SECTION_KINDS.length + MAX_NOTES

/** Returns all forms in which the notes are returned: whole, with the previous names of speakers, and by dimension. */
const textsOf = (notes: readonly NoteRecord[]): Set<string> =>
  new Set(
    notes.flatMap(({ result }) =>
      result ? [result.markdown, result.written?.markdown ?? '', ...itemsOf(result).map(({ ai_content }) => ai_content)] : [],
    ),
  )

const itemsOf = ({ form, header }: StoredResult) => (form?.dimensions ? toDimensionItems(form, header.summary_id) : [])

/** Returns the note of an item, and its text with the item inserted: all of it, or one dimension. */
function editedNote(notes: readonly NoteRecord[], { markdown, header: { summary_id } }: SentText) {
  if (summary_id === '') return undefined
  for (const note of notes) {
    const { result } = note
    if (!result) continue
    if (result.header.summary_id === summary_id) return { note, markdown }
    const items = itemsOf(result)
    const isPart = items.some((item) => item.summary_id === summary_id)
    if (!isPart) continue
    const parts = items.map((item) => (item.summary_id === summary_id ? markdown : item.ai_content).trim())
    return { note, markdown: `${[`# ${escapePlainText(result.header.headline)}`, ...parts].join('\n\n')}\n` }
  }
  return undefined
}

async function addNote(tx: AppContext, { userId, fileId }: Target, { header }: SentText) {
  const tab_name = cutText(header.headline || header.category, MAX_TAB_NAME)
  return createNote(tx, { user_id: userId, file_id: fileId, note_type: 'sum_multi_note', tab_name })
}

/** The client's form is ignored, because it may belong to a text before its edits. Returns the note with the text. */
async function saveText(tx: AppContext, note: NoteRecord, { markdown, header }: SentText): Promise<NoteRecord> {
  const { user_id: userId, file_id: fileId, result: before } = note
  const text: StoredResult = before
    ? toEdited(before, markdown)
    : { markdown, content: { markdown }, form: null, header, speakers: await readVoiceNames(tx, { userId, fileId }) }
  const result = { ...text, header: mergeHeaders(text.header, header, newId(tx.clock.now())), isOfClient: true }
  await writeText(tx, note, { result, origin: 'edited' })
  return { ...note, result }
}

const MAX_HEADLINE = 500
const MAX_CATEGORY = 100
const MAX_ID = 64

/**
 * A client that sends plain Markdown sends neither a headline nor a category. The id of a dimension differs from that of its
 * summary.
 */
const mergeHeaders = (before: SummaryHeader, sent: SummaryHeader, summaryId: string): SummaryHeader => ({
  headline: cutText(sent.headline || before.headline, MAX_HEADLINE),
  category: cutText(before.category || sent.category, MAX_CATEGORY),
  original_category: cutText(before.original_category || sent.original_category, MAX_CATEGORY),
  summary_id: cutText(before.summary_id || summaryIdOf(sent.summary_id) || summaryId, MAX_ID),
})
