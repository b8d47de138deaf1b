import { useMutationState } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessage } from '#browser/i18n/useMessage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { useNews } from '#features/site/web.tsx'
import { PanesDialog } from '#ui/dialog/PanesDialog.tsx'
import type { SettingsPane } from '#ui/feature/WebFeature.ts'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { SETTINGS_QUEUE } from '../useSettings.ts'
import { useSettingsPanes } from './useSettingsPanes.ts'

export type SettingsScreenProps = {
  open: boolean
  onClose: () => void
  /** The pane named in the URL. An unknown name counts as null, which shows the first pane, or the list on a phone. */
  pane: string | null
  onPaneChange: (pane: string | null) => void
}

/** The settings dialog with the panes of all features. */
export function SettingsScreen({ open, onClose, pane: requestedPane, onPaneChange }: SettingsScreenProps) {
  const t = useTranslations('profile')
  const translate = useMessage()
  const panes = useSettingsPanes()
  const { flags, update } = useNews(currentAccountId())
  const requested = panes.find(({ id }) => id === requestedPane)
  const shown = requested ?? panes[0]
  const openRedDot = open ? requested?.redDot : undefined
  // The flag is stored in the browser, so the pane is no longer new in other tabs either.
  useEffect(() => {
    if (openRedDot && flags[openRedDot]) update({ [openRedDot]: false })
  }, [openRedDot, flags, update])
  return (
    <PanesDialog
      open={open}
      onClose={onClose}
      title={t('settings')}
      panes={panes.map(({ id, title, icon: Icon, redDot, group }) => ({
        id,
        label: translate(title),
        icon: <Icon aria-hidden />,
        ...(group && { group: t('this_server') }),
        isNew: redDot !== undefined && flags[redDot],
      }))}
      pane={requested?.id ?? null}
      onPaneChange={onPaneChange}
      status={<SaveStatus />}
    >
      {shown && <PaneContent key={shown.id} pane={shown} onClose={onClose} />}
    </PanesDialog>
  )
}

function PaneContent({ pane, onClose }: { pane: SettingsPane; onClose: () => void }) {
  const [Pane] = useState(() => lazyComponent(pane.load))
  return <Pane onClose={onClose} fallback={<SkeletonRows rows={4} />} />
}

/** Shows whether the latest change is saving or saved. Shows nothing if it failed. */
function SaveStatus() {
  const t = useTranslations('profile')
  const states = useMutationState({ filters: { mutationKey: SETTINGS_QUEUE }, select: ({ state }) => state.status })
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
