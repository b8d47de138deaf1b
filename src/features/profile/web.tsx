import { Palette, UserRound } from 'lucide-react'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { sendEarly } from '#browser/http/send.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

export { NewPolicyQuestion } from './web/NewPolicyQuestion.tsx'
export { membershipOf, useMe, useMeQuery, useOwnMembership, useReloadMe } from './web/useMe.ts'
export { fetchSettings, useSettings } from './web/useSettings.ts'
export { useNameQuestion } from './web/useNameQuestion.ts'
export { waitForMe } from './web/waitForMe.ts'
export { DeleteAccountDialog } from './web/settings/DeleteAccountDialog.tsx'
export { EditablePane, type EditablePaneProps } from './web/settings/EditablePane.tsx'
export { useSettingsUrl } from './web/settings/useSettingsUrl.ts'
export { useSettingsPanes } from './web/settings/useSettingsPanes.ts'

export const profileFeature: WebFeature = {
  name: 'profile',
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
  background: async () => (await import(/* chunk: landing, offline */ './web/ProfileBackground.tsx')).ProfileBackground,
  dialogs: {
    policy: {
      priority: 'required',
      load: async () => (await import('./web/NewPolicyDialog.tsx')).NewPolicyDialog,
    },
  },
  settingsPanes: [
    {
      id: 'profile',
      order: 10,
      title: 'profile:pane_profile',
      icon: UserRound,
      load: withNamespace('membership', async () => (await import('./web/settings/ProfilePane.tsx')).ProfilePane),
    },
    {
      id: 'appearance',
      order: 50,
      title: 'profile:pane_appearance',
      icon: Palette,
      load: async () => (await import('./web/settings/AppearancePane.tsx')).AppearancePane,
    },
  ],
  paletteActions: async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
}

/** Sends the request for the signed-in user before the code that reads the response is loaded (A§7 prefetched). */
export const prefetchMe = (): void => sendEarly('/user/me')
