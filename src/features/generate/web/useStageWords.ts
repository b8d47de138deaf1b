import { useWords } from '#ui/words.ts'
import type { TaskView } from '../contract.ts'
import { failureOf } from '../rules.ts'

/** Returns a function that gives the translated name of an active stage. */
export function useStageWords(): (stage: TaskView['stage']) => string {
  const t = useWords('generate')
  return (stage) =>
    stage === 'summarising' ? t('stage_summarising') : stage === 'transcribing' ? t('stage_transcribing') : t('stage_queued')
}

/** Returns a function that gives the title and the explanation of a failed task (B§8). */
export function useFailureWords(): (task: Pick<TaskView, 'status'>) => { title: string; why: string } {
  const t = useWords('generate')
  return ({ status }) => {
    const { name } = failureOf(status)
    return { title: t(`fail_${name}`), why: t(`why_${name}`) }
  }
}
