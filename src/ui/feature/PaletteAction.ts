import type { ResourceNamespaceMap } from 'i18next'
import type { ReactNode } from 'react'

/** A choice in the command palette. */
export type PaletteChoice = {
  /** Identifies the choice in the stored recent choices. The part before a colon is tracked, the part after it never. */
  readonly id: string
  readonly name: string
  /** Additional search keywords. */
  readonly also?: string | undefined
  /** Shown after the name in a lighter color. */
  readonly hint?: string | undefined
  /** Where the words of the query are in the name; found by the palette when it is not given. */
  readonly marks?: readonly (readonly [number, number])[] | undefined
  /** A time in a recording, shown at the end. */
  readonly time?: string | undefined
  readonly icon: ReactNode
  /** The keyboard shortcut of the same action. */
  readonly shortcut?: ShortcutName | undefined
  /** Shown only for a matching query: one of very many choices, or rarely used. */
  readonly isRare?: boolean | undefined
  /** Requires a device or a membership (B§2). */
  readonly isGuarded?: boolean | undefined
  readonly run: () => void
}

/** What a feature offers in the command palette: somewhere to go, or something to do. */
export type PaletteAction = PaletteChoice & {
  readonly group: 'go' | 'do'
  /** The actions of a group are listed in ascending order. */
  readonly order: number
}

export type UsePaletteActions = () => readonly PaletteAction[]

/** The name of a shortcut in the list that `?` opens. */
type ShortcutName = Extract<keyof ResourceNamespaceMap['shortcuts'], `key_${string}`>
