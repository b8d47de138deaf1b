import { requireFile, readFullFiles } from '#features/files/server.ts'
import type { SummaryForm } from '#features/notes/contract.ts'
import { writeSummary } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import type { AppContext } from '#platform/context.ts'
import { parseTemplate } from './taskInfo.ts'

type Trial = {
  file_id: string
  template_id?: string | null | undefined
  type?: string | null | undefined
  name?: string | null | undefined
  content?: string | null | undefined
}

/** Runs a template on a recording without saving anything. It uses no minutes. Rejects with NotFound. */
export async function tryTemplate(
  ctx: AppContext,
  userId: string,
  trial: Trial,
): Promise<{ markdown: string; form: SummaryForm } | { refused: 'noTranscript' | 'noTemplate' }> {
  await requireFile(ctx, userId, trial.file_id)
  const [file] = await readFullFiles(ctx, userId, [trial.file_id])
  const segments = file?.trans_result ?? []
  if (!hasWords(segments)) return { refused: 'noTranscript' }
  const chosen = parseTemplate(trial.template_id, trial.type)
  if (!chosen && !trial.content) return { refused: 'noTemplate' }
  const settings = await readSettings(ctx, userId)
  const { result } = await writeSummary(ctx, {
    userId,
    fileId: trial.file_id,
    segments,
    language: file?.extra_data.tranConfig?.language ?? '',
    outputLanguage: settings.summary_language,
    signal: AbortSignal.timeout(300_000),
  })
  return { markdown: result.markdown, form: result.form! }
}
