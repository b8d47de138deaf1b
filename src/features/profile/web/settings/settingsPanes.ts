import type { ReactNode } from 'react'
import type { Locale } from '#browser/i18n/locales.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Settings } from '../../contract.ts'

/** The panes by their names in the URL. */
export const SETTINGS_PANES = ['profile', 'ways', 'sessions', 'transcription', 'look', 'privacy', 'connections', 'about'] as const
export type SettingsPane = (typeof SETTINGS_PANES)[number]

/** Returns a function that gives the title of a pane. */
export function usePaneTitle(): (pane: SettingsPane) => string {
  const t = useTranslations('profile')
  return (pane) => t(`pane_${pane}`)
}

export type SettingsDialogProps = {
  open: boolean
  onClose: () => void
  /** The pane named in the URL. An unknown name counts as null, which shows the first pane, or the list on a phone. */
  pane: string | null
  onPaneChange: (pane: SettingsPane | null) => void
  /** The settings of the server; undefined while they are loading. */
  serverSettings: ServerSettings | undefined
  /** What deleting the account would delete, if it is known. */
  library: { recordings: number; folders: number } | undefined
  /** Returns how many recordings would be deleted immediately with this trash retention; undefined if it is not known. */
  countExpiredTrash?: ((days: number) => number | undefined) | undefined
  /** Changes the language of the page. */
  onLanguage: (locale: Locale) => void
  onShortcuts: () => void
  /** Called when the session of this browser has ended. The layout navigates. */
  onSignedOut: () => void
  /** Called when the account with this id is deleted, before the session in this browser is cleared. */
  onDeleted: (account: string) => Promise<void>
  /** Provided by a higher feature: the storage used on the server. */
  storage?: ReactNode
  /** Provided by a higher feature: the download of all personal data. */
  exportData?: ReactNode
  /** Provided by a higher feature: the connected programs. */
  connections?: ReactNode
}

/** Props of a pane that edits the settings. */
export type EditablePaneProps = { settings: Settings; change: (change: Partial<Settings>) => Promise<boolean> }

/** The fields of `GET /config/init` that the settings dialog shows. */
export type ServerSettings = {
  version: string
  privacy_version: string
  scripted_speech: boolean
  telemetry: boolean
  summarises_in_any_language: boolean
}
