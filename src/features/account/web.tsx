import { lazyDialog } from '#ui/lazyDialog.tsx'
import { lazyComponent } from '#ui/lazyPart.tsx'
import type { PolicyDialogProps } from './web/settings/PolicyScreen.tsx'

export { DesktopOpener, type DesktopOpenerProps } from './web/DesktopOpener.tsx'
export { storeSession } from './web/authState.ts'
export { clearSession } from './web/leaveBy.ts'
export { SignIn, SignInFrame, type SignInProps } from './web/SignIn.tsx'
export { SignOutDialog, type SignOutDialogProps } from './web/SignOutDialog.tsx'
export { ConsentRows } from './web/settings/ConsentRows.tsx'
export { SessionsPane } from './web/settings/SessionsPane.tsx'
export { SignInMethodsPane } from './web/settings/WaysPane.tsx'
export { useReauthentication, type Reauthentication } from './web/settings/useProof.tsx'
export { useReturnFromProvider } from './web/settings/useReturnFromProvider.ts'
export type { PolicyDialogProps } from './web/settings/PolicyScreen.tsx'

/** Asks the user to agree to a new privacy policy (A§4). Its code is loaded when it is first shown. */
export const PolicyDialog = lazyDialog<PolicyDialogProps>(
  async () => (await import('./web/settings/PolicyScreen.tsx')).PolicyScreen,
)

/** The page that signs in the desktop program (A§7, A§8). Loaded lazily because few users need it. */
export const DesktopSignIn = lazyComponent(async () => (await import('./web/DesktopSignIn.tsx')).DesktopSignIn)
