import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '#kit/client.ts'
import type { Reply } from '#kit/contract.ts'
import { send } from '#ui/send.ts'
import { membershipContract } from '../contract.ts'

const membership = client('membership', membershipContract, send)

/** A change of the minutes. `seconds` is its amount, `at` is in unix seconds. */
export type Transaction = Reply<typeof membershipContract.transactions>['data']['list'][number]

/** Returns a page of `perPage` transactions, newest first. While a page loads, the previous one is returned. */
export function useTransactions({ page, perPage }: { page: number; perPage: number }) {
  const query = { skip: page * perPage, limit: perPage }
  const asked = useQuery({
    queryKey: membership.transactions.key({ query }),
    queryFn: ({ signal }) => membership.transactions({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return {
    total: asked.data?.data.total ?? 0,
    list: asked.data?.data.list,
    error: asked.error,
    retry: () => void asked.refetch(),
    retrying: asked.isFetching,
  }
}
