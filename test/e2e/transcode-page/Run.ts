export type RunOptions = {
  /** Stops when so much sound is done. */
  readonly cancelAfter?: number
  /** Into a file of the browser's own store, instead of a blob. */
  readonly intoStore?: boolean
  /** Where there is no need of the bytes. */
  readonly withoutBytes?: boolean
}

/** What the page tells the test of one run. Bytes travel as base64. */
export type Run = {
  readonly base64: string
  readonly size: number
  readonly duration: number
  readonly failure: string | null
  readonly says: string
  readonly heard: readonly { done: number; duration: number | null }[]
  /** How long it took, ms. */
  readonly took: number
}
