import type { File, Segment } from '#features/files/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { minutes } from '#shared/units.ts'

export const FILE_ID = 'a'.repeat(32)

/** Returns a recording of 48:07 as sent by the server, with the given changes. */
export function createRecording(change: Partial<File> = {}): File {
  return {
    id: FILE_ID,
    filename: 'Interview with Dr. Okafor',
    fullname: 'interview.mp3',
    filesize: 17_000_000,
    filetype: 'MP3',
    file_md5: '',
    is_trash: false,
    filetag_id_list: [],
    scene: 101,
    serial_number: '',
    start_time: 1_795_252_320,
    end_time: 1_795_255_207,
    edit_time: 1_795_255_300,
    opened_time: 1_795_255_300,
    edit_from: 'web',
    session_id: 1_795_252_320,
    duration: minutes(48) + 7000,
    timezone: 0,
    version: 1,
    support_mul_summ: true,
    is_trans: false,
    is_summary: false,
    summary_line: '',
    is_summary_new: false,
    ori_ready: true,
    trashed_at: null,
    original_filename: null,
    extra_data: {},
    trans_result: null,
    ai_content: '',
    outline_result: null,
    sound_deleted_at: null,
    playback_position: 0,
    ...change,
  }
}

/** Returns a segment of speech whose words each take half a second. */
export function createSegment(id: number, start: number, text: string, change: Partial<Segment> = {}): Segment {
  const spoken = text.split(' ')
  return {
    id: String(id),
    start_time: start,
    end_time: start + spoken.length * 500,
    content: text,
    speaker: '',
    original_speaker: '',
    language: 'en',
    words: spoken.map((word, index) => [start + index * 500, start + index * 500 + 400, word, 0.9]),
    ...change,
  }
}

export function createTask(change: Partial<TaskView> = {}): TaskView {
  return {
    file_id: FILE_ID,
    task_id: 't-1',
    stage: 'transcribing',
    status: 0,
    percent: 42,
    seconds_left: 120,
    segments_transcribed: 0,
    msg: '',
    ...change,
  }
}
