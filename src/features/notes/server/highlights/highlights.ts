import { lockFileForShare, pageOf } from '#features/files/server.ts'
import { publishChange } from '../publishChange.ts'
import { toWireNote } from '../toNote.ts'
import type { RefusalName } from '#shared/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import {
  MAX_HIGHLIGHTS,
  type Highlight,
  type HighlightInput,
  type Note,
  type notesContract,
  highlightsTopic,
} from '../../contract.ts'
import { formatHighlights } from '../../rules.ts'
import * as store from './storeHighlights.ts'

/** Returns the highlights of a recording in the order of their times. */
export const listHighlights = async (ctx: AppContext, userId: string, fileId: string): Promise<Highlight[]> =>
  (await store.listHighlights(ctx, userId, fileId)).map(toHighlight)

/** Highlights a passage. Repeating a request with the same id changes nothing. Rejects with NotFound. */
export async function addHighlight(
  ctx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  { id, start_time, end_time, text, comment }: HighlightInput,
): Promise<Highlight | { refused: RefusalName<typeof notesContract.addHighlight> }> {
  return ctx.transaction(async (tx) => {
    if (!(await lockFileForShare(tx, userId, fileId))) throw new NotFound()
    const key = { user_id: userId, file_id: fileId, highlight_id: id }
    const existing = await store.readHighlight(tx, key)
    if (existing) return toHighlight(existing)
    if (end_time < start_time) return { refused: 'endsBeforeStart' }
    if ((await store.countHighlights(tx, userId, fileId)) >= MAX_HIGHLIGHTS) return { refused: 'tooMany' }
    const row = {
      ...key,
      start_ms: start_time,
      end_ms: end_time,
      text: text.trim(),
      comment: comment.trim(),
      created_at: tx.clock.now(),
    }
    await store.insertHighlight(tx, row)
    await publishChange(tx, { userId, fileId }, highlightsTopic)
    return toHighlight(row)
  })
}

type HighlightKey = { userId: string; fileId: string; highlightId: string }

/** Changes the comment of a highlight. Rejects with NotFound. */
export async function changeComment(ctx: AppContext, key: HighlightKey, comment: string): Promise<Highlight> {
  return ctx.transaction(async (tx) => {
    const row = await store.updateComment(tx, toRecordKey(key), comment.trim())
    if (!row) throw new NotFound()
    await publishChange(tx, key, highlightsTopic)
    return toHighlight(row)
  })
}

/** Removes a highlight. Rejects with NotFound. */
export async function removeHighlight(ctx: AppContext, key: HighlightKey): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (!(await store.deleteHighlight(tx, toRecordKey(key)))) throw new NotFound()
    await publishChange(tx, key, highlightsTopic)
  })
}

/** Returns the highlights of a recording as one note (B§3), or null without any. */
export async function highlightNote(ctx: AppContext, userId: string, fileId: string, title: string): Promise<Note | null> {
  const highlights = await listHighlights(ctx, userId, fileId)
  if (highlights.length === 0) return null
  const id = `note:${fileId}`
  const marks = highlights.map(({ start_time, text, comment }) => ({
    mark_content: comment === '' ? text : `${text}\n${comment}`,
    timestamp: start_time,
  }))
  return toWireNote({
    note_id: id,
    note_type: 'high_light',
    note_title: title,
    note_content: formatHighlights(highlights),
    note_tab_name: '',
    data_link: pageOf(ctx, fileId),
    data_content: JSON.stringify(marks),
  })
}

/** Returns the highlights of a user for the download of all personal data. */
export const exportHighlights = async (ctx: AppContext, userId: string) => ({
  highlights: (await store.listAllHighlights(ctx, userId)).map((row) => ({ file_id: row.file_id, ...toHighlight(row) })),
})

const toRecordKey = ({ userId, fileId, highlightId }: HighlightKey) => ({
  user_id: userId,
  file_id: fileId,
  highlight_id: highlightId,
})

const toHighlight = (row: store.HighlightRecord): Highlight => ({
  id: row.highlight_id,
  start_time: row.start_ms,
  end_time: row.end_ms,
  text: row.text,
  comment: row.comment,
  created_time: Math.floor(row.created_at.getTime() / 1000),
})
