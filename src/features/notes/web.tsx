import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export type { Note } from './contract.ts'
export type { Passage } from './web/citations.ts'
export { NoteSwitcher } from './web/NoteSwitcher.tsx'
export { NoteView, noteName } from './web/NoteView.tsx'
export { SummarySkeleton } from './web/SummarySkeleton.tsx'
export { SummaryView, useIsOverview } from './web/SummaryView.tsx'
export { invalidateNotes, useNotes, useSummary } from './web/useNotes.ts'
export { useHighlights } from './web/useHighlights.ts'

/** The open tasks of all recordings. */
export const OpenTodos = lazyComponent(async () => (await import('./web/OpenTodos.tsx')).OpenTodos)

/** The mind map and the outline of a recording. Needs a PlayerProvider. */
export const MindMapView = lazyComponent(async () => (await import('./web/mind-map/MindMapView.tsx')).MindMapView)

/** The manifest of the feature. */
export const notesFeature: WebFeature = {
  name: 'notes',
  live: async () => (await import('./web/applyLiveEvent.ts')).applyLiveEvent,
}
