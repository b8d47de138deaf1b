import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { File } from '#features/files/contract.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { parseSummaryResult } from '../rules.ts'
import type { SummaryForm } from '../contract.ts'
import type { Passage } from './citations.ts'
import { CoverageLine } from './CoverageLine.tsx'
import { SummarySourceContext, useCreateSummarySource } from './summarySource.ts'
import { useSummaryForm } from './useSummaryForm.ts'

// The Markdown parser is as large as the rest of the page, so it is loaded only when there is a summary.
const SummaryMarkdown = lazyComponent(async () => (await import(/* chunk: offline */ './SummaryMarkdown.tsx')).SummaryMarkdown)
const SummarySections = lazyComponent(async () => (await import(/* chunk: offline */ './SummarySections.tsx')).SummarySections)
const Overview = lazyComponent(async () => (await import(/* chunk: offline */ './overview/Overview.tsx')).Overview)

export type SummaryViewProps = {
  file: Pick<File, 'id' | 'ai_content' | 'trans_result' | 'duration'>
  /** Shown when there is no summary. */
  empty: ReactNode
  /** Marks a passage in the transcript. */
  onChoose?: (passage: Passage) => void
  /** Opens the settings of the language models. Undefined for users who cannot change them. */
  onConnectModel?: (() => void) | undefined
}

/**
 * A summary whose lines can be played. Without a language model it is an overview, and a summary that a person or another program
 * has changed is shown as its Markdown. Needs a PlayerProvider.
 */
export function SummaryView({ file, empty, onChoose, onConnectModel }: SummaryViewProps) {
  const markdown = useMarkdown(file)
  const { form, isPending } = useSummaryForm(file.id, markdown)
  const source = useCreateSummarySource(file.trans_result, onChoose)
  if (markdown === '') return empty
  return (
    <SummarySourceContext value={source}>
      {form?.engine.kind === 'extractive' ? (
        <Overview
          form={form}
          duration={file.duration}
          onConnectModel={onConnectModel}
          actions={<CopyButton markdown={markdown} />}
          fallback={<SummaryPlaceholder />}
        />
      ) : isPending ? (
        // The text appears together with the coverage above it, so that the layout does not shift.
        <SummaryPlaceholder />
      ) : (
        <WrittenSummary markdown={markdown} form={form} />
      )}
    </SummarySourceContext>
  )
}

/** Returns whether the summary of a recording is an overview, which has another name. False until it is loaded. */
export function useIsOverview(file: Pick<File, 'id' | 'ai_content'>): boolean {
  return useSummaryForm(file.id, useMarkdown(file)).form?.engine.kind === 'extractive'
}

const useMarkdown = ({ ai_content }: Pick<File, 'ai_content'>): string =>
  useMemo(() => parseSummaryResult(ai_content)?.markdown ?? '', [ai_content])

const PAGE_CLASS = 'px-10 pt-3 pb-6 max-md:px-5 max-sm:px-4'

/** A summary that a language model or a person has written. */
function WrittenSummary({ markdown, form }: { markdown: string; form: SummaryForm | undefined }) {
  return (
    <div className={PAGE_CLASS}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 pt-1.5 pointer-coarse:pt-3.25">{form && <SummaryOrigin form={form} />}</div>
        <CopyButton markdown={markdown} />
      </div>
      <div className="max-w-read">
        {form ? (
          <SummarySections form={form} fallback={<SummarySkeleton />} />
        ) : (
          <SummaryMarkdown markdown={markdown} fallback={<SummarySkeleton />} />
        )}
      </div>
    </div>
  )
}

/** A placeholder with the padding of a summary. */
function SummaryPlaceholder() {
  return (
    <div className={PAGE_CLASS}>
      <div className="h-14" />
      <div className="max-w-read">
        <SummarySkeleton />
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
function SummaryOrigin({ form: { coverage, engine } }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  const origin = t('byModel', { model: engine.id })
  return (
    <div className="mb-4 grid grid-cols-1 gap-1 text-sm text-ink2">
      <CoverageLine coverage={coverage} />
      {/* One line, for which there is room before it is loaded. */}
      <span title={origin} className="truncate text-ink3">
        {origin}
      </span>
    </div>
  )
}
