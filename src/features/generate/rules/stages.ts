import type { TaskView } from '../contract.ts'

/** Returns true while words are recognised or speakers are separated. */
export const isTranscribing = ({ stage }: Pick<TaskView, 'stage'>): boolean => stage === 'transcribing' || stage === 'separating'

/** Returns true until a task has ended. */
export const isActive = (task: Pick<TaskView, 'stage'>): boolean =>
  task.stage === 'queued' || task.stage === 'summarising' || isTranscribing(task)
