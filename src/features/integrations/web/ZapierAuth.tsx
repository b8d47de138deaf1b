import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Refused, wasRefused } from '#kit/client.ts'
import { days } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useExplain } from '#ui/useExplain.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'

import { APP_NAMES, CONNECTION_LIFE, type Scope, readAuthorisation, scopesAsked } from '../rules.ts'
import { integrations } from './calls.ts'
import { useConnection } from './useConnection.ts'

export type ZapierAuthProps = {
  /** The query of the URL, as the program sent it. */
  query: Readonly<Record<string, unknown>>
  /** The displayed name of the signed-in account. */
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
export function ZapierAuth({ query, account, onHome, openAddress = goTo }: ZapierAuthProps) {
  const t = useWords('integrations')
  const connection = useConnection(app)
  const asked = readAuthorisation(query)
  const scopes = asked && scopesAsked(asked.scope)
  const allowing = useMutation({
    mutationFn: async () => {
      const { data } = await integrations.authorize({ params: { app }, query: asked! })
      openAddress(data.redirect_url)
    },
  })
  const home = (
    <Button size="lg" onClick={onHome}>
      {t('to_home')}
    </Button>
  )
  const isBroken = !scopes || wasRefused(allowing.error, integrations.authorize, 'notThisProgram')
  const isMissing = connection.data?.is_available === false || wasRefused(allowing.error, integrations.authorize, 'notSetUp')
  const title = isBroken ? t('auth_broken_title') : isMissing ? t('not_set_up_title', { program }) : t('auth_title', { program })
  usePageTitle(title)
  if (isBroken) {
    return (
      <Words title={title} text={t('auth_broken_text', { program })}>
        {home}
      </Words>
    )
  }
  if (connection.isPending) return <Waiting />
  if (connection.error) {
    return <ErrorState className="py-6" error={connection.error} title={t('failed')} onRetry={() => void connection.refetch()} />
  }
  if (isMissing) {
    return (
      <Words title={title} text={t('not_set_up')}>
        {home}
      </Words>
    )
  }
  return (
    <Words title={title} text={account && t('auth_account', { account })}>
      <Question
        scopes={scopes}
        state={allowing.isPending ? 'asking' : allowing.isSuccess ? 'going' : 'waiting'}
        error={allowing.error}
        onAllow={() => allowing.mutate()}
        onCancel={onHome}
      />
    </Words>
  )
}

type QuestionProps = {
  scopes: readonly Scope[]
  state: 'waiting' | 'asking' | 'going'
  error: unknown
  onAllow: () => void
  onCancel: () => void
}

function Question({ scopes, state, error, onAllow, onCancel }: QuestionProps) {
  const t = useWords('integrations')
  const ours = useWords('ui')
  const explain = useExplain()
  const mayId = useId()
  const tooOften = error instanceof Refused && error.httpStatus === 429
  const means = { profile: t('scope_profile'), 'files:read': t('scope_files_read') }
  return (
    <>
      <div className="grid gap-2">
        <p id={mayId} className="text-base font-[600]">
          {t('auth_can', { program })}
        </p>
        <ul aria-labelledby={mayId} className="grid gap-2 text-base">
          {scopes.map((scope) => (
            <li key={scope} className="flex items-start gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-accent" />
              {means[scope]}
            </li>
          ))}
        </ul>
      </div>
      <p className="text-sm text-pretty text-ink2">{t('auth_until', { days: CONNECTION_LIFE / days(1) })}</p>
      <p role="alert" className="text-sm text-signal empty:hidden">
        {error ? (tooOften ? t('auth_too_often') : `${t('auth_failed')} ${explain(error).text}`) : null}
      </p>
      <div className="grid gap-2">
        <Button variant="main" size="lg" busy={state !== 'waiting'} onClick={onAllow}>
          {t('allow')}
        </Button>
        <Button variant="quiet" size="lg" onClick={onCancel}>
          {ours('cancel')}
        </Button>
      </div>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {state === 'going' ? t('auth_going', { program }) : null}
      </p>
    </>
  )
}

function Words({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
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
function Waiting() {
  const ours = useWords('ui')
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{ours('loading')}</span>
      <Skeleton className="h-8.5 w-full" />
      <Skeleton className="h-4.5 w-56" />
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}

const goTo = (address: string): void => location.assign(address)
