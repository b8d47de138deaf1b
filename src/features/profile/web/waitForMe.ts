import { hashKey } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/contract.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import type { profileContract } from '../contract.ts'
import { profileClient } from './profileClient.ts'

type CurrentUser = Reply<typeof profileContract.me>['data_user']

/**
 * Resolves to the signed-in user as soon as it is loaded (A§4: anyone waiting is released once it is set). Resolves to undefined
 * if the session ends first, so that no caller waits forever.
 */
export function waitForMe(queries: QueryClient): Promise<CurrentUser | undefined> {
  const key = profileClient.me.key({})
  const readCached = () => queries.getQueryData<Reply<typeof profileContract.me>>(key)?.data_user
  const cached = readCached()
  if (cached) return Promise.resolve(cached)
  const hash = hashKey(key)
  return new Promise((resolve) => {
    const finish = (user: CurrentUser | undefined) => {
      unsubscribe()
      removeListener()
      resolve(user)
    }
    const removeListener = onSignedOut(() => finish(undefined))
    const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
      if (query.queryHash !== hash) return
      const user = readCached()
      if (user) finish(user)
      else if (type === 'removed') finish(undefined)
    })
  })
}
