import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { type Transaction, membershipContract } from '../../../contract.ts'
import { TranscriptHistoryContext } from '../../TranscriptHistoryContext.ts'
import { isTranscribing, joinRecentUse } from './recentUse.ts'

const membershipClient = client('membership', membershipContract, send)
/** More than are shown, because transactions that are no use are left out. */
const LOADED = 50
/** The largest page that the server sends. */
const PAGE_SIZE = 200
const REFRESH_INTERVAL = seconds(10)

/** Returns the latest use of minutes. While a recording is being transcribed, it is loaded again every ten seconds. */
export function useRecentUse(count: number) {
  const fetchTranscripts = use(TranscriptHistoryContext)
  const query = { limit: LOADED }
  const transcripts = useQuery({
    queryKey: ['membership', 'transcripts'],
    queryFn: ({ signal }) => fetchTranscripts(signal),
    refetchInterval: ({ state }) => (state.data?.some(isTranscribing) ? REFRESH_INTERVAL : false),
  })
  const transactions = useQuery({
    queryKey: membershipClient.transactions.key({ query }),
    queryFn: ({ signal }) => membershipClient.transactions({ query }, { signal }),
    refetchInterval: transcripts.data?.some(isTranscribing) ? REFRESH_INTERVAL : false,
  })
  const isLoaded = transactions.data !== undefined && transcripts.data !== undefined
  return {
    rows: isLoaded ? joinRecentUse(transactions.data.data.list, transcripts.data, count) : undefined,
    error: transactions.error ?? transcripts.error,
    retry: () => void Promise.all([transactions.refetch(), transcripts.refetch()]),
    retrying: transactions.isFetching || transcripts.isFetching,
  }
}

/** Returns all transactions, newest first. */
export async function fetchAllTransactions(): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (;;) {
    const { data } = await membershipClient.transactions({ query: { skip: all.length, limit: PAGE_SIZE } })
    all.push(...data.list)
    if (data.list.length < PAGE_SIZE) return all
  }
}
