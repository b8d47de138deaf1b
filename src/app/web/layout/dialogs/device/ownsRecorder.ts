import type { QueryClient } from '@tanstack/react-query'
import { fetchHasRecorder } from '#features/devices/web.tsx'

/** This file is a separate chunk. Importing `devices/web.tsx` dynamically as a whole would load its screens too. */
export const ownsRecorder = (queries: QueryClient): Promise<boolean> => fetchHasRecorder(queries)
