import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { PolicyDialogProps } from './web/privacy/PolicyScreen.tsx'

export { DesktopOpener, type DesktopOpenerProps } from './web/desktop/DesktopOpener.tsx'
export { storeSession } from './web/sessions/authState.ts'
export { clearSession } from './web/sessions/signOut.ts'
export { SignIn, SignInFrame, type SignInProps } from './web/sign-in/SignIn.tsx'
export { SignOutDialog, type SignOutDialogProps } from './web/sessions/SignOutDialog.tsx'
export { ConsentRows } from './web/privacy/ConsentRows.tsx'
export { SessionsPane } from './web/sessions/SessionsPane.tsx'
export { SignInMethodsPane } from './web/settings/SignInMethodsPane.tsx'
export { useReauthentication, type Reauthentication } from './web/password/useReauthentication.tsx'
export { useReturnFromProvider } from './web/sso/useReturnFromProvider.ts'
export type { PolicyDialogProps } from './web/privacy/PolicyScreen.tsx'

/** Asks the user to agree to a new privacy policy (A§4). Its code is loaded when it is first shown. */
export const PolicyDialog = lazyDialog<PolicyDialogProps>(
  async () => (await import('./web/privacy/PolicyScreen.tsx')).PolicyScreen,
)

/** The page that signs in the desktop program (A§7, A§8). Loaded lazily because few users need it. */
export const DesktopSignIn = lazyComponent(async () => (await import('./web/desktop/DesktopSignIn.tsx')).DesktopSignIn)
