import { MicOff } from 'lucide-react'
import type { File } from '#features/files/contract.ts'
import { TranscriptView } from '#features/transcription/web.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Shown instead of summary and transcript when no word was recognized: what was tried, and what sounded like speech. */
export function NoSpeech({ file }: { file: File }) {
  const t = useTranslations('transcription')
  const tGenerate = useTranslations('generate')
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div role="status" className="my-auto flex-none">
        <EmptyState icon={<MicOff aria-hidden />}>
          <span className="block font-[600] text-ink">{tGenerate('fail_no_speech')}</span>
          {t('no_speech', { time: formatTimestamp(file.duration) })}
        </EmptyState>
      </div>
      {file.trans_result && file.trans_result.length > 0 && (
        <div className="min-h-0 flex-1 border-t border-line">
          <TranscriptView fileId={file.id} segments={file.trans_result} empty={null} />
        </div>
      )}
    </div>
  )
}
