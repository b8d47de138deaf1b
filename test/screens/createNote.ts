import type { Note, SummaryForm, SummaryPoint } from '#features/notes/contract.ts'
import { minutes } from '#shared/units.ts'

export const createPoint = (id: string, text: string, change: Partial<SummaryPoint> = {}): SummaryPoint => ({
  id,
  text,
  segments: [],
  start_time: null,
  speaker: null,
  supported: true,
  owner: null,
  due: null,
  done: false,
  ...change,
})

/** Returns the form of a summary written by a language model, with the given changes. */
export const createForm = (change: Partial<SummaryForm> = {}): SummaryForm => ({
  engine: { kind: 'llm', id: 'mistral-small' },
  language: 'en',
  coverage: { start_time: 0, end_time: minutes(48) + 7000, share: 1 },
  keyphrases: [],
  template: null,
  sections: [],
  chapters: [],
  mentions: [],
  talk_time: [],
  silence_ms: 0,
  ...change,
})

type NoteChange = Partial<Omit<Note, 'extra'>> & { form?: SummaryForm | null; cited?: SummaryForm | null }

/** Returns a recording's summary as sent by the server, or another note with the given changes. */
export function createNote({ form = null, cited = null, ...change }: NoteChange = {}): Note {
  const header = { headline: '', category: '', summary_id: 's', original_category: '' }
  const note = {
    note_id: 'n',
    note_type: 'auto_sum_note' as const,
    note_title: '',
    note_content: '',
    note_tab_name: '',
    error_code: '',
    summary_id: 's',
    data_post_id: '',
    data_link: '',
    data_error_code: '',
    task_status: 1,
    version_id: 'v2',
    version_count: 0,
    template: null,
    made_at: 1_795_255_300,
    mark_title: '',
    mark_memo: [],
    ppc_status: 0,
    extra: { summary_id: 's', header, form, cited },
    ...change,
  }
  return {
    ...note,
    data_id: note.note_id,
    data_type: note.note_type,
    data_title: note.note_title,
    data_tab_name: note.note_tab_name,
    data_content: note.note_content,
  }
}
