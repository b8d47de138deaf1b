import { useMutationState } from '@tanstack/react-query'
import { AudioLines, Cable, Check, Info, KeyRound, MonitorSmartphone, Palette, ShieldCheck, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { SessionsPane, SignInMethodsPane } from '#features/account/web.tsx'
import { Recorders } from '#features/devices/web.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PanesDialog } from '#ui/dialog/PanesDialog.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useRedDots } from '#browser/storage/redDots.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMe } from '../useMe.ts'
import { SETTINGS_MUTATION_KEY, useSettings } from '../useSettings.ts'
import { AboutPane } from './AboutPane.tsx'
import { AppearancePane } from './AppearancePane.tsx'
import { PrivacyPane } from './PrivacyPane.tsx'
import { ProfilePane } from './ProfilePane.tsx'
import { SETTINGS_PANES } from './settingsPanes.ts'
import type { EditablePaneProps, SettingsDialogProps, SettingsPane } from './settingsPanes.ts'
import { TranscriptionPane } from './TranscriptionPane.tsx'

/** The content of SettingsDialog. */
export function SettingsScreen(props: SettingsDialogProps) {
  const t = useTranslations('profile')
  const { open, onClose, onPaneChange, connections } = props
  const { flags, update } = useRedDots(useMe()?.id)
  const icons = { profile: UserRound, ways: KeyRound, sessions: MonitorSmartphone, transcription: AudioLines, look: Palette }
  const moreIcons = { privacy: ShieldCheck, connections: Cable, about: Info }
  const panes = SETTINGS_PANES.filter((id) => id !== 'connections' || Boolean(connections)).map((id) => {
    const Icon = { ...icons, ...moreIcons }[id]
    return { id, label: t(`pane_${id}`), icon: <Icon aria-hidden />, isNew: id === 'connections' && flags.automation }
  })
  const pane = panes.find(({ id }) => id === props.pane)?.id ?? null
  const isConnectionsOpen = open && pane === 'connections'
  // The flag is stored in the browser, so the pane is no longer new in other tabs either.
  useEffect(() => {
    if (isConnectionsOpen && flags.automation) update({ automation: false })
  }, [isConnectionsOpen, flags.automation, update])
  return (
    <PanesDialog
      open={open}
      onClose={onClose}
      title={t('settings')}
      panes={panes}
      pane={pane}
      onPaneChange={onPaneChange}
      status={<SaveStatus />}
    >
      <PaneContent {...props} pane={pane ?? 'profile'} />
    </PanesDialog>
  )
}

/** Shows whether the latest change is saving or saved. Shows nothing if it failed. */
function SaveStatus() {
  const t = useTranslations('profile')
  const states = useMutationState({ filters: { mutationKey: SETTINGS_MUTATION_KEY }, select: ({ state }) => state.status })
  const last = states.at(-1)
  if (last === 'pending') return t('saving')
  if (last !== 'success') return null
  return (
    <span className="inline-flex items-center gap-1">
      <Check aria-hidden className="size-4 text-accent" />
      {t('saved')}
    </span>
  )
}

function PaneContent({ pane, ...props }: Omit<SettingsDialogProps, 'pane'> & { pane: SettingsPane }) {
  if (pane === 'ways') return <SignInMethodsPane onSignedOut={props.onSignedOut} />
  if (pane === 'sessions') return <SessionsPane onSignedOut={props.onSignedOut} recorders={<Recorders />} />
  if (pane === 'connections') return props.connections
  if (pane === 'about') return <AboutPane serverSettings={props.serverSettings} onShortcuts={props.onShortcuts} />
  return <EditablePane {...props} pane={pane} />
}

/** The panes that edit the settings. */
function EditablePane({ pane, ...props }: Omit<SettingsDialogProps, 'pane'> & { pane: SettingsPane }) {
  const t = useTranslations('profile')
  const { settings, error, retry, change } = useSettings()
  if (pane === 'privacy') return <PrivacyPane {...props} />
  if (!settings)
    return error ? <ErrorState error={error} title={t('settings_failed')} onRetry={retry} /> : <SkeletonRows rows={4} />
  const paneProps: EditablePaneProps = { settings, change }
  if (pane === 'transcription')
    return (
      <TranscriptionPane
        {...paneProps}
        countExpiredTrash={props.countExpiredTrash}
        summarisesInAnyLanguage={props.serverSettings?.summarises_in_any_language ?? true}
      />
    )
  if (pane === 'look') return <AppearancePane {...paneProps} onLanguage={props.onLanguage} />
  return <ProfilePane {...paneProps} />
}
