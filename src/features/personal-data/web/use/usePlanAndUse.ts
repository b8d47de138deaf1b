import { useQuery } from '@tanstack/react-query'
import { devicesContract } from '#features/devices/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'

const membership = client('membership', membershipContract, send)
const generate = client('generate', generateContract, send)
const devices = client('devices', devicesContract, send)

const TRANSCRIPTIONS_SHOWN = 5
/** The feature that can be tried without the plan that includes it (B§7). */
const TRIED_FEATURE = 'templates_pro'

/** The codes of the features that the plan includes (A§7). */
export const useFeatures = () =>
  useQuery({
    queryKey: membership.featureAccess.key({}),
    queryFn: ({ signal }) => membership.featureAccess({}, { signal }),
    select: ({ data }) => data.features,
  })

/** Whether professional templates can be tried (A§7, B§7). */
export const useFeatureTrial = () => {
  const params = { id: TRIED_FEATURE }
  return useQuery({
    queryKey: membership.featureTrial.key({ params }),
    queryFn: ({ signal }) => membership.featureTrial({ params }, { signal }),
    select: ({ data }) => data,
  })
}

/** The latest transcriptions (A§7). */
export const useLatestTranscriptions = () => {
  const query = { limit: TRANSCRIPTIONS_SHOWN }
  return useQuery({
    queryKey: generate.history.key({ query }),
    queryFn: ({ signal }) => generate.history({ query }, { signal }),
    select: ({ data }) => data.list,
  })
}

/** The recorders whose recordings are stored on this server (B§7). */
export const useSyncedRecorders = () =>
  useQuery({
    queryKey: devices.syncStatus.key({}),
    queryFn: ({ signal }) => devices.syncStatus({}, { signal }),
    select: ({ data }) => data,
  })
