import { useState } from 'react'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { seconds } from '#shared/units.ts'
import { useIsTranslated } from './useIsTranslated.ts'

/** The lists are translated this long after the last change of the switch (B§5). */
const TOGGLE_DEBOUNCE = seconds(1)

/** Returns the state of the switch, its setter, and whether the lists are translated, which follows a second later. */
export function useTranslationToggle() {
  const [isOn, setOn] = useIsTranslated()
  const [isApplied, setApplied] = useState(isOn)
  useTimeout(() => setApplied(isOn), isOn === isApplied ? null : TOGGLE_DEBOUNCE)
  return { isOn, setOn, isApplied }
}
