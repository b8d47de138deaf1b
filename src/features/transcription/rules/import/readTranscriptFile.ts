import type { Segment } from '#features/files/contract.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import { decodeText } from './encoding/decodeText.ts'
import type { Encoding } from './encoding/encodings.ts'
import { ImportReport, type ImportRefusal, type LeftOut } from './ImportReport.ts'
import { importTranscript } from './importTranscript.ts'

/** Number and length of the lines shown to check the encoding. */
const SAMPLE_LINES = 3
const SAMPLE_LENGTH = 120

/** A transcript of another program, and how it was parsed. */
export type ReadTranscript = {
  readonly segments: Segment[] | null
  readonly leftOut: readonly LeftOut[]
  readonly placeKind: 'line' | 'row'
  readonly refusal: ImportRefusal | null
  readonly encoding: Encoding
  readonly isGuess: boolean
  /** Lines that look different in other encodings. */
  readonly sample: readonly string[]
}

/** Limits of a transcript: the length of the recording, and the maximum size on the server. */
export type TranscriptLimits = { readonly duration: Millis; readonly maxBytes: Bytes }
export type TranscriptRequest = TranscriptLimits & { readonly file: Blob; readonly encoding?: Encoding | undefined }

/** Reads a file in the given encoding, or in the detected one. */
export async function readTranscriptFile({ file, encoding, ...limits }: TranscriptRequest): Promise<ReadTranscript> {
  return readTranscript(new Uint8Array(await file.arrayBuffer()), limits, encoding)
}

/** Parses the bytes of a file in the given encoding, or in the detected one. */
export function readTranscript(bytes: Uint8Array, { duration, maxBytes }: TranscriptLimits, chosen?: Encoding): ReadTranscript {
  const { text, encoding, isGuess } = decodeText(bytes, chosen)
  const report = new ImportReport()
  const found = importTranscript(text, duration, report)
  const segments = found && isWithinLimit(found, maxBytes) ? found : null
  if (found && !segments) report.refuse('tooLong')
  const { leftOut, placeKind, refusal } = report
  return { segments, leftOut, placeKind, refusal, encoding, isGuess, sample: sampleOf(text) }
}

/** The server refuses a transcript that is too long for the length of the recording. */
const isWithinLimit = (segments: readonly Segment[], maxBytes: Bytes): boolean =>
  new TextEncoder().encode(JSON.stringify(segments)).length <= maxBytes

function sampleOf(text: string): string[] {
  const lines: string[] = []
  // oxlint-disable-next-line no-control-regex
  for (const [line] of text.matchAll(/^.*[^\u0000-\u007f].*$/gm)) {
    lines.push(line.trim().slice(0, SAMPLE_LENGTH))
    if (lines.length === SAMPLE_LINES) break
  }
  return lines
}
