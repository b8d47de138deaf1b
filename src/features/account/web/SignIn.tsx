import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { account } from './account.ts'
import { SignInAside } from './SignInAside.tsx'
import { SignInForm } from './SignInForm.tsx'

export type SignInProps = {
  /** The word of the setup link that the server printed, for its first account. */
  setupToken?: string | undefined
  /** The token is kept; where to go is the page's business. */
  onSignedIn: () => void
  /** Stands below the form: the choice of a language. */
  footer?: ReactNode
}

/** The whole sign-in page (A§2 /login). Who may make an account is asked of the server first. */
export function SignIn({ setupToken, onSignedIn, footer }: SignInProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <main className="grid content-center justify-items-center px-6 py-10 sm:px-8">
        <div className="grid w-full max-w-[22.5rem] gap-5">
          <Mark name className="text-xl" />
          <Door setupToken={setupToken} onSignedIn={onSignedIn} />
          {footer}
        </div>
      </main>
      <SignInAside />
    </div>
  )
}

function Door({ setupToken, onSignedIn }: Pick<SignInProps, 'setupToken' | 'onSignedIn'>) {
  const t = useWords('account')
  const instance = useQuery({ queryKey: account.instance.key({}), queryFn: ({ signal }) => account.instance({}, { signal }) })
  if (instance.isPending) return <FormSkeleton />
  if (instance.isError) {
    return (
      <ErrorState
        className="py-6"
        title={t('instance_failed')}
        error={instance.error}
        onRetry={() => void instance.refetch()}
        retrying={instance.isFetching}
      />
    )
  }
  const { has_accounts, may_sign_up } = instance.data.data
  if (has_accounts) {
    return <SignInForm key="again" door={may_sign_up ? 'open' : 'closed'} setupToken={undefined} onSignedIn={onSignedIn} />
  }
  if (may_sign_up || setupToken) return <SignInForm key="first" door="first" setupToken={setupToken} onSignedIn={onSignedIn} />
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">{t('first_title')}</h1>
      <p className="text-base text-ink2">{t('first_elsewhere')}</p>
    </div>
  )
}

/** In the shape of the form that comes. */
function FormSkeleton() {
  const ours = useWords('ui')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{ours('loading')}</span>
      <Skeleton className="h-8.5 w-32" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-4.5 w-48" />
    </div>
  )
}
