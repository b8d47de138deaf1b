import { useRouter, useSearch } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { isHiddenAddress } from '#features/account/rules.ts'
import { SignInFrame } from '#features/account/web.tsx'
import { NewPolicyQuestion, useMeQuery } from '#features/profile/web.tsx'
import { isRefused } from '#shared/client.ts'
import { days } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { APP_NAMES, CONNECTION_LIFETIME, type Scope, parseAuthorizationQuery, parseScopes } from '../rules.ts'
import { integrationsClient, useConnection } from './integrationsClient.ts'

/** /zapier-auth (A§2): asks the signed-in user to give an external program access to the account. */
export function ZapierAuthPage() {
  const router = useRouter()
  const query = useSearch({ from: '/zapier-auth' })
  const t = useTranslations('integrations')
  const { data, error, refetch, isFetching } = useMeQuery()
  const me = data?.data_user
  const account = me && (isHiddenAddress(me.email) ? me.nickname : me.email)
  return (
    <SignInFrame>
      {error && !me ? (
        <AuthLayout title={t('auth_title', { program })} text={null}>
          <ErrorState className="py-6" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </AuthLayout>
      ) : (
        <ZapierAuth query={query} account={account} onHome={() => void router.navigate({ to: '/' })} />
      )}
      {/* Nothing is authorized before it is answered. */}
      <NewPolicyQuestion />
    </SignInFrame>
  )
}

type ZapierAuthProps = {
  /** The query of the URL, as the program sent it. */
  query: Readonly<Record<string, unknown>>
  /** The displayed name of the signed-in account. Undefined while it is loading. */
  account: string | undefined
  onHome: () => void
  /** Navigates this tab to a URL of the program. */
  openAddress?: (address: string) => void
}

const app = 'zapier'
const program = APP_NAMES[app]

/**
 * Asks the user to authorize a program (A§2 /zapier-auth). The browser is redirected only to the URL that the server returns,
 * because the one in the query is not trusted.
 */
export function ZapierAuth({ query, account, onHome, openAddress = navigateTo }: ZapierAuthProps) {
  const t = useTranslations('integrations')
  const connection = useConnection(app)
  const request = parseAuthorizationQuery(query)
  const scopes = request && parseScopes(request.scope)
  const authorization = useAction(integrationsClient.authorize, {
    show: 'inline',
    failure: t('auth_failed'),
    refusals: { notThisProgram: null, notSetUp: null, 429: t('auth_too_often') },
    onSuccess: ({ data }) => openAddress(data.redirect_url),
  })
  const homeButton = (
    <Button size="lg" onClick={onHome}>
      {t('to_home')}
    </Button>
  )
  const isBroken = !scopes || isRefused(authorization.error, integrationsClient.authorize, 'notThisProgram')
  const isNotSetUp =
    connection.data?.is_available === false || isRefused(authorization.error, integrationsClient.authorize, 'notSetUp')
  const title = isBroken
    ? t('auth_invalid_title')
    : isNotSetUp
      ? t('not_set_up_title', { program })
      : t('auth_title', { program })
  usePageTitle(title)
  if (isBroken) {
    return (
      <AuthLayout title={title} text={t('auth_invalid_text', { program })}>
        {homeButton}
      </AuthLayout>
    )
  }
  // Until the account is known, so that its question about a new privacy policy comes first.
  if (connection.isPending || (account === undefined && !connection.error && !isNotSetUp)) return <AuthSkeleton />
  if (connection.error) {
    return (
      <AuthLayout title={title} text={null}>
        <ErrorState className="py-6" error={connection.error} title={t('failed')} onRetry={() => void connection.refetch()} />
      </AuthLayout>
    )
  }
  if (isNotSetUp) {
    return (
      <AuthLayout title={title} text={t('not_set_up')}>
        {homeButton}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={title} text={t('auth_account', { account: account ?? '' })}>
      <AuthorizationQuestion
        scopes={scopes}
        state={authorization.isBusy ? 'asking' : authorization.isDone ? 'going' : 'waiting'}
        failure={authorization.explanation?.text}
        onAllow={() => void authorization.run({ params: { app }, query: request! })}
        onCancel={onHome}
      />
    </AuthLayout>
  )
}

type AuthorizationQuestionProps = {
  scopes: readonly Scope[]
  state: 'waiting' | 'asking' | 'going'
  failure: string | undefined
  onAllow: () => void
  onCancel: () => void
}

function AuthorizationQuestion({ scopes, state, failure, onAllow, onCancel }: AuthorizationQuestionProps) {
  const t = useTranslations('integrations')
  const tUi = useTranslations('ui')
  const scopesLabelId = useId()
  const scopeLabels = { profile: t('scope_profile'), 'files:read': t('scope_files_read') }
  return (
    <>
      <div className="grid gap-2">
        <p id={scopesLabelId} className="text-base font-[600]">
          {t('auth_scopes', { program })}
        </p>
        <ul aria-labelledby={scopesLabelId} className="grid gap-2 text-base">
          {scopes.map((scope) => (
            <li key={scope} className="flex items-start gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-accent" />
              {scopeLabels[scope]}
            </li>
          ))}
        </ul>
      </div>
      <p className="text-sm text-pretty text-ink2">{t('auth_until', { days: CONNECTION_LIFETIME / days(1) })}</p>
      <p role="alert" className="text-sm text-signal empty:hidden">
        {failure}
      </p>
      <div className="grid gap-2">
        <Button variant="main" size="lg" busy={state !== 'waiting'} onClick={onAllow}>
          {t('allow')}
        </Button>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {tUi('cancel')}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {state === 'going' ? t('auth_returning', { program }) : null}
      </p>
    </>
  )
}

function AuthLayout({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="text-2xl font-[640] tracking-[-0.02em] text-balance break-words">{title}</h1>
        <p className="text-base break-words text-ink2 empty:hidden">{text}</p>
      </div>
      {children}
    </div>
  )
}

/** A skeleton in the layout of the question. */
function AuthSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4">
      <Skeleton className="h-8.5 w-full" />
      <Skeleton className="h-4.5 w-56" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-11 w-full" />
    </SkeletonGroup>
  )
}

const navigateTo = (address: string): void => location.assign(address)
