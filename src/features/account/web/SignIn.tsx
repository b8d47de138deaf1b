import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { account } from './account.ts'
import { inQuery } from './doorWords.ts'
import type { DoorWords } from './doorWords.ts'
import { LandingNotice } from './LandingNotice.tsx'
import { SignInAside } from './SignInAside.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useLanding } from './useLanding.ts'
import type { Landing } from './useLanding.ts'
import type { Door as Doors } from './useSignInForm.ts'

export type SignInProps = {
  /** The word of the setup link that the server printed, for its first account. */
  setupToken?: string | undefined
  /** The word of an invitation. */
  invitation?: string | undefined
  /** Where a journey to an identity provider comes back to: a path, base path included. */
  fromUrl?: string | undefined
  /** What the address brought back from an identity provider: a ticket for a session, or why there is none. */
  landing?: Landing | undefined
  /** The session is kept; where to go is the page's business. */
  onSignedIn: () => void
  /** Stands below the form: the choice of a language. */
  footer?: ReactNode
}

/** The whole sign-in page (A§2 /login). Who may make an account, and by which ways one comes in, is asked of the server first. */
export function SignIn({ setupToken, invitation, fromUrl = '/', landing, onSignedIn, footer }: SignInProps) {
  const arrived = useLanding(landing, onSignedIn)
  return (
    <SignInFrame footer={footer}>
      {arrived.state === 'arriving' ? (
        <FormSkeleton />
      ) : (
        <>
          <LandingNotice arrived={arrived} />
          <Door words={{ setup: setupToken, invitation }} fromUrl={fromUrl} onSignedIn={onSignedIn} />
        </>
      )}
    </SignInFrame>
  )
}

/** The page without its form. */
export function SignInFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <main className="grid justify-items-center px-6 py-8 sm:content-center sm:px-8">
        {/* As high as the form with every way in: whatever comes or goes in it, it stands where it stood. */}
        <div className="grid min-h-[44rem] w-full max-w-[22.5rem] grid-cols-1 content-start gap-5">
          <Mark name className="text-xl" />
          {children}
          {footer}
        </div>
      </main>
      <SignInAside />
    </div>
  )
}

type DoorProps = { words: DoorWords; fromUrl: string; onSignedIn: () => void }

function Door({ words, fromUrl, onSignedIn }: DoorProps) {
  const t = useWords('account')
  const query = inQuery(words)
  const instance = useQuery({
    queryKey: account.instance.key({ query }),
    queryFn: ({ signal }) => account.instance({ query }, { signal }),
  })
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
  const { has_accounts, may_sign_up, sign_up, codes, providers } = instance.data.data
  const door: Doors = has_accounts ? doorOf(may_sign_up, sign_up, words) : 'first'
  if (has_accounts || may_sign_up || words.setup) {
    return <SignInForm key={door} {...{ door, words, codes, providers, fromUrl, onSignedIn }} />
  }
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">{t('first_title')}</h1>
      <p className="text-base text-ink2">{t('first_elsewhere')}</p>
    </div>
  )
}

function doorOf(maySignUp: boolean, signUp: 'closed' | 'invite' | 'open', { invitation }: DoorWords): Doors {
  if (maySignUp) return invitation ? 'invited' : 'open'
  return signUp === 'invite' ? 'invite' : 'closed'
}

/** In the shape of the form that comes. */
export function FormSkeleton() {
  const ours = useWords('ui')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{ours('loading')}</span>
      <Skeleton className="h-8.5 w-32" />
      <Skeleton className="h-9 w-11/12" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-4.5 w-48" />
    </div>
  )
}
