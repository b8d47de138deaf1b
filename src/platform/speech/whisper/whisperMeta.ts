import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const idListSchema = z.string().transform((list) => list.split(',').map(Number))

const MetaFile = z.object({
  n_mels: z.literal(80),
  n_vocab: z.number().int(),
  n_text_ctx: z.number().int(),
  n_text_state: z.number().int(),
  n_text_layer: z.number().int(),
  sot: z.number().int(),
  eot: z.number().int(),
  transcribe: z.number().int(),
  translate: z.number().int(),
  sot_prev: z.number().int(),
  no_timestamps: z.number().int(),
  no_speech: z.number().int(),
  suppress_begin: idListSchema,
  all_language_tokens: idListSchema,
  all_language_codes: z.string().transform((list) => list.split(',')),
})

/** The dimensions of this Whisper model and the ids of its special tokens. */
export type WhisperMeta = {
  readonly vocabulary: number
  /** Maximum number of tokens in one window, including the task tokens. */
  readonly context: number
  readonly width: number
  readonly layers: number
  readonly start: number
  readonly end: number
  readonly transcribe: number
  readonly translate: number
  /** Begins the text before the window, which the model continues. */
  readonly previousText: number
  readonly noTimestamps: number
  readonly noSpeech: number
  /** Tokens that cannot be the first of a text. */
  readonly neverFirst: readonly number[]
  readonly languages: readonly { readonly code: string; readonly token: number }[]
}

/** Reads and validates `meta.json`. */
export async function readWhisperMeta(path: string): Promise<WhisperMeta> {
  const file = MetaFile.parse(JSON.parse(await readFile(path, 'utf8')))
  return {
    vocabulary: file.n_vocab,
    context: file.n_text_ctx,
    width: file.n_text_state,
    layers: file.n_text_layer,
    start: file.sot,
    end: file.eot,
    transcribe: file.transcribe,
    translate: file.translate,
    previousText: file.sot_prev,
    noTimestamps: file.no_timestamps,
    noSpeech: file.no_speech,
    neverFirst: file.suppress_begin,
    languages: file.all_language_tokens.map((token, i) => ({ token, code: file.all_language_codes[i] ?? '' })),
  }
}
