import { useWords } from '#ui/words.ts'
import type { TaskView } from '../contract.ts'
import { failureOf } from '../rules.ts'

/** Why the work on a recording failed, in plain words: what happened, and what it means (B§8). */
export function useFailureWords(): (task: Pick<TaskView, 'status'>) => { title: string; why: string } {
  const t = useWords('generate')
  return ({ status }) => {
    const { name } = failureOf(status)
    return { title: t(`fail_${name}`), why: t(`why_${name}`) }
  }
}
