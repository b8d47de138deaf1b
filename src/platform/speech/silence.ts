import { deflateSync } from 'node:zlib'

/** What a text needs to show before it is believed to be speech. */
export type Doubt = {
  readonly noSpeech: number
  /** Mean log-probability, the end token counted. */
  readonly meanLogProb: number
  readonly loops: boolean
  readonly text: string
}

/**
 * True when a text was made up out of silence or noise: nobody seems to speak, and either the text is unlikely or it goes
 * round in circles (a loop of tokens, or text that packs to less than 1/2.4 of its size).
 */
export function isSilence({ noSpeech, meanLogProb, loops, text }: Doubt): boolean {
  return noSpeech > 0.6 && (meanLogProb < -0.7 || loops || packs(text) > 2.4)
}

function packs(text: string): number {
  const bytes = Buffer.from(text.trim())
  return bytes.length / deflateSync(bytes).length
}
