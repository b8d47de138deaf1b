import { useEffect, useEffectEvent, useRef } from 'react'
import type { TaskView } from '#features/generate/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { useTasks } from '#features/generate/web.tsx'

/** Calls back with tasks that have succeeded or failed since this page saw them running. Tasks that were stopped are left out. */
export function useEndedTasks(onEnded: (tasks: readonly TaskView[]) => void): void {
  const tasks = useTasks()
  const runningFiles = useRef<ReadonlySet<string>>(new Set())
  const notify = useEffectEvent(onEnded)
  useEffect(() => {
    const wasRunning = runningFiles.current
    runningFiles.current = new Set(tasks.filter(isActive).map(({ file_id }) => file_id))
    const ended = tasks.filter(({ file_id, stage }) => wasRunning.has(file_id) && (stage === 'done' || stage === 'failed'))
    if (ended.length > 0) notify(ended)
  }, [tasks])
}
