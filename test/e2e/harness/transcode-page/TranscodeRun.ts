import type { ChannelSpans } from '#shared/audio/channelSpans.ts'

export type TranscodeRunOptions = {
  /** Cancels when this much audio is transcoded, in ms. */
  readonly cancelAfter?: number
  /** Writes into a file of the browser's storage instead of a blob. */
  readonly toStorage?: boolean
  /** Omits the bytes from the result. */
  readonly withoutBytes?: boolean
}

/** The result of one run. Bytes are base64. */
export type TranscodeRun = {
  readonly base64: string
  readonly size: number
  readonly duration: number
  readonly tracks: { readonly mixed: number; readonly leftOut: number }
  readonly channelSpans: ChannelSpans | null
  readonly failure: string | null
  readonly message: string
  readonly progress: readonly { done: number; duration: number | null }[]
  /** Duration of the run in ms. */
  readonly elapsed: number
}
