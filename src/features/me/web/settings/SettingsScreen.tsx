import { useMutationState } from '@tanstack/react-query'
import { AudioLines, Cable, Check, Info, KeyRound, MonitorSmartphone, Palette, ShieldCheck, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { SessionsPane, WaysPane } from '#features/account/web.tsx'
import { Recorders } from '#features/devices/web.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PanesDialog } from '#ui/PanesDialog.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useRedDots } from '#ui/useRedDots.ts'
import { useWords } from '#ui/words.ts'
import { useMe } from '../useMe.ts'
import { CHANGES, useSettings } from '../useSettings.ts'
import { AboutPane } from './AboutPane.tsx'
import { LookPane } from './LookPane.tsx'
import { PrivacyPane } from './PrivacyPane.tsx'
import { ProfilePane } from './ProfilePane.tsx'
import { PANES } from './settingsPanes.ts'
import type { OwnPaneProps, SettingsDialogProps, SettingsPane } from './settingsPanes.ts'
import { TranscriptionPane } from './TranscriptionPane.tsx'

/** The content of SettingsDialog. */
export function SettingsScreen(props: SettingsDialogProps) {
  const t = useWords('me')
  const { open, onClose, onPane, connections } = props
  const { flags, update } = useRedDots(useMe()?.id)
  const icons = { profile: UserRound, ways: KeyRound, sessions: MonitorSmartphone, transcription: AudioLines, look: Palette }
  const more = { privacy: ShieldCheck, connections: Cable, about: Info }
  const panes = PANES.filter((id) => id !== 'connections' || Boolean(connections)).map((id) => {
    const Icon = { ...icons, ...more }[id]
    return { id, label: t(`pane_${id}`), icon: <Icon aria-hidden />, isNew: id === 'connections' && flags.automation }
  })
  const pane = panes.find(({ id }) => id === props.pane)?.id ?? null
  const looksAtConnections = open && pane === 'connections'
  // The flag is stored in the browser, so the pane is no longer new in other tabs either.
  useEffect(() => {
    if (looksAtConnections && flags.automation) update({ automation: false })
  }, [looksAtConnections, flags.automation, update])
  return (
    <PanesDialog open={open} onClose={onClose} title={t('settings')} panes={panes} pane={pane} onPane={onPane} status={<Saved />}>
      <PaneOf {...props} pane={pane ?? 'profile'} />
    </PanesDialog>
  )
}

/** Shows whether the latest change is saving or saved. Shows nothing if it failed. */
function Saved() {
  const t = useWords('me')
  const states = useMutationState({ filters: { mutationKey: CHANGES }, select: ({ state }) => state.status })
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

function PaneOf({ pane, ...props }: Omit<SettingsDialogProps, 'pane'> & { pane: SettingsPane }) {
  if (pane === 'ways') return <WaysPane onSignedOut={props.onSignedOut} />
  if (pane === 'sessions') return <SessionsPane onSignedOut={props.onSignedOut} recorders={<Recorders />} />
  if (pane === 'connections') return props.connections
  if (pane === 'about') return <AboutPane facts={props.facts} onShortcuts={props.onShortcuts} />
  return <OwnPane {...props} pane={pane} />
}

/** The panes that edit the settings. */
function OwnPane({ pane, ...props }: Omit<SettingsDialogProps, 'pane'> & { pane: SettingsPane }) {
  const t = useWords('me')
  const { settings, error, retry, change } = useSettings()
  if (pane === 'privacy') return <PrivacyPane {...props} />
  if (!settings)
    return error ? <ErrorState error={error} title={t('settings_failed')} onRetry={retry} /> : <SkeletonRows rows={4} />
  const own: OwnPaneProps = { settings, change }
  if (pane === 'transcription')
    return (
      <TranscriptionPane {...own} trashDue={props.trashDue} speaksAnyLanguage={props.facts?.summarises_in_any_language ?? true} />
    )
  if (pane === 'look') return <LookPane {...own} onLanguage={props.onLanguage} />
  return <ProfilePane {...own} />
}
