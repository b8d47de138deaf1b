import { answerCalls } from '#browser/workers/answerCalls.ts'
import { readRecordingFiles } from './readRecordingFiles.ts'

/** Reads the texts of recordings in a worker. */
answerCalls(readRecordingFiles)
