import { readModelFailure } from '#features/language-models/server.ts'
import { unixSeconds } from '#shared/units.ts'
import type { Note, NoteVersion, SpeakerMemo, SummaryHeader, SummaryResult, UsedTemplate } from '../contract.ts'
import { findCitedPoints } from './citedPoints.ts'
import type { NoteRecord, NoteText, StoredResult, VersionRecord } from './store.ts'

const NO_MEMO: SpeakerMemo = { mark_title: '', mark_memo: [] }
export const NO_HEADER: SummaryHeader = { headline: '', category: '', summary_id: '', original_category: '' }

type Fields = Pick<Note, 'note_id' | 'note_type' | 'note_title' | 'note_content' | 'note_tab_name'> & Partial<Note>

/** Returns a note with both sets of field names that responses carry (B§3). */
export function toWireNote(fields: Fields): Note {
  const { note_id, note_type, note_title, note_content, note_tab_name, error_code = '' } = fields
  return {
    error_code,
    summary_id: '',
    data_post_id: '',
    data_id: note_id,
    data_type: note_type,
    data_title: note_title,
    data_tab_name: note_tab_name,
    data_content: note_content,
    data_link: '',
    data_error_code: error_code,
    task_status: 1,
    version_id: '',
    version_count: 0,
    template: null,
    made_at: 0,
    ...NO_MEMO,
    ppc_status: 0,
    extra: { summary_id: '', header: NO_HEADER, form: null, cited: null },
    ...fields,
  }
}

/** The title and link of the recording of a note, and the number of versions. */
type NoteContext = { readonly title: string; readonly link: string; readonly versionCount: number }

/** Converts a note to its wire format. */
export function toNote(note: NoteRecord, { title, link, versionCount }: NoteContext): Note {
  const { result, status } = note
  const header = result?.header ?? NO_HEADER
  const failure = status < 0 ? readModelFailure(note.msg) : undefined
  return toWireNote({
    note_id: note.note_id,
    note_type: note.note_type,
    note_title: note.title || header.headline || title,
    note_content: result?.markdown ?? '',
    note_tab_name: note.tab_name || header.headline,
    data_link: link,
    error_code: status < 0 ? String(status) : '',
    summary_id: header.summary_id,
    data_post_id: note.post_id ?? '',
    task_status: status,
    ...(failure && { model_failure: { model: note.model ?? '', failure } }),
    version_id: note.version_id ?? '',
    version_count: versionCount,
    template: note.template,
    made_at: unixSeconds(note.made_at),
    ...(note.memo ?? NO_MEMO),
    ppc_status: note.ppc_status,
    extra: { summary_id: header.summary_id, header, form: result?.form ?? null, cited: result ? citedOf(result) : null },
  })
}

/** Returns a text without fields that only the server needs. */
export const toSentResult = ({ markdown, header, form, content }: StoredResult): SummaryResult => ({
  markdown,
  header,
  form,
  content,
})

const citedOf = ({ form, basis, markdown }: StoredResult) => (form || !basis ? null : findCitedPoints(basis, markdown))

/** Converts a version of a note to its wire format. */
export const toVersion = ({ version_id, origin, result, written_at }: VersionRecord, isCurrent = false): NoteVersion => ({
  version_id,
  origin,
  is_current: isCurrent,
  engine: result.form?.engine.id ?? '',
  template: usedTemplate(result),
  made_at: unixSeconds(written_at),
})

const usedTemplate = (result: NonNullable<NoteText['result']>): UsedTemplate | null => result.form?.template ?? null
