import type { ReactNode } from 'react'
import type { Locale } from '#ui/locales.ts'
import type { Settings } from '../../contract.ts'

/** The panes, by the names an address gives them. */
export const PANES = ['profile', 'ways', 'sessions', 'transcription', 'look', 'privacy', 'connections', 'about'] as const
export type SettingsPane = (typeof PANES)[number]

export type SettingsDialogProps = {
  open: boolean
  onClose: () => void
  /** As the address says it; what is no pane counts as none: the first, on a phone the list. */
  pane: string | null
  onPane: (pane: SettingsPane | null) => void
  /** What the server says of itself, once it has. */
  facts: ServerFacts | undefined
  /** What would go with the account, where it is known. */
  library: { recordings: number; folders: number } | undefined
  /** How many recordings would go at once if the trash kept them for so many days; undefined where nobody knows. */
  trashDue?: ((days: number) => number | undefined) | undefined
  /** Makes the page speak another language. */
  onLanguage: (locale: Locale) => void
  onShortcuts: () => void
  /** The session of this browser is over; where to go is the shell's business. */
  onSignedOut: () => void
  /** The account of this id is gone; the session here is forgotten next. */
  onDeleted: (account: string) => Promise<void>
  /** Of a feature above this one: what the account holds on the server. */
  storage?: ReactNode
  /** Of a feature above this one: everything as one archive. */
  exportData?: ReactNode
  /** Of a feature above this one: programs that were let in. */
  connections?: ReactNode
}

/** What a pane over the settings is given. */
export type OwnPaneProps = { settings: Settings; change: (change: Partial<Settings>) => Promise<boolean> }

/** What `GET /config/init` says, as far as the settings show it. */
export type ServerFacts = {
  version: string
  privacy_version: string
  scripted_speech: boolean
  telemetry: boolean
  summarises_in_any_language: boolean
}
