import { appKept } from './appKept.ts'
import { recorder } from './engine/appRecorder.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import type { EndingActs } from './useEnding.ts'
import { KeptContext } from './useKept.ts'

/** The app's own recorder, with all that is seen of it. */
export function AppRecorder(acts: EndingActs) {
  return (
    <KeptContext value={appKept}>
      <RecorderScreens recorder={recorder} {...acts} />
    </KeptContext>
  )
}
