export { SummarySkeleton, SummaryView, type SummaryViewProps } from './web/SummaryView.tsx'
export { rereadNotes } from './web/useSummaryForm.ts'
