import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export type { Note } from './contract.ts'
export type { Passage } from './rules/citations.ts'
export { noteName } from './web/noteName.ts'
export { SummarySkeleton } from './web/SummarySkeleton.tsx'
export { SummaryView, useIsOverview } from './web/SummaryView.tsx'
export { invalidateNotes } from './web/notesClient.ts'
export { useNotes, useSummary } from './web/useNotes.ts'
export { useHighlights } from './web/useHighlights.ts'

/** The open tasks of all recordings. */
export const OpenTodos = lazyComponent(withNamespace('notes', async () => (await import('./web/todos/OpenTodos.tsx')).OpenTodos))

/** A note, shown next to the summary. Needs a PlayerProvider. */
export const NoteView = lazyComponent(async () => (await import('./web/NoteView.tsx')).NoteView)

/** The row that switches between notes where tabs do not fit. */
export const NoteSwitcher = lazyComponent(async () => (await import('./web/NoteSwitcher.tsx')).NoteSwitcher)

/** The mind map and the outline of a recording. Needs a PlayerProvider. */
export const MindMapView = lazyComponent(async () => (await import('./web/mind-map/MindMapView.tsx')).MindMapView)

export const notesFeature: WebFeature = {
  name: 'notes',
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
}
