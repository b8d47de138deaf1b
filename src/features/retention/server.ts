import { hours } from '#shared/units.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import { deleteExpiredAudio, deleteExpiredAudioJob, emptyExpiredTrash, emptyExpiredTrashJob } from './server/retention.ts'

/** Deletes audio and empties the trash according to each user's rules. */
export const retention: ServerFeature = {
  name: 'retention',
  jobs: [handleJob(deleteExpiredAudioJob, deleteExpiredAudio), handleJob(emptyExpiredTrashJob, emptyExpiredTrash)],
  schedules: [
    { every: hours(1), job: deleteExpiredAudioJob },
    { every: hours(1), job: emptyExpiredTrashJob },
  ],
}
