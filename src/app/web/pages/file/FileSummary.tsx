import { Sparkles } from 'lucide-react'
import type { File } from '#features/files/contract.ts'
import { GenerateButton, useTask } from '#features/generate/web.tsx'
import { SummarySkeleton, SummaryView } from '#features/notes/web.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The summary of a recording, or the reason why there is none. */
export function FileSummary({ file }: { file: File }) {
  const t = useTranslations('notes')
  const task = useTask(file.id)
  if (file.ai_content === '' && task?.stage === 'summarising') {
    return (
      <div className="px-10 pt-5 max-md:px-5 max-sm:px-4">
        <p className="mb-4 text-sm text-ink2">{t('making')}</p>
        <SummarySkeleton />
      </div>
    )
  }
  const canGenerate = !file.is_trash && !file.is_trans
  const action = canGenerate ? <GenerateButton fileId={file.id} hasTranscript={false} /> : undefined
  const empty = (
    <EmptyState icon={<Sparkles aria-hidden />} action={action}>
      {t('noneHint')}
    </EmptyState>
  )
  return <SummaryView fileId={file.id} content={file.ai_content} empty={empty} />
}
