import { linkOptions } from '@tanstack/react-router'
import { toTabHash, toTimeHash } from '#shared/timeLink.ts'
import type { FoundRecording, SearchMoment } from '../../contract.ts'

/** A moment of a transcript, which can be played. */
export type PlayableMoment = SearchMoment & { kind: 'transcript'; start_ms: number }

export const isPlayable = (moment: SearchMoment): moment is PlayableMoment =>
  moment.kind === 'transcript' && moment.start_ms !== null

/** Identifies a moment among those of its recording. */
export const momentKey = ({ kind, segment_id, note_id, start_ms, text }: SearchMoment): string =>
  [kind, segment_id ?? note_id ?? '', start_ms ?? '', text].join(' ')

/** Returns the link to the recording at this moment: at its second, or at the summary or note that contains it. */
export function momentLink({ file_id }: Pick<FoundRecording, 'file_id'>, moment: SearchMoment) {
  const { kind, start_ms, note_id } = moment
  const isInTranscript = (kind === 'transcript' || kind === 'highlight') && start_ms !== null
  const tab = kind === 'note' && note_id !== null ? (`note:${note_id}` as const) : 'summary'
  return linkOptions({ to: '/file/$id', params: { id: file_id }, hash: isInTranscript ? toTimeHash(start_ms) : toTabHash(tab) })
}
