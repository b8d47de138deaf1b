import { hours } from '#shared/units.ts'
import { textChanged, transcriptSaved } from '#features/files/server.ts'
import { embeddingModelChanged } from '#features/language-models/server.ts'
import { notesChanged } from '#features/notes/server.ts'
import { type ServerFeature, handleJob, listenTo } from '#platform/feature.ts'
import { indexRecording, languageOfFile } from './server/indexing/indexRecording.ts'
import { INDEX_ALL_AGAIN, PASSAGE_TABLE } from './server/indexing/storeIndex.ts'
import { searchRoutes } from './server/routes.ts'
import { indexWaiting, indexWaitingJob } from './server/indexing/jobs.ts'
import { embedOne, embedRecordingJob, embedWaiting, embedWaitingJob } from './server/meaning/jobs.ts'
import { VECTOR_TABLES } from './server/meaning/storeVectors.ts'

export {
  type PassageScope,
  type RelevantPassage,
  type RelevantPassages,
  type WantedWord,
  findPassages,
} from './server/query/findPassages.ts'
export { countNotIndexed, indexWaiting, startReindex } from './server/indexing/jobs.ts'

export { languageOfFile }

/** Search over titles, transcripts, summaries, notes and highlights, in an index that events keep up to date. */
export const search: ServerFeature = {
  name: 'search',
  routes: [searchRoutes],
  jobs: [
    handleJob(indexWaitingJob, (ctx, _, run) => indexWaiting(ctx, run)),
    handleJob(embedRecordingJob, embedOne),
    handleJob(embedWaitingJob, (ctx, _, run) => embedWaiting(ctx, run)),
  ],
  schedules: [
    { every: hours(1), job: indexWaitingJob },
    { every: hours(1), job: embedWaitingJob },
  ],
  derivedTables: [PASSAGE_TABLE, ...VECTOR_TABLES],
  afterRestore: INDEX_ALL_AGAIN,
  listeners: [
    listenTo(textChanged, 'search', (ctx, target, run) => indexRecording(ctx, target, ['title', 'notes'], run)),
    listenTo(transcriptSaved, 'search', (ctx, target, run) => indexRecording(ctx, target, ['transcript'], run)),
    listenTo(notesChanged, 'search', (ctx, target, run) => indexRecording(ctx, target, ['notes'], run)),
    listenTo(embeddingModelChanged, 'search', (ctx) => ctx.jobs.send(embedWaitingJob, {})),
  ],
}
