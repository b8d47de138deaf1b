import { deflateSync } from 'node:zlib'

/** The scores that decide whether a text is believed to be speech. */
export type TextScores = {
  readonly noSpeech: number
  /** Mean log-probability, including the end token. */
  readonly meanLogProb: number
  readonly isLooping: boolean
  readonly text: string
}

/**
 * True when a text was probably hallucinated from silence or noise: speech is unlikely, and the text is either unlikely or
 * repetitive (a loop of tokens, or a compression ratio above 2.4).
 */
export function isHallucination({ noSpeech, meanLogProb, isLooping, text }: TextScores): boolean {
  return noSpeech > 0.6 && (meanLogProb < -0.7 || isLooping || compressionRatio(text) > 2.4)
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text.trim())
  return bytes.length / deflateSync(bytes).length
}
