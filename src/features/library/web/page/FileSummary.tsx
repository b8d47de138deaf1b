import { Sparkles } from 'lucide-react'
import { SCENES, type File } from '#features/files/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { GenerateButton, useTask } from '#features/generate/web.tsx'
import { SummarySkeleton, SummaryView, type Passage } from '#features/notes/web.tsx'
import { useMe, useSettingsUrl } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

type FileSummaryProps = {
  file: File
  isComparing: boolean
  onCompare: (isComparing: boolean) => void
  onChoose: (passage: Passage) => void
}

/** The summary of a recording, or the reason why there is none. */
export function FileSummary({ file, isComparing, onCompare, onChoose }: FileSummaryProps) {
  const t = useTranslations('notes')
  const isOperator = useMe()?.is_operator ?? false
  const settings = useSettingsUrl()
  const task = useTask(file.id)
  if (file.ai_content === '' && task && isActive(task)) {
    return (
      <div className="px-10 pt-5 max-md:px-5 max-sm:px-4">
        <p className="mb-4 truncate text-sm text-ink2">{task.stage === 'summarising' ? t('creating') : t('follows')}</p>
        <SummarySkeleton />
      </div>
    )
  }
  const canGenerate = !file.is_trash && !file.is_trans
  const action = canGenerate ? (
    <GenerateButton fileId={file.id} duration={file.duration} hasTranscript={false} isFree={file.scene === SCENES.welcomeNote} />
  ) : undefined
  const empty = (
    <EmptyState icon={<Sparkles aria-hidden />} action={action}>
      {t('noneHint')}
    </EmptyState>
  )
  return (
    <SummaryView
      file={file}
      empty={empty}
      isComparing={isComparing}
      onCompare={onCompare}
      onChoose={onChoose}
      onConnectModel={isOperator ? () => settings.open('language-model') : undefined}
    />
  )
}
