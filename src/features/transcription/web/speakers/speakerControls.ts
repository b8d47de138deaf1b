import type { Millis } from '#shared/units.ts'

/** What the page of a recording can do with the speakers of its transcript. */
export type SpeakerControls = {
  /** Without it, speakers cannot be separated again. */
  separation: SpeakerSeparation | undefined
  /** Whether there is audio to play samples of. */
  hasAudio: boolean
}

export type SpeakerSeparation = {
  /** Tells at most this many speakers apart; null for any number. */
  start: (atMost: number | null) => void
  isStarting: boolean
  /** How long it takes, about. */
  expectedTime: Millis
  /** Why it cannot start now. */
  disabledReason: string | false | undefined
  /** Most speakers that can be expected. */
  max: number
}
