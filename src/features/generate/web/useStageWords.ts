import { useWords } from '#ui/words.ts'
import type { TaskView } from '../contract.ts'

/** The stage of work under way, in a word or two. */
export function useStageWords(): (stage: TaskView['stage']) => string {
  const t = useWords('generate')
  return (stage) =>
    stage === 'summarising' ? t('stage_summarising') : stage === 'transcribing' ? t('stage_transcribing') : t('stage_queued')
}
