import { useState } from 'react'
import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { classes } from '#ui/styles/classes.ts'
import { FirstSteps } from './first-run/FirstSteps.tsx'
import { getFirstSteps, isOnboarded } from './first-run/onboarding.ts'
import type { AccountProgress } from './first-run/onboarding.ts'
import { ThisWeek } from './week/ThisWeek.tsx'

type HomeFooterProps = { files: readonly LibraryRow[]; progress: AccountProgress }

/**
 * What is below the recent recordings: the first steps of a new account, and what was recorded this week. Which of them are shown is
 * decided when the page opens, so that nothing moves while it is open.
 */
export function HomeFooter({ files, progress }: HomeFooterProps) {
  const [showsSteps] = useState(() => !isOnboarded(progress))
  const [showsWeek] = useState(() => !showsSteps || files.some((file) => !file.is_trash && file.scene !== SCENES.welcomeNote))
  return (
    <div className={classes('grid grid-cols-1 items-start gap-3.5', showsSteps && showsWeek && 'md:grid-cols-[5fr_4fr]')}>
      {showsSteps && <FirstSteps steps={getFirstSteps(progress)} />}
      {showsWeek && <ThisWeek files={files} />}
    </div>
  )
}
