import { KeyRound } from 'lucide-react'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export { DesktopOpener, type DesktopOpenerProps } from './web/desktop/DesktopOpener.tsx'
export {
  validateLoginSearch,
  redirectFromLogin,
  getRequiredBasePath,
  getReturnPath,
  clearSsoResult,
  getSsoResult,
} from './web/redirects/loginRedirects.ts'
export { mainRoute, hasValidToken, requireToken } from './web/redirects/requireToken.ts'
export { storeSession } from './web/sessions/authState.ts'
export { clearSession, openSignInPage } from './web/sessions/signOut.ts'
export { SignIn, SignInFrame, type SignInProps } from './web/sign-in/SignIn.tsx'
export { ConsentRows } from './web/privacy/ConsentRows.tsx'
export { SessionsPane } from './web/sessions/SessionsPane.tsx'
export { useReauthentication, type Reauthentication } from './web/password/useReauthentication.tsx'
export { PolicyScreen } from './web/privacy/PolicyScreen.tsx'

export const accountFeature: WebFeature = {
  name: 'account',
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
  background: async () => (await import(/* chunk: landing, offline */ './web/AccountBackground.tsx')).AccountBackground,
  dialogs: {
    signOut: {
      priority: 'requested',
      load: async () => (await import('./web/sessions/SignOutDialog.tsx')).SignOutDialog,
    },
  },
  settingsPanes: [
    {
      id: 'sign-in-methods',
      order: 20,
      title: 'profile:pane_sign_in_methods',
      icon: KeyRound,
      load: async () => (await import('./web/settings/SignInMethodsPane.tsx')).SignInMethodsPane,
    },
  ],
  paletteActions: async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
}

/** The page that signs in the desktop program (A§7, A§8). Loaded lazily because few users need it. */
export const DesktopSignIn = lazyComponent(async () => (await import('./web/desktop/DesktopSignIn.tsx')).DesktopSignIn)
