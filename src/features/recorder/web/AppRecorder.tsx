import { appKept } from './appKept.ts'
import { recorder } from './engine/appRecorder.ts'
import { RecorderScreens } from './RecorderScreens.tsx'
import type { EndingActs } from './useEnding.ts'
import { KeptContext } from './useKept.ts'

/** The recorder of the app with all its screens. */
export function AppRecorder(acts: EndingActs) {
  return (
    <KeptContext value={appKept}>
      <RecorderScreens recorder={recorder} {...acts} />
    </KeptContext>
  )
}
