import { appKept } from './appKept.ts'
import { KeptSection } from './KeptList.tsx'
import type { EndingActs } from './useEnding.ts'
import { KeptContext } from './useKept.ts'

/** The list of unfinished recordings, for use in a page. */
export function AppKept(acts: EndingActs) {
  return (
    <KeptContext value={appKept}>
      <KeptSection {...acts} />
    </KeptContext>
  )
}
