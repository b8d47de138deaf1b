import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prefetchLibrary } from '#features/files/web.tsx'
import { prefetchMe } from '#features/me/web.tsx'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import { basePath } from '#ui/basePath.ts'
import { makeQueryClient } from '#ui/queryClient.ts'
import { handleAnswers, leaveFor } from '#ui/send.ts'
import { ServerNotices, raiseNotice } from '#ui/ServerNotices.tsx'
import { tellSignedOut } from '#ui/signedOut.ts'
import { applyTheme } from '#ui/theme.ts'
import { after } from '#ui/time.ts'
import { ToastProvider } from '#ui/Toast.tsx'
import { ConsentPlace } from './consent/ConsentPlace.tsx'
import { fetchPage } from './fetchPage.ts'
import { startWords } from './i18n.ts'
import { hearPreloadErrors } from './pwa/hearPreloadErrors.ts'
import { router } from './routes.tsx'
import { holdsToken } from './shell/askForToken.ts'
import { AddressNotice } from './shell/dialogs/AddressNotice.tsx'

hearPreloadErrors()
applyTheme()
handleAnswers({ onSignedOut: goToSignIn, onNotice: raiseNotice })
const queries = makeQueryClient()
// The current user takes one round trip, so the request starts before the page is rendered (A§7 prefetched).
const isSignedIn = holdsToken()
if (isSignedIn) prefetchMe(queries)
const words = startWords()
fetchPage(location.pathname.slice(basePath.length), isSignedIn)
if (isSignedIn) prefetchLibrary(queries)
await words
createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <RouterProvider router={router} />
          <ConsentPlace router={router} />
          <ServerNotices />
          <AddressNotice history={router.history} />
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// Stores responses for offline use. Nothing waits for this chunk, and the page works without it.
import('./offline/keepForOffline.ts').then(
  ({ keepForOffline }) => keepForOffline(queries),
  () => {},
)
after(seconds(1), () => {
  import('./pwa/startPwa.ts').then(
    ({ startPwa }) => startPwa(),
    () => {},
  )
})

/** Loads the sign-in page with a full page load, so that nothing of the ended session stays in memory (A§2, A§8). */
function goToSignIn(): void {
  tellSignedOut()
  const signIn = basePath + paths.login()
  if (location.pathname !== signIn) leaveFor(`${signIn}?from_url=${encodeURIComponent(location.origin)}`)
}
