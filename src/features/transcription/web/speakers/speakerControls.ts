/** Changes names in the transcript. A new name that another speaker has merges the two. */
export type SpeakerEdits = {
  rename: (from: string, to: string) => void
  /** Changes the speaker of some segments only. */
  setSpeaker: (segmentIds: readonly string[], speaker: string) => void
}

/** The longest name of a speaker. */
export const MAX_SPEAKER_NAME = 200

/** What the page of a recording can do with the speakers of its transcript. */
export type SpeakerControls = {
  /** Without it, speakers cannot be told apart again. */
  separation: SpeakerSeparation | undefined
  /** Without it, names cannot be changed. */
  edits: SpeakerEdits | undefined
  /** Whether there is audio to play samples of. */
  hasAudio: boolean
}

export type SpeakerSeparation = {
  /** Tells at most this many speakers apart; null for any number. */
  start: (atMost: number | null) => void
  isStarting: boolean
  /** Why it cannot start now. */
  disabledReason: string | false | undefined
  /** Most speakers that can be expected. */
  max: number
}
