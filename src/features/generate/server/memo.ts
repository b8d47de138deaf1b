import { cutText } from '#shared/cutText.ts'
import { parseJsonText } from '#shared/parseJsonText.ts'
import { MAX_MARKS, MAX_MARK_CHARACTERS, type SpeakerMemo } from '#features/notes/contract.ts'

type Sent = { readonly mark_title?: string | null | undefined; readonly mark_memo?: unknown }

/** Returns what the speaker noted while recording (B§7), or null when a request says nothing of it. */
export function parseMemo({ mark_title, mark_memo }: Sent): SpeakerMemo | null {
  const title = clean(mark_title)
  const marks = [parseMarks(mark_memo)].flat().slice(0, MAX_MARKS).flatMap(toMark)
  return title === '' && marks.length === 0 ? null : { mark_title: title, mark_memo: marks }
}

/** A text can be the JSON of the marks, as clients send `info`. */
function parseMarks(memo: unknown): unknown {
  const parsed = typeof memo === 'string' ? parseJsonText(memo) : memo
  return typeof parsed === 'object' ? parsed : memo
}

function toMark(mark: unknown): SpeakerMemo['mark_memo'] {
  const { mark_content, timestamp } = (typeof mark === 'string' ? { mark_content: mark } : (mark ?? {})) as Record<
    string,
    unknown
  >
  const text = clean(mark_content)
  if (text === '') return []
  const time = typeof timestamp === 'number' || typeof timestamp === 'string' ? Number(timestamp || NaN) : NaN
  return [{ mark_content: text, timestamp: time >= 0 && time <= MAX_TIME ? Math.round(time) : null }]
}

const MAX_TIME = 1_000_000_000

const clean = (text: unknown): string => (typeof text === 'string' ? cutText(text.trim(), MAX_MARK_CHARACTERS) : '')
