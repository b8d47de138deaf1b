import { useRouter, useSearch } from '@tanstack/react-router'
import { isHiddenAddress } from '#features/account/rules.ts'
import { SignInFrame } from '#features/account/web.tsx'
import { ZapierAuth } from '#features/integrations/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { paths } from '#kit/paths.ts'

/** /zapier-auth (A§2): a program asks to be let into the account of whoever is signed in. */
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
