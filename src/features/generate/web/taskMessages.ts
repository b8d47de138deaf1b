import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TaskView } from '../contract.ts'
import { describeFailure } from '../rules.ts'

/** Returns a function that gives the translated name of an active stage. */
export function useStageName(): (stage: TaskView['stage']) => string {
  const t = useTranslations('generate')
  return (stage) =>
    stage === 'summarising' ? t('stage_summarising') : stage === 'transcribing' ? t('stage_transcribing') : t('stage_queued')
}

/** Returns a function that gives the title and the explanation of a failed task (B§8). */
export function useFailureMessage(): (task: Pick<TaskView, 'status'>) => { title: string; explanation: string } {
  const t = useTranslations('generate')
  return ({ status }) => {
    const { name } = describeFailure(status)
    return { title: t(`fail_${name}`), explanation: t(`why_${name}`) }
  }
}
