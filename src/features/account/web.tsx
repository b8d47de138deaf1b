import { useQuery } from '@tanstack/react-query'
import { account } from './web/account.ts'

export { SignIn, type SignInProps } from './web/SignIn.tsx'
export { SignOutDialog, type SignOutDialogProps } from './web/SignOutDialog.tsx'

/** Who is signed in. `scripted_speech`: nothing on this server is really heard; the page says so. */
export type Me = { id: string; email: string; nickname: string; scripted_speech: boolean }

/** The one who is signed in, or undefined until the server has said. Asked once a visit. */
export function useMe(): Me | undefined {
  const asked = useQuery({
    queryKey: account.me.key({}),
    queryFn: ({ signal }) => account.me({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return asked.data?.data
}
