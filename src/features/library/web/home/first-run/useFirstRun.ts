import { useState } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { isActive } from '#features/generate/rules.ts'

/** The height of `FirstRunSection`, known before its code is loaded. */
export const FIRST_RUN_HEIGHT = 'min-h-73 max-md:min-h-130 max-sm:min-h-139'

export type FirstRun = {
  /** The first run is shown now; `sample` is undefined until the library contains it. */
  current: { sample: LibraryRow | undefined } | undefined
  /** It was shown since the page was opened: what takes its place leaves no gap and moves nothing. */
  hasBegun: boolean
}

type FirstRunFacts = {
  /** All recordings; undefined until they are loaded. */
  files: readonly LibraryRow[] | undefined
  /** The tasks of the account; undefined until they are loaded. */
  tasks: readonly TaskView[] | undefined
  /** The sample is being created. */
  isSamplePending: boolean
}

/**
 * Returns the first run while an account has nothing but the sample and the sample is being created or processed. Once begun, it
 * lasts until the page is left, so that nothing moves when the sample is ready; a recording of the user's own ends it.
 */
export function useFirstRun({ files, tasks, isSamplePending }: FirstRunFacts): FirstRun {
  const [hasBegun, setHasBegun] = useState(false)
  const [wasPending, setWasPending] = useState(false)
  const activeFiles = files?.filter(({ is_trash }) => !is_trash)
  const hasOwnFiles = activeFiles?.some(({ scene }) => scene !== SCENES.welcomeNote) ?? true
  const sample = activeFiles?.find(({ scene }) => scene === SCENES.welcomeNote)
  const task = tasks?.find(({ file_id }) => file_id === sample?.id)
  const isUnfinished = sample !== undefined && !sample.is_summary && (tasks === undefined || (task && isActive(task)))
  const begins = !hasOwnFiles && (isUnfinished || (isSamplePending && !sample))
  if (begins && !hasBegun) setHasBegun(true)
  if (begins && isSamplePending && !wasPending) setWasPending(true)
  // A sample that was just created has its task a moment later.
  const wasCancelled = sample && !sample.is_summary && tasks && !task && !wasPending
  const isShown = (hasBegun || begins) && !hasOwnFiles && (sample || isSamplePending) && !wasCancelled
  return { current: isShown ? { sample } : undefined, hasBegun: hasBegun || begins }
}
