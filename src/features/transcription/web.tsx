export { TranscriptView, type TranscriptViewProps } from './web/TranscriptView.tsx'
export { listSpeakers, speakerLanes } from './web/speakers.ts'
export { useLiveSegments } from './web/useLiveSegments.ts'
export type { Highlighting } from './web/selection/highlighting.ts'
