import { paths } from '#shared/paths.ts'
import { toTabLink, toTimeLink } from '#shared/timeLink.ts'
import type { FoundRecording, SearchMoment } from '../../contract.ts'

/** A moment of a transcript, which can be played. */
export type PlayableMoment = SearchMoment & { kind: 'transcript'; start_ms: number }

export const isPlayable = (moment: SearchMoment): moment is PlayableMoment =>
  moment.kind === 'transcript' && moment.start_ms !== null

/** Identifies a moment among those of its recording. */
export const momentKey = ({ kind, segment_id, note_id, start_ms, text }: SearchMoment): string =>
  [kind, segment_id ?? note_id ?? '', start_ms ?? '', text].join(' ')

/** Returns the address of the recording at this moment: at its second, or at the summary or note that contains it. */
export function momentAddress({ file_id }: Pick<FoundRecording, 'file_id'>, moment: SearchMoment): string {
  const { kind, start_ms, note_id } = moment
  const path = paths.file(file_id)
  if ((kind === 'transcript' || kind === 'highlight') && start_ms !== null) return path + toTimeLink(start_ms)
  return path + toTabLink(kind === 'note' && note_id !== null ? `note:${note_id}` : 'summary')
}
