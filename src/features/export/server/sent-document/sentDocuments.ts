import { readFiles, readStoredResults, requireFile } from '#features/files/server.ts'
import { computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, InvalidJson, NotFound } from '#platform/http/errors.ts'
import { MiB, type Millis, seconds } from '#shared/units.ts'
import { type ExportFormat, formatInfo, isExportFormat, isWritten, type WrittenFormat } from '../../rules.ts'
import { WRITE_BUDGET } from '../exportFiles.ts'
import type { SentHead, SentKind } from './SentDocument.ts'
import type { parseDocument, writeDocument } from './sentDocument.compute.ts'

/** Sixteen megabytes take half a second on an idle machine. Short texts are parsed even while other documents are written. */
const parseBudget = (body: Uint8Array): Millis => (body.length > MiB ? seconds(20) : seconds(10))

const module = new URL('./sentDocument.compute.ts', import.meta.url)
const PARSE = computeTask<typeof parseDocument>(module, 'parseDocument')
const WRITE = computeTask<typeof writeDocument>(module, 'writeDocument')

/** A document without its text, and the stored form of the text; null for that of the recording. */
export type ParsedDocument = { readonly head: SentHead; readonly text: Uint8Array | null }

type Run = { readonly userId: string; readonly signal: AbortSignal }

/** Parses a request in the format of existing programs. Rejects with Invalid, NotFound and ComputeLimitError. */
export async function readSentDocument(
  ctx: AppContext,
  body: Uint8Array,
  { userId, signal }: Run,
): Promise<ParsedDocument | { refused: 'unknownFormat' | 'nothing' }> {
  const parsed = await ctx.compute.run(PARSE, body, { queue: userId, budget: parseBudget(body), signal })
  if ('invalid' in parsed) throw toError(parsed.invalid)
  const { text, isEmpty, format, ...head } = parsed
  const row = await requireFile(ctx, userId, head.fileId)
  if (!isExportFormat(format) || !canBeSent(format, head.kind)) return { refused: 'unknownFormat' }
  const isStored = head.kind === 'trans' ? row.has_transcript : row.has_summary
  if (isEmpty || (text === null && !isStored)) return { refused: 'nothing' }
  return { head: { ...head, format, title: head.title || row.filename }, text }
}

/** Whether a format suits an uploaded text: a summary is not a transcript, and neither contains to-dos, mind maps or audio. */
function canBeSent(format: ExportFormat, kind: SentKind): format is WrittenFormat {
  const { needs } = formatInfo(format)
  return isWritten(format) && (needs === 'text' || (needs === 'transcript' && kind === 'trans'))
}

const toError = (invalid: 'json' | Pick<Invalid, 'field' | 'message' | 'reason'>): Error =>
  invalid === 'json' ? new InvalidJson() : new Invalid(invalid.field, invalid.message, invalid.reason)

/** Returns the file of an uploaded document. Rejects with NotFound when its text no longer exists, and with ComputeLimitError. */
export async function writeSentDocument(
  ctx: AppContext,
  { head: { fileId, ...head }, text }: ParsedDocument,
  { userId, signal }: Run,
): Promise<Uint8Array> {
  const needsStored = text === null && (await readFiles(ctx, userId, [fileId])).length > 0
  const stored = needsStored ? await readStoredResults(ctx, userId, fileId) : {}
  const document = { ...head, text, stored, now: ctx.clock.now() }
  const bytes = await ctx.compute.run(WRITE, document, { queue: userId, budget: WRITE_BUDGET, signal })
  if (bytes === null) throw new NotFound()
  return bytes
}
