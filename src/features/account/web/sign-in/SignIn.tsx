import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Logo } from '#ui/logo/Logo.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { account } from '../accountClients.ts'
import { toQueryParameters } from '../sign-up/signUpTokens.ts'
import type { SignUpTokens } from '../sign-up/signUpTokens.ts'
import { SsoErrorNotice } from '../sso/SsoErrorNotice.tsx'
import { SignInAside } from './SignInAside.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useSsoResult } from '../sso/useSsoResult.ts'
import type { SsoResult } from '../sso/useSsoResult.ts'
import type { SignUpMode } from './useSignInForm.ts'

export type SignInProps = {
  /** The token of the setup link that the server logged, for its first account. */
  setupToken?: string | undefined
  /** The token of an invitation. */
  invitation?: string | undefined
  /** The path to return to after a sign-in with an identity provider, including the base path. */
  fromUrl?: string | undefined
  /** The result of a sign-in with an identity provider, from the URL: a ticket for a session, or an error code. */
  ssoResult?: SsoResult | undefined
  /** Called when the session is stored. The page decides where to navigate. */
  onSignedIn: () => void
  /** Rendered below the form, for example the language menu. */
  footer?: ReactNode
}

/** The sign-in page (A§2 /login). Loads from the server first whether sign-up is possible and which sign-in methods exist. */
export function SignIn({ setupToken, invitation, fromUrl = '/', ssoResult, onSignedIn, footer }: SignInProps) {
  const ssoState = useSsoResult(ssoResult, onSignedIn)
  return (
    <SignInFrame footer={footer}>
      {ssoState.state === 'arriving' ? (
        <FormSkeleton />
      ) : (
        <>
          <SsoErrorNotice ssoState={ssoState} />
          <InstanceForm signUpTokens={{ setup: setupToken, invitation }} fromUrl={fromUrl} onSignedIn={onSignedIn} />
        </>
      )}
    </SignInFrame>
  )
}

/** The layout of the sign-in page. */
export function SignInFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <main className="grid justify-items-center px-6 py-8 sm:content-center sm:px-8">
        {/* As high as the form with all sign-in methods, so that the content does not move when they change. */}
        <div className="grid min-h-[44rem] w-full max-w-[22.5rem] grid-cols-1 content-start gap-5">
          <Logo withName className="text-xl" />
          {children}
          {footer}
        </div>
      </main>
      <SignInAside />
    </div>
  )
}

type InstanceFormProps = { signUpTokens: SignUpTokens; fromUrl: string; onSignedIn: () => void }

function InstanceForm({ signUpTokens, fromUrl, onSignedIn }: InstanceFormProps) {
  const t = useTranslations('account')
  const query = toQueryParameters(signUpTokens)
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
  const signUpMode: SignUpMode = has_accounts ? signUpModeOf(may_sign_up, sign_up, signUpTokens) : 'first'
  if (has_accounts || may_sign_up || signUpTokens.setup) {
    return <SignInForm key={signUpMode} {...{ signUpMode, signUpTokens, codes, providers, fromUrl, onSignedIn }} />
  }
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">{t('first_title')}</h1>
      <p className="text-base text-ink2">{t('first_elsewhere')}</p>
    </div>
  )
}

function signUpModeOf(maySignUp: boolean, signUp: 'closed' | 'invite' | 'open', { invitation }: SignUpTokens): SignUpMode {
  if (maySignUp) return invitation ? 'invited' : 'open'
  return signUp === 'invite' ? 'invite' : 'closed'
}

/** A placeholder with the shape of the form. */
export function FormSkeleton() {
  const tUi = useTranslations('ui')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{tUi('loading')}</span>
      <Skeleton className="h-8.5 w-32" />
      <Skeleton className="h-9 w-11/12" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-4.5 w-48" />
    </div>
  )
}
