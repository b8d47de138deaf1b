import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import type { Reply } from '#shared/contract.ts'
import { send } from '#browser/http/send.ts'
import { membershipContract } from '../contract.ts'

const membershipClient = client('membership', membershipContract, send)

/** A change of the minutes. `seconds` is its amount, `at` is in unix seconds. */
export type Transaction = Reply<typeof membershipContract.transactions>['data']['list'][number]

/** Returns a page of `perPage` transactions, newest first. While a page loads, the previous one is returned. */
export function useTransactions({ page, perPage }: { page: number; perPage: number }) {
  const query = { skip: page * perPage, limit: perPage }
  const transactions = useQuery({
    queryKey: membershipClient.transactions.key({ query }),
    queryFn: ({ signal }) => membershipClient.transactions({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return {
    total: transactions.data?.data.total ?? 0,
    list: transactions.data?.data.list,
    error: transactions.error,
    retry: () => void transactions.refetch(),
    retrying: transactions.isFetching,
  }
}
