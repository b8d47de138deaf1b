import { answerCalls } from '#browser/workers/answerCalls.ts'
import { readTranscriptFile } from '../../rules/import/readTranscriptFile.ts'

/** Reads transcripts of other programs in a worker. */
answerCalls(readTranscriptFile)
