import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx'
import { Refused } from '#shared/client.ts'
import { ssoContract } from '../../contract.ts'

export type Reauthentication = {
  withReauthentication: WithReauthentication
  /** The dialog, which the caller must render. */
  reauthenticationDialog: ReactNode
}

/** For calls that need a fresh session (`notFresh`): asks the user to reauthenticate and repeats the call. */
export function useReauthentication(): Reauthentication {
  const [isOpen, setIsOpen] = useState(false)
  const resolveRef = useRef<(isConfirmed: boolean) => void>(undefined)
  const close = (isConfirmed: boolean) => {
    setIsOpen(false)
    resolveRef.current?.(isConfirmed)
  }
  const reauthenticate = () => {
    setIsOpen(true)
    return new Promise<boolean>((resolve) => {
      resolveRef.current = resolve
    })
  }
  return {
    withReauthentication: (action) => repeatWhenFresh(action, reauthenticate),
    reauthenticationDialog: <ReauthenticationDialog open={isOpen} onClose={() => close(false)} onConfirmed={() => close(true)} />,
  }
}

/** Runs the action. If the server needs a fresh session, asks the user and repeats it. Undefined if the user cancels. */
export type WithReauthentication = <T>(action: () => Promise<T>) => Promise<T | undefined>

/** Does the same with `reauthenticate`, which asks the user and resolves to whether the session is fresh. */
async function repeatWhenFresh<T>(action: () => Promise<T>, reauthenticate: () => Promise<boolean>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if (!isNotFresh(error)) throw error
    return (await reauthenticate()) ? action() : undefined
  }
}

/** Every route that needs a fresh session refuses with the same status. */
const isNotFresh = (error: unknown): boolean =>
  error instanceof Refused && error.status === ssoContract.bind.refusals.notFresh.status
