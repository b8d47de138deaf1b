export { SummarySkeleton, SummaryView, type SummaryViewProps } from './web/SummaryView.tsx'
export { invalidateNotes } from './web/useSummaryForm.ts'
