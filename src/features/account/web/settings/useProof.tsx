import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Refused } from '#kit/client.ts'
import { ssoContract } from '../../contract.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'

export type Proof = {
  /** Runs the action. If the server needs a fresh session, asks the user and repeats it. Undefined if the user cancels. */
  withProof: <T>(action: () => Promise<T>) => Promise<T | undefined>
  /** The dialog, which the caller must render. */
  proof: ReactNode
}

/** For calls that need a fresh session (`notFresh`): asks the user to reauthenticate and repeats the call. */
export function useProof(): Proof {
  const [asks, setAsks] = useState(false)
  const answered = useRef<(proven: boolean) => void>(undefined)
  const answer = (proven: boolean) => {
    setAsks(false)
    answered.current?.(proven)
  }
  const prove = () => {
    setAsks(true)
    return new Promise<boolean>((resolve) => {
      answered.current = resolve
    })
  }
  const withProof = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action()
    } catch (error) {
      if (!isNotFresh(error)) throw error
      return (await prove()) ? action() : undefined
    }
  }
  return { withProof, proof: <ConfirmIdentity open={asks} onClose={() => answer(false)} onProven={() => answer(true)} /> }
}

/** Every route that needs a fresh session refuses with the same status. */
const isNotFresh = (error: unknown): boolean =>
  error instanceof Refused && error.status === ssoContract.bind.refusals.notFresh.status
