import type { ReactNode } from 'react'
import type { ShortcutName } from '../layout/shortcuts/shortcuts.ts'
import type { Searchable } from './findChoices.ts'

/** An entry of the palette. */
export type PaletteChoice = Searchable & {
  icon: ReactNode
  /** Shown after the name in a lighter color. */
  hint?: string | undefined
  /** The keyboard shortcut of the same action. */
  key?: ShortcutName | undefined
  run: () => void
}
