import { hashKey } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '#kit/contract.ts'
import { onSignedOut } from '#ui/signedOut.ts'
import type { meContract } from '../contract.ts'
import { me } from './me.ts'

type Person = Reply<typeof meContract.me>['data_user']

/**
 * Resolves to the signed-in user as soon as it is loaded (A§4: anyone waiting is released once it is set). Resolves to undefined
 * if the session ends first, so that no caller waits forever.
 */
export function whenMe(queries: QueryClient): Promise<Person | undefined> {
  const key = me.me.key({})
  const known = () => queries.getQueryData<Reply<typeof meContract.me>>(key)?.data_user
  const person = known()
  if (person) return Promise.resolve(person)
  const hash = hashKey(key)
  return new Promise((resolve) => {
    const release = (found: Person | undefined) => {
      deaf()
      stop()
      resolve(found)
    }
    const stop = onSignedOut(() => release(undefined))
    const deaf = queries.getQueryCache().subscribe(({ type, query }) => {
      if (query.queryHash !== hash) return
      const found = known()
      if (found) release(found)
      else if (type === 'removed') release(undefined)
    })
  })
}
