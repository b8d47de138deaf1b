export { speakerLabel } from './server/speakerLabel.ts'
