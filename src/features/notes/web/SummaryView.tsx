import type { ReactNode } from 'react'
import type { Passage } from '../rules/citations.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { SummaryPlaceholder } from './SummarySkeleton.tsx'
import { SummarySourceContext, useCreateSummarySource } from './summarySource.ts'
import { useSummary, type SummarizedFile } from './useNotes.ts'

const NoteText = lazyComponent(async () => (await import(/* chunk: offline */ './NoteText.tsx')).NoteText)

export type SummaryViewProps = {
  file: SummarizedFile
  /** Shown when there is no summary. */
  empty: ReactNode
  /** Shows an earlier version beside the present one. */
  isComparing: boolean
  onCompare: (isComparing: boolean) => void
  /** Marks a passage in the transcript. */
  onChoose?: (passage: Passage) => void
  /** Opens the settings of the language models. Undefined for users who cannot change them. */
  onConnectModel?: (() => void) | undefined
}

/**
 * The summary of a recording, whose lines can be played. Without a language model it is an overview, and a summary that a person or
 * another program has changed is shown as its Markdown. Needs a PlayerProvider.
 */
export function SummaryView({ file, empty, isComparing, onCompare, onChoose, onConnectModel }: SummaryViewProps) {
  const { markdown, form, cited, note, isPending } = useSummary(file)
  const source = useCreateSummarySource(file.trans_result, onChoose)
  if (markdown === '') return empty
  // The text appears together with the coverage above it, so that the layout does not shift.
  if (isPending) return <SummaryPlaceholder />
  return (
    <SummarySourceContext value={source}>
      <NoteText
        {...{ file, note, markdown, form, cited, isComparing, onCompare, onConnectModel }}
        fallback={<SummaryPlaceholder />}
      />
    </SummarySourceContext>
  )
}

/** Returns whether the summary of a recording is an overview, which has another name. False until it is loaded. */
export function useIsOverview(file: Pick<SummarizedFile, 'id' | 'ai_content' | 'trans_result'>): boolean {
  const { form } = useSummary(file)
  return form?.engine.kind === 'extractive' && form.template === null
}
