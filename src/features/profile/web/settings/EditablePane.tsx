import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Settings } from '../../contract.ts'
import { useSettings } from '../useSettings.ts'

/** Props of a pane that edits the settings. */
export type EditablePaneProps = { settings: Settings; change: (change: Partial<Settings>) => Promise<boolean> }

/** A pane that edits the settings of the user. Its content is shown when they are loaded. */
export function EditablePane({ children }: { children: (props: EditablePaneProps) => ReactNode }) {
  const t = useTranslations('profile')
  const { settings, error, retry, change } = useSettings()
  if (settings) return children({ settings, change })
  return error ? <ErrorState error={error} title={t('settings_failed')} onRetry={retry} /> : <SkeletonRows rows={4} />
}
