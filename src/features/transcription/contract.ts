import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { FileId, Segment } from '#features/files/contract.ts'

/** Longest recording that can be transcribed, in seconds (B§9). */
export const MAX_SECONDS = 18_000
/** Longest recording whose speakers can be separated, in seconds (B§5, B§9). */
export const MAX_SPEAKER_SECONDS = 10_800
/** How many times faster than real time speakers are separated on two cores, to estimate the duration (docs/decisions/0051). */
export const SEPARATION_SPEED = 10

/** How long a client may cache a label, in seconds: one day (A§7). */
const LABEL_MAX_AGE = 86_400

export {
  Edit,
  EditOperation,
  EditSource,
  type FoundFile,
  MAX_EDITS,
  MAX_HISTORY,
  MAX_REPLACED_FILES,
  PREVIEW_FILES,
  SuggestedTerm,
  TextReplacement,
  TextSearch,
  TranscriptChange,
  VOICE_PRINT_CLIENT,
  editingContract,
} from './contract/editing.ts'
export { VoicePrintCopy, voicePrintCopyContract, MAX_COPY_LENGTH } from './contract/voicePrintCopy.ts'
export {
  MAX_SOUNDS,
  MAX_SUGGESTIONS,
  MAX_TERMS,
  MAX_TERM_LENGTH,
  TermSuggestion,
  WordListTerm,
  wordListContract,
} from './contract/wordList.ts'

/** Voices with less speech make no voice print, in seconds. */
export const MIN_VOICE_SECONDS = 2

/** A voice of a recording. `speaker` is the name that the machine gave it, `embedding` is a unit vector of 256 numbers. */
export const Voice = z.object({
  speaker: z.string(),
  embedding: z.array(z.number()),
  /** In which the speaker speaks alone, from which the embedding was made. */
  seconds: z.number(),
})
export type Voice = z.infer<typeof Voice>

export const transcriptionContract = {
  liveSegments: route({
    method: 'GET',
    path: '/ai/segments/:id',
    access: 'signed-in',
    summary: 'Get the segments transcribed so far, from number `from`; only the last may still change',
    params: z.object({ id: FileId }),
    query: z.object({ from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) }),
    reply: z.object({ data: z.object({ segments: z.array(Segment), total: z.int() }) }),
  }),
  voices: route({
    method: 'GET',
    path: '/ai/voices/:id',
    access: 'signed-in',
    summary: 'List the voices of a recording, from which a browser makes voice prints; empty before its speakers are told apart',
    params: z.object({ id: FileId }),
    reply: z.object({ data: z.object({ voices: z.array(Voice) }) }),
  }),
  label: route({
    method: 'POST',
    path: '/ai/label',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the word for "Speaker" in a language; English if there is none',
    body: z.object({ language: z.string().check(z.maxLength(40)) }),
    reply: z.object({ data: z.object({ label_text: z.string() }) }),
    cache: LABEL_MAX_AGE,
  }),
} as const
