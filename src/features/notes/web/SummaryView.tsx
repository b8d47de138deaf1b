import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { parseSummaryResult } from '../rules.ts'
import { SummaryCoverage } from './SummaryCoverage.tsx'
import { useSummaryForm } from './useSummaryForm.ts'

// The Markdown parser is as large as the rest of the page, so it is loaded only when there is a summary.
const SummaryMarkdown = lazyComponent(async () => (await import('./SummaryMarkdown.tsx')).SummaryMarkdown)

export type SummaryViewProps = {
  fileId: string
  /** The `ai_content` of the recording, in any accepted format. */
  content: string
  /** Shown when there is no summary. */
  empty: ReactNode
}

/** A summary whose lines can be played. Needs a PlayerProvider. */
export function SummaryView({ fileId, content, empty }: SummaryViewProps) {
  const markdown = useMemo(() => parseSummaryResult(content)?.markdown ?? '', [content])
  const { form, isPending } = useSummaryForm(fileId, markdown)
  if (markdown === '') return empty
  return (
    <div className="px-10 pt-3 pb-6 max-md:px-5 max-sm:px-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 pt-1.5 pointer-coarse:pt-3.25">{form && <SummaryCoverage form={form} />}</div>
        <CopyButton markdown={markdown} />
      </div>
      <div className="max-w-read">
        {/* The text appears together with the coverage above it, so that the layout does not shift. */}
        {isPending ? (
          <SummarySkeleton />
        ) : (
          <SummaryMarkdown
            markdown={form ? removeOriginLine(markdown) : markdown}
            isOwnMarkdown={form !== undefined}
            fallback={<SummarySkeleton />}
          />
        )}
      </div>
    </div>
  )
}

/** A placeholder in the shape of a summary. */
export function SummarySkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      {['w-1/3', 'w-full', 'w-11/12', 'w-3/5', 'mt-3 w-1/4', 'w-4/5', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

/** Removes the line of emphasis below the title of our own Markdown. SummaryCoverage shows its content instead. */
export const removeOriginLine = (markdown: string): string => markdown.replace(/^(# [^\n]*\n+)?\*[^\n]*\*\n+/, '$1')

function CopyButton({ markdown }: { markdown: string }) {
  const t = useTranslations('notes')
  const toast = useRecordingsToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(markdown)
      toast.show(t('copied'))
    } catch {
      toast.error(t('copyFailed'))
    }
  }
  return <IconButton size="sm" label={t('copy')} icon={<Copy aria-hidden />} onClick={() => void copy()} />
}
