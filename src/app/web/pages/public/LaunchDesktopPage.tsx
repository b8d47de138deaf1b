import { useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { DesktopSignIn } from '#features/account/web.tsx'
import { paths } from '#kit/paths.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'

/**
 * /launch-desktop (A§2, A§8): the desktop program opened the browser to be signed in. The sign-in page does that, also where a
 * session ends on the way. A program that does not say which one it is learns here that it is too old; nobody is asked who
 * they are for that.
 */
export function LaunchDesktopPage() {
  const t = useWords('pages')
  const router = useRouter()
  const { desktop_uuid }: { desktop_uuid?: string } = useSearch({ strict: false })
  usePageTitle(t('desktop_open_title'))
  useEffect(() => {
    if (desktop_uuid) void router.navigate({ href: paths.login({ client: 'desktop', desktopUuid: desktop_uuid }), replace: true })
  }, [router, desktop_uuid])
  return (
    <div className="mx-auto w-full max-w-dialog px-6 py-12 max-sm:px-4 max-sm:py-8">
      <Suspense fallback={<SkeletonRows rows={2} />}>
        {desktop_uuid ? (
          <SkeletonRows rows={2} />
        ) : (
          <DesktopSignIn account={undefined} desktopUuid={undefined} onSignedOut={() => {}} />
        )}
      </Suspense>
    </div>
  )
}
