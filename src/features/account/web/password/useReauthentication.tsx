import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Refused } from '#shared/client.ts'
import { ssoContract } from '../../contract.ts'
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx'

export type Reauthentication = {
  /** Runs the action. If the server needs a fresh session, asks the user and repeats it. Undefined if the user cancels. */
  withReauthentication: <T>(action: () => Promise<T>) => Promise<T | undefined>
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
  const askUser = () => {
    setIsOpen(true)
    return new Promise<boolean>((resolve) => {
      resolveRef.current = resolve
    })
  }
  const withReauthentication = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action()
    } catch (error) {
      if (!isNotFresh(error)) throw error
      return (await askUser()) ? action() : undefined
    }
  }
  return {
    withReauthentication,
    reauthenticationDialog: <ReauthenticationDialog open={isOpen} onClose={() => close(false)} onConfirmed={() => close(true)} />,
  }
}

/** Every route that needs a fresh session refuses with the same status. */
const isNotFresh = (error: unknown): boolean =>
  error instanceof Refused && error.status === ssoContract.bind.refusals.notFresh.status
