import type { ReactNode } from 'react'
import type { ShortcutName } from '../shortcuts.ts'
import type { Findable } from './findChoices.ts'

/** One line of the palette. */
export type Choice = Findable & {
  icon: ReactNode
  /** Stands behind the name, quietly. */
  hint?: string | undefined
  /** The key that does the same. */
  key?: ShortcutName | undefined
  run: () => void
}
