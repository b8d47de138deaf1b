import { useRouter, useSearch } from '@tanstack/react-router'
import { isHiddenAddress } from '#features/account/rules.ts'
import { SignInFrame } from '#features/account/web.tsx'
import { ZapierAuth } from '#features/integrations/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { paths } from '#shared/paths.ts'

/** /zapier-auth (A§2): asks the signed-in user to give an external program access to the account. */
export function ZapierAuthPage() {
  const router = useRouter()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const me = useMe()
  const account = me && (isHiddenAddress(me.email) ? me.nickname : me.email)
  return (
    <SignInFrame>
      <ZapierAuth query={query} account={account} onHome={() => void router.navigate({ href: paths.home() })} />
    </SignInFrame>
  )
}
