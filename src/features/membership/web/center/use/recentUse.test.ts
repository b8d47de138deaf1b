import { expect, it } from 'vitest'
import type { PastTranscription } from '../../TranscriptHistoryContext.ts'
import { joinRecentUse } from './recentUse.ts'

const TASK: PastTranscription = {
  task_id: 't1',
  file_id: 'f1',
  filename: 'Kickoff',
  duration: 90_000,
  uses_minutes: true,
  stage: 'transcribing',
  status: 0,
  made_at: 2,
}

it('shows what is being transcribed, but not the sample recording, which takes no minutes (A§4)', () => {
  const sample = { ...TASK, task_id: 't2', filename: 'A Tale of Two Cities', uses_minutes: false }
  expect(joinRecentUse([], [sample, TASK], 7)).toMatchObject([{ id: 't1', name: 'Kickoff', used: 90, state: 'transcribing' }])
  expect(joinRecentUse([], [{ ...sample, stage: 'failed', status: -6 }], 7)).toEqual([])
})
