import { newId } from '#shared/newId.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { MAX_NOTES, MAX_TAB_NAME, type SummaryHeader, type SummaryResult } from '../contract.ts'
import { parseSummaryResults } from '../rules.ts'
import { toEdited, writeText } from './noteText.ts'
import { toDimensionItems } from './summary/toSummaryResult.ts'
import { createNote, findOrCreateSummary, listNotes, type NoteRecord, type StoredResult } from './store.ts'
import { NO_HEADER } from './toNote.ts'

type SentText = Pick<SummaryResult, 'markdown' | 'header'>
type Target = { readonly userId: string; readonly fileId: string }

/**
 * Makes the summary that a client saves in a recording the text of its note, so that every call answers with it (B§4). What this server
 * has sent, and comes back, changes nothing. Of a list of summaries (`data_result_summ_mul`) the others become notes, unless they are
 * notes already. Call it with the recording locked.
 */
export async function saveClientSummary(tx: AppContext, { userId, fileId }: Target, aiContent: string): Promise<void> {
  // JSON of another kind is kept as it is.
  const [summary = { markdown: aiContent, header: NO_HEADER }, ...others] = parseSummaryResults(aiContent)
  const notes = await listNotes(tx, userId, fileId)
  const known = new Set(notes.flatMap(({ result }) => (result ? textsOf(result) : [])))
  if (!known.has(summary.markdown)) await saveText(tx, await findOrCreateSummary(tx, userId, fileId), summary)
  const room = MAX_NOTES - notes.filter(({ note_type }) => note_type === 'sum_multi_note').length
  for (const other of others.filter(({ markdown }) => !known.has(markdown)).slice(0, room)) {
    const tab_name = (other.header.headline || other.header.category).slice(0, MAX_TAB_NAME)
    const note = await createNote(tx, { user_id: userId, file_id: fileId, note_type: 'sum_multi_note', tab_name })
    await saveText(tx, note, other)
  }
}

/** Returns the texts that a note is sent as. */
const textsOf = ({ markdown, form, header }: StoredResult): string[] => [
  markdown,
  ...(form?.dimensions ? toDimensionItems(form, header.summary_id).map(({ ai_content }) => ai_content) : []),
]

/** The form of a client is left out: it may belong to a text before its edits. */
async function saveText(tx: AppContext, note: NoteRecord, { markdown, header }: SentText): Promise<void> {
  const { user_id: userId, file_id: fileId, result: before } = note
  const result: StoredResult = before
    ? toEdited(before, markdown)
    : { markdown, content: { markdown }, form: null, header, speakers: await readVoiceNames(tx, { userId, fileId }) }
  await writeText(tx, note, {
    result: { ...result, header: mergeHeaders(result.header, header, newId(tx.clock.now())) },
    origin: 'edited',
  })
}

/** A client that sends plain Markdown names neither a headline nor a category. */
const mergeHeaders = (before: SummaryHeader, sent: SummaryHeader, summaryId: string): SummaryHeader => ({
  headline: sent.headline || before.headline,
  category: sent.category || before.category,
  original_category: sent.original_category || before.original_category,
  summary_id: sent.summary_id || before.summary_id || summaryId,
})
