import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DesktopSignIn } from '#features/account/web.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/**
 * /launch-desktop (A§2, A§8): the desktop program opens this page to sign in. Redirects to the sign-in page, which also handles
 * sessions that end in the meantime. A program without a `desktop_uuid` is too old: the page shows that without a sign-in.
 */
export function LaunchDesktopPage() {
  const t = useTranslations('site')
  const router = useRouter()
  const { desktop_uuid } = useSearch({ from: '/public/launch-desktop' })
  usePageTitle(t('desktop_open_title'))
  useEffect(() => {
    if (desktop_uuid) void router.navigate({ to: '/login', search: { client: 'desktop', desktop_uuid }, replace: true })
  }, [router, desktop_uuid])
  return (
    <div className="mx-auto w-full max-w-dialog px-6 py-12 max-sm:px-4 max-sm:py-8">
      {desktop_uuid ? (
        <SkeletonRows rows={2} />
      ) : (
        <DesktopSignIn account={undefined} desktopUuid={undefined} onSignedOut={() => {}} fallback={<SkeletonRows rows={2} />} />
      )}
    </div>
  )
}
