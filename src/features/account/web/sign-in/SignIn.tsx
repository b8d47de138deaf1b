import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Logo } from '#ui/logo/Logo.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { account } from '../queries.ts'
import { toQueryParameters, type SignUpMode, signUpModeOf } from '../sign-up/signUp.ts'
import type { SignUpTokens } from '../sign-up/signUp.ts'
import { SsoErrorNotice, useSsoResult } from '../sso/useSsoResult.tsx'
import type { SsoResult } from '../redirects/loginRedirects.ts'
import { SignInForm } from './SignInForm.tsx'

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
        {/* As high as the form with all sign-in methods, so that nothing moves when the form replaces its skeleton. */}
        <div className="grid min-h-[44rem] w-full max-w-[22.5rem] grid-cols-1 grid-rows-[1fr_auto] gap-5">
          <div className="grid grid-cols-1 content-start gap-5">
            <Logo withName className="text-xl" />
            {children}
          </div>
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
      <h1 className="text-2xl font-[640] tracking-[-0.02em]">{t('first_account_title')}</h1>
      <p className="text-base text-ink2">{t('first_account_elsewhere')}</p>
    </div>
  )
}

/** A placeholder with the shape of the form. */
export function FormSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="h-8.5 w-32" />
      <Skeleton className="h-9 w-11/12" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-16.5 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-4.5 w-48" />
    </SkeletonGroup>
  )
}

const BARS = 64
/** Number of bars drawn as played. */
const PLAYED_BARS = 26

/** Describes the product beside the form. Hidden on small screens. */
function SignInAside() {
  const t = useTranslations('account')
  return (
    <aside aria-label={t('about_label')} className="grid place-items-center border-l border-line bg-sunken px-8 max-md:hidden">
      <div className="grid max-w-[25rem] gap-5">
        <Waveform />
        <p className="text-[1.375rem] leading-8 tracking-[-0.01em] text-balance">{t('tagline')}</p>
        <p className="text-sm text-ink2">{t('tagline_hint')}</p>
      </div>
    </aside>
  )
}

/** A decorative waveform. Deterministic, so it is the same on every load. */
function Waveform() {
  return (
    <svg aria-hidden viewBox={`0 0 ${BARS * 6} 72`} className="w-full">
      {Array.from({ length: BARS }, (_, bar) => {
        const height = 8 + 32 * Math.abs(Math.sin(bar * 0.33) * Math.cos(bar * 1.7 + 0.4))
        return (
          <rect
            key={bar}
            x={bar * 6}
            y={36 - height / 2}
            width={4}
            height={height}
            rx={1}
            className={bar < PLAYED_BARS ? 'fill-accent' : 'fill-wave'}
          />
        )
      })}
    </svg>
  )
}
