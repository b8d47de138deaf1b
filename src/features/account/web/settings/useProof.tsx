import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Refused } from '#kit/client.ts'
import { ssoContract } from '../../contract.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'

export type Proof = {
  /** Does it; where the server wants to know again who asks, asks that first and goes on by itself. Undefined: given up. */
  withProof: <T>(action: () => Promise<T>) => Promise<T | undefined>
  /** The dialog that asks; to be rendered. */
  proof: ReactNode
}

/** For what only a fresh session may do (`notFresh`): the password or a code once more, then the same call again. */
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

/** Every route that wants a fresh session says so with the same number. */
const isNotFresh = (error: unknown): boolean =>
  error instanceof Refused && error.status === ssoContract.bind.refusals.notFresh.status
