import { FileId, FilePatch, type File } from '#features/files/contract.ts'
import { pageOf, readFullFiles } from '#features/files/server.ts'
import { parseJsonText } from '#shared/parseJsonText.ts'
import type { Reply } from '#shared/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import type { editingContract } from '../../contract.ts'

type Source = Reply<typeof editingContract.querySource>['data'][number]

/** Returns the transcript and the outline of a recording in the format for other programs (B§7). Rejects with NotFound. */
export async function readSources(ctx: AppContext, userId: string, givenId: string | undefined): Promise<Source[]> {
  const fileId = FileId.safeParse(givenId)
  const [file] = fileId.success ? await readFullFiles(ctx, userId, [fileId.data]) : []
  if (!file) throw new NotFound()
  return [
    ...(file.trans_result ? [toSource(ctx, file, 'transaction', file.trans_result)] : []),
    ...(file.outline_result ? [toSource(ctx, file, 'outline', file.outline_result)] : []),
  ]
}

const PREFIXES = { transaction: 'source_transaction', outline: 'source_outline' } as const

const toSource = (ctx: AppContext, file: File, type: Source['data_type'], content: readonly unknown[]): Source => ({
  data_id: `${PREFIXES[type]}:${file.id.slice(0, 8)}:${file.id}`,
  data_type: type,
  data_title: file.filename,
  data_tab_name: '',
  data_content: JSON.stringify(content),
  data_link: pageOf(ctx, file.id),
  data_error_code: '',
  extra: { version: file.extra_data.transcript_version ?? 0 },
})

/** Parses a transcript from JSON. Rejects with Invalid. */
export function parseTranscript(text: string) {
  const segments = FilePatch.shape.trans_result.safeParse(parseJsonText(text))
  if (!segments.success || !segments.data) throw new Invalid('body.data_content', 'it is not a JSON array of segments')
  return segments.data
}
