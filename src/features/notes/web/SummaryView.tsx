import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { parseSummaryResult, formatTimestamp, coveredPercent } from '../rules.ts'
import { useSummaryForm } from './useSummaryForm.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import type { SummaryForm } from '../contract.ts'

// The Markdown parser is as large as the rest of the page, so it is loaded only when there is a summary.
const SummaryMarkdown = lazyComponent(async () => (await import(/* chunk: offline */ './SummaryMarkdown.tsx')).SummaryMarkdown)

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
      {/* The coverage has its room before it is loaded, so that the text does not move. */}
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 pt-1.5 pointer-coarse:pt-3.25">
          {form ? <SummaryCoverage form={form} /> : isPending && <div className="h-14" />}
        </div>
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
  return (
    <SkeletonGroup className="grid gap-3">
      {['w-1/3', 'w-full', 'w-11/12', 'w-3/5', 'mt-3 w-1/4', 'w-4/5', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </SkeletonGroup>
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

/** Shows how much of the recording the summary covers and which engine created it. */
function SummaryCoverage({ form: { coverage, engine } }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  const { percent } = useFormat()
  const percentage = coveredPercent(coverage.share)
  const origin = engine.kind === 'llm' ? t('byModel', { model: engine.id }) : t('byExtractive')
  const span = { from: formatTimestamp(coverage.start_time), to: formatTimestamp(coverage.end_time) }
  return (
    <div className="mb-4 grid grid-cols-1 gap-1 text-sm text-ink2">
      <div className="flex items-center gap-x-2.5 whitespace-nowrap">
        <span className={classes('truncate', percentage < 100 && 'text-warn')}>
          {percentage === 100 ? t('readInFull', span) : t('coversPart', { ...span, percent: percentage })}
        </span>
        <span className="flex min-w-22 flex-1 items-center gap-2.5">
          {/* The text before it says the same. */}
          <span aria-hidden className="h-1.5 max-w-40 flex-1 overflow-hidden rounded-full bg-line">
            <span
              className={percentage === 100 ? 'block h-full bg-accent' : 'block h-full bg-warn'}
              style={{ width: `${percentage}%` }}
            />
          </span>
          {percentage === 100 && <span>{percent(1)}</span>}
        </span>
      </div>
      {/* One line, for which there is room before it is loaded. */}
      <span title={origin} className="truncate text-ink3">
        {origin}
      </span>
    </div>
  )
}
