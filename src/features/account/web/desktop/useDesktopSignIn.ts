import { useState } from 'react'
import { Refused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { desktop } from '../queries.ts'
import { NO_ERRORS } from '../sign-in/fieldErrors.ts'
import { toFormErrors } from '../sign-in/formErrors.ts'

/** An installed desktop program takes the focus within this time (A§8). */
const FOCUS_TIMEOUT = seconds(3)

/** `opened`: another program took the focus. `missing`: no program did, so the download is offered. */
export type DesktopState = 'idle' | 'asking' | 'waiting' | 'opened' | 'missing'

type DesktopSignInOptions = {
  desktopUuid: string
  onSignedOut: () => void
  /** Called once per attempt when no program took the focus in time. */
  onMissing: () => void
  /** Called when a program took the focus, also after `onMissing`. */
  onOpened?: (() => void) | undefined
  openAddress: (address: string) => void
}

/** Requests a code, passes it to the desktop program and checks whether the program takes the focus (A§7, A§8). */
export function useDesktopSignIn({ desktopUuid, onSignedOut, onMissing, onOpened, openAddress }: DesktopSignInOptions) {
  const [state, setState] = useState<Exclude<DesktopState, 'asking'>>('idle')
  const request = useAction(desktop.code, {
    show: 'inline',
    onSuccess: ({ data }) => {
      setState('waiting')
      openAddress(desktopLink({ authCode: data.auth_code, desktopUuid }))
    },
    onFailure: (error) => error instanceof Refused && error.httpStatus === 401 && onSignedOut(),
  })
  const handleFocusLost = () => {
    if (state !== 'waiting' && state !== 'missing') return
    setState('opened')
    onOpened?.()
  }
  useEvent('window', 'blur', handleFocusLost)
  useEvent('document', 'visibilitychange', () => document.visibilityState === 'hidden' && handleFocusLost())
  const handleTimeout = () => {
    setState('missing')
    onMissing()
  }
  useTimeout(handleTimeout, state === 'waiting' ? FOCUS_TIMEOUT : null)

  const open = () => {
    if (request.isBusy) return
    setState('idle')
    void request.run({ query: { client_id: 'web', desktop_uuid: desktopUuid } })
  }
  const visibleState: DesktopState = request.isBusy ? 'asking' : state
  const errors = request.error ? toFormErrors(request.error, { field: 'code', signUpTokens: {} }) : NO_ERRORS
  return { state: visibleState, errors, open }
}

/** The URL scheme that the desktop program registers. */
const DESKTOP_SCHEME = 'earshot'

/** The URL that opens the desktop program and signs it in. Has a single-use code, valid for one minute, and no session token. */
const desktopLink = ({ authCode, desktopUuid }: { authCode: string; desktopUuid: string }): string =>
  `${DESKTOP_SCHEME}://login?${new URLSearchParams({ auth_code: authCode, desktop_uuid: desktopUuid })}`
