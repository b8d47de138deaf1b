export { type LooseTranscript, TRANSCRIPT_FORMATS, writeTranscript } from './server/writeTranscript.ts'
