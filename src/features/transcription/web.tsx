export { TranscriptView, type TranscriptViewProps } from './web/TranscriptView.tsx'
export { speakersOf } from './web/speakerColour.ts'
