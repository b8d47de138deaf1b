export { languageOfTranscript } from './server/language/languageOfTranscript.ts'
export { speakerLabel } from './server/speakerLabel.ts'
