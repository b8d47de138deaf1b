import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { SummarySkeleton, SummaryView, useIsOverview } from './web/SummaryView.tsx'
export type { Passage } from './web/citations.ts'
export { invalidateNotes } from './web/useSummaryForm.ts'
export { useHighlights } from './web/useHighlights.ts'

/** The manifest of the feature. */
export const notesFeature: WebFeature = {
  name: 'notes',
  live: async () => (await import('./web/applyLiveEvent.ts')).applyLiveEvent,
}
