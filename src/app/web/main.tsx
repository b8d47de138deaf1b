import './configureZod.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchLibrary } from '#features/files/web.tsx'
import { prefetchMe } from '#features/profile/web.tsx'
import { paths } from '#shared/paths.ts'
import { seconds } from '#shared/units.ts'
import { basePath } from '#browser/page/basePath.ts'
import { createQueryClient } from '#browser/http/queryClient.ts'
import { setSendHandlers, navigateAway } from '#browser/http/send.ts'
import { ServerNotices, showServerNotice } from '#ui/server-status/ServerNotices.tsx'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { trackFocusOrigin } from '#browser/keyboard/focusOrigin.ts'
import { keepInstallPrompt } from '#browser/page/installPrompt.ts'
import { applyTheme } from '#browser/page/theme.ts'
import { after } from '#browser/timers/time.ts'
import { ToastProvider } from '#ui/toast/ToastProvider.tsx'
import { LazyCookieNotice, UrlNoticePrompt } from '#features/site/web.tsx'
import { preloadPage } from './preloadPage.ts'
import { initI18n } from '#browser/i18n/i18n.ts'
import { listenForPreloadErrors } from './install/listenForPreloadErrors.ts'
import { router } from './router.tsx'
import { hasValidToken } from '#features/account/web.tsx'

listenForPreloadErrors()
applyTheme()
trackFocusOrigin()
keepInstallPrompt()
setSendHandlers({ onSignedOut: redirectToSignIn, onNotice: showServerNotice })
const queryClient = createQueryClient()
const isSignedIn = hasValidToken()
if (isSignedIn) {
  prefetchMe()
  prefetchLibrary()
}
const i18nReady = initI18n()
preloadPage(router, location.pathname.slice(basePath.length), isSignedIn)
await i18nReady
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
          <LazyCookieNotice router={router} />
          <ServerNotices />
          <UrlNoticePrompt history={router.history} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// Stores responses for offline use. Nothing waits for this chunk, and the page works without it.
import(/* chunk: offline */ './offline/persistForOffline.ts').then(
  ({ persistForOffline }) => persistForOffline(queryClient),
  () => {},
)
after(seconds(1), () => {
  import(/* chunk: offline */ './install/startPwa.ts').then(
    ({ startPwa }) => startPwa(),
    () => {},
  )
})

/** Loads the sign-in page with a full page load, so that nothing of the ended session stays in memory (A§2, A§8). */
function redirectToSignIn(): void {
  notifySignedOut()
  const signInUrl = basePath + paths.login()
  if (location.pathname !== signInUrl) navigateAway(`${signInUrl}?from_url=${encodeURIComponent(location.origin)}`)
}
