import { readAccountProfile } from '#features/account/server.ts'
import { readPeaks, readStoredResults } from '#features/files/server.ts'
import { readNotes } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { withoutDirectionMarks } from '#platform/http/html.ts'
import { clipOf, type Shared } from '../findShared.ts'
import type { StoredContent } from './SharedContent.ts'

/** Reads what a link shows, and nothing else. Rejects with NotFound when the recording has been deleted. */
export async function readStoredContent(ctx: AppContext, { link, file }: Shared): Promise<StoredContent> {
  const { user_id: userId, file_id: fileId } = link
  const { nickname, isNicknameDerived } = await readAccountProfile(ctx, userId)
  const hasAudio = link.shows_audio && file.sound_deleted_at === null
  const notes = link.note_ids.length > 0 ? await readNotes(ctx, userId, fileId) : []
  return {
    title: file.filename,
    // The owner may be one of the speakers.
    ownerName: link.hides_names || isNicknameDerived ? '' : withoutDirectionMarks(nickname),
    recordedAt: file.start_time,
    timezone: file.timezone,
    duration: file.duration_ms,
    chosenLanguage: file.extra_data.tranConfig?.language ?? '',
    clip: clipOf(link),
    expiresAt: link.expires_at,
    results: await readStoredResults(ctx, userId, fileId),
    notes: notes
      .filter(({ note_id, note_type }) => note_type !== 'auto_sum_note' && link.note_ids.includes(note_id))
      .map(({ note_tab_name, note_content, note_type }) => ({
        name: note_type === 'high_light' ? '' : note_tab_name,
        markdown: note_content,
      })),
    peaks: hasAudio ? await readPeaks(ctx, userId, fileId) : null,
    hasAudio,
    showsSummary: link.shows_summary,
    showsTranscript: link.shows_transcript,
    hidesNames: link.hides_names,
  }
}
