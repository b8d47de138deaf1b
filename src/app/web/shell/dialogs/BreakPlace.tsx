import type { BreakScreenProps } from './BreakScreen.tsx'
import { comingDialog } from './comingDialog.tsx'
import { useBreak } from './useBreak.ts'

const BreakDialog = comingDialog<BreakScreenProps>('break', async () => (await import('./BreakScreen.tsx')).BreakScreen)

/** Time for a Little Break (B§2), after three hours without one. */
export function BreakPlace() {
  const { isDue, ...rest } = useBreak()
  return <BreakDialog wants={isDue} {...rest} />
}
